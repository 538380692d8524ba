/** A client event in a node's memory: once for all readers, with what differs between them. */
import type { UserId } from '../../base/ids.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import { isOurProperty } from '../../wire/compatibility.ts';
import { htmlFields, mentionedUserIds } from '../../wire/redactNames.ts';
import { clientEventsOf } from '../catalog.ts';
import { userViewers } from '../translation/audiences.ts';
import type { AddressedPayload, Audience, ClientEvent, LiveTransition } from '../translation/define.ts';
import { limitedGuests } from '../translation/people.ts';
import { eventId } from './eventIds.ts';
import { cachedJson } from './eventJson.ts';

export interface BufferedEvent {
  /** A queue may get it in several forms, with IDs from `firstId` to this one. */
  readonly id: number;
  readonly firstId: number;
  readonly revision: number;
  /** When it happened, in UNIX milliseconds. */
  readonly time: number;
  readonly event: ClientEvent;
  /** Approximate size in bytes. */
  readonly bytes: number;
  /** Person → members of the audience who may not know them; absent if everybody knows everybody. */
  readonly unknownTo?: ReadonlyMap<UserId, Audience>;
}

/** The entries of one event of the log, in order. */
export function toBufferedEvents(event: AnyEvent, moment: LiveTransition): readonly BufferedEvent[] {
  let ordinal = 0;
  return clientEventsOf(event, moment).map((clientEvent) => {
    const { revision, metadata } = event;
    const unknownTo = 'payload' in clientEvent ? findHiddenPeople(clientEvent, moment) : undefined;
    const first = ordinal;
    ordinal += maxForms(clientEvent);
    return {
      id: eventId(revision, ordinal - 1),
      firstId: eventId(revision, first),
      revision,
      time: metadata.time,
      event: clientEvent,
      bytes: sizeOf(clientEvent),
      ...(unknownTo && { unknownTo }),
    };
  });
}

/** The number of events that one becomes for the client with the fewest capabilities. */
function maxForms(event: ClientEvent): number {
  if (!('payload' in event)) return 1;
  const others = (event.instead?.payloads ?? []).reduce((sum, payload) => sum + formsOf(payload), 0);
  return Math.max(formsOf(event.payload), others);
}

/** Clients without bulk deletion get an event per message, clients of others a property under two names. */
function formsOf(payload: AddressedPayload['payload']): number {
  if (payload.type === 'delete_message') return Math.max(1, payload.message_ids.length);
  return isOurProperty(payload) ? 2 : 1;
}

/** Messages name people, also in mentions, that members of the audience may not know. */
function findHiddenPeople(
  { payload, instead, to }: AddressedPayload,
  { after }: LiveTransition,
): ReadonlyMap<UserId, Audience> | undefined {
  const guests = limitedGuests(after).intersection(to);
  if (guests.size === 0) return undefined;
  const shown = new Set(payload.type === 'message' ? peopleOf(payload.message) : []);
  for (const each of [payload, ...(instead?.payloads ?? [])])
    for (const userId of htmlFields(each).flatMap(mentionedUserIds)) shown.add(userId);
  const hidden = [...shown].map((userId) => [userId, guests.difference(userViewers(after, userId))] as const);
  const unknownTo = new Map(hidden.filter(([, audience]) => audience.size > 0));
  return unknownTo.size === 0 ? undefined : unknownTo;
}

type Message = Extract<AddressedPayload['payload'], { readonly type: 'message' }>;

const peopleOf = ({ sender_id: senderId, display_recipient: recipients }: Message['message']): UserId[] =>
  [senderId, ...(typeof recipients === 'string' ? [] : recipients.map(({ id }) => id))] as UserId[];

/** Texts count twice, because their JSON is cached as well. */
function sizeOf(event: ClientEvent): number {
  const audience = 64 + event.to.size / 4;
  if (!('payload' in event)) return audience;
  const { payload } = event;
  if (payload.type !== 'message') return audience + 2 * cachedJson(payload).length;
  const { content, rendered_content: html } = payload.message;
  return 1_500 + audience + 2 * (content.length + html.length);
}
