/**
 * Adapts a client event to a queue: translations create the widest form, and here it gets the form the queue
 * asked for. Texts that many queues share are serialized once.
 */
import type { UserId } from '../../ids.ts';
import type { AddressedPayload } from '../define.ts';
import type { Flag, Payload } from '../shapes.ts';
import { fillDeferredField } from './completed.ts';
import type { BufferedEvent } from './entry.ts';
import { messageJson } from './messageText.ts';
import { matchesQueueNarrow } from './narrow.ts';
import type { QueueRegistration } from './queue.ts';
import type { DeliveryTarget } from './receiver.ts';
import { payloadForms } from './rewriting.ts';
import { cachedJson, withId } from './texts.ts';

/** Client events as JSON texts with IDs; `ended` if the queue ends. */
export type DeliveredTexts = readonly string[] | 'ended';

const NOTHING: DeliveredTexts = [];

/** The events that a receiver gets for an entry; without a promise unless views are needed. */
export function deliverEntry(
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): DeliveredTexts | Promise<DeliveredTexts> {
  const { queue } = receiver;
  const { event } = entry;
  if (!('payload' in event))
    return event.to.has(queue.userId) && entry.revision > queue.start ? 'ended' : NOTHING;
  if (!isMeant(event, queue)) return NOTHING;
  const payloads = payloadsFor(event, queue).filter((payload) => isWanted(payload, entry, queue));
  if (payloads.length === 0) return NOTHING;
  const texts = payloads.map((payload) => textsOf(payload, event, entry, receiver));
  return texts.some((text) => text instanceof Promise)
    ? Promise.all(texts).then((all) => all.flat())
    : (texts as readonly (readonly string[])[]).flat();
}

/** Receivers in the audience, and queues that also receive other channels. */
const isMeant = (
  { to, offeredTo }: AddressedPayload,
  { userId, allPublicChannels, narrow }: QueueRegistration,
): boolean => to.has(userId) || ((allPublicChannels || narrow.length > 0) && offeredTo?.has(userId) === true);

const payloadsFor = (
  { payload, instead }: AddressedPayload,
  { capabilities }: QueueRegistration,
): readonly Payload[] =>
  instead !== undefined && !capabilities.has(instead.without) ? instead.payloads : [payload];

/** Whether the queue asked for it and its snapshot does not contain it. */
function isWanted(
  payload: Payload,
  { revision }: BufferedEvent,
  { start, startOf, eventTypes }: QueueRegistration,
): boolean {
  const { type } = payload;
  const op = 'op' in payload ? payload.op : '';
  if (revision <= (startOf[`${type}/${op}`] ?? startOf[type] ?? start)) return false;
  if (eventTypes === null) return true;
  return eventTypes.has(type) && (type !== 'muted_topics' || !eventTypes.has('user_topic'));
}

function textsOf(
  payload: Payload,
  told: AddressedPayload,
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): readonly string[] | Promise<readonly string[]> {
  if (payload.type === 'message') return messageTexts(payload, told, entry, receiver);
  if (told.deferred !== undefined)
    return fillDeferredField(payload, told, entry, receiver).then((whole) => formed(whole, entry, receiver));
  return formed(payload, entry, receiver);
}

const formed = (payload: Payload, entry: BufferedEvent, receiver: DeliveryTarget): readonly string[] =>
  payloadForms(payload, entry, receiver).map((shown) =>
    withId(cachedJson(shown), receiver.clientId(entry.id)),
  );

function messageTexts(
  payload: Extract<Payload, { readonly type: 'message' }>,
  told: AddressedPayload,
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): readonly string[] | Promise<readonly string[]> {
  const { queue } = receiver;
  const flags = flagsFor(told, queue.userId);
  if (queue.narrow.length > 0 && !matchesQueueNarrow(queue.narrow, { message: payload.message, flags }))
    return [];
  const local = told.queueId === receiver.id ? payload.local_message_id : undefined;
  const around = (message: string): readonly string[] => [
    `{"type":"message","message":${message},"flags":${JSON.stringify(flags)}${
      local === undefined ? '' : `,"local_message_id":${JSON.stringify(local)}`
    },"id":${receiver.clientId(entry.id)}}`,
  ];
  const text = messageJson(payload.message, entry, receiver);
  return text instanceof Promise ? text.then(around) : around(text);
}

const flagsFor = ({ flagged = {} }: AddressedPayload, userId: UserId): readonly Flag[] =>
  (Object.keys(flagged) as Flag[]).filter((flag) => flagged[flag]?.has(userId));
