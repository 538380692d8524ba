/** A message as JSON, created once for all queues with the same options. */
import type { z } from 'zod';
import type { MessageId, UserId } from '../../base/ids.ts';
import { type EventMessage, unknownPerson } from '../../wire/messages.ts';
import { type PeopleAccess, redactNames } from '../../wire/redactNames.ts';
import { isGravatar, unknownUserAvatarPath } from '../../wire/users.ts';
import { withNamedTopics } from '../translation/define.ts';
import type { BufferedEvent } from './bufferedEvent.ts';
import type { DeliveryTarget, QueueRegistration } from './queueRegistration.ts';

type WireMessage = z.infer<typeof EventMessage>;

/** Texts created from an entry for the queues of this node. */
interface CachedTexts {
  /** Form → JSON. */
  readonly texts: Map<number, string>;
  recipientId?: number;
}

const made = new WeakMap<BufferedEvent, CachedTexts>();

const madeOf = (entry: BufferedEvent): CachedTexts => {
  const known = made.get(entry);
  if (known) return known;
  const fresh = { texts: new Map<number, string>() };
  made.set(entry, fresh);
  return fresh;
};

/**
 * The message, without waiting except for the first reader of a direct message, whose conversation ID is in a
 * view.
 */
export function messageJson(
  message: WireMessage,
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): string | Promise<string> {
  const known = madeOf(entry);
  if (message.recipient_id !== undefined) return textFor(message, message.recipient_id, entry, receiver);
  if (known.recipientId !== undefined) return textFor(message, known.recipientId, entry, receiver);
  const { organizationId, userId } = receiver.queue;
  const reader = { organizationId, userId, revision: entry.revision };
  return receiver.completions.recipientId(reader, message.id as MessageId).then((recipientId) => {
    known.recipientId = recipientId;
    return textFor(message, recipientId, entry, receiver);
  });
}

function textFor(
  message: WireMessage,
  recipientId: number,
  entry: BufferedEvent,
  receiver: DeliveryTarget,
): string {
  const { queue, host } = receiver;
  const unknown = hiddenPeopleOf(entry, queue.userId);
  if (unknown.size > 0)
    return JSON.stringify(shown(withHiddenPeople(message, unknown, host), recipientId, queue));
  const { texts } = madeOf(entry);
  const form = formOf(queue);
  const known = texts.get(form);
  if (known !== undefined) return known;
  const text = JSON.stringify(shown(message, recipientId, queue));
  texts.set(form, text);
  return text;
}

const formOf = ({ applyMarkdown, clientGravatar, capabilities }: QueueRegistration): number =>
  (applyMarkdown ? 1 : 0) + (clientGravatar ? 2 : 0) + (capabilities.has('empty_topic_name') ? 4 : 0);

function shown(
  { rendered_content: html, content, avatar_url: avatarUrl, ...message }: WireMessage,
  recipientId: number,
  { applyMarkdown, clientGravatar, capabilities }: QueueRegistration,
) {
  return {
    ...(message.type === 'private' ? message : withNamedTopics(message, ['subject'], capabilities)),
    content: applyMarkdown ? html : content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    avatar_url: clientGravatar && isGravatar(avatarUrl) ? null : avatarUrl,
    recipient_id: recipientId,
  };
}

/** People named in an entry that the reader may not know. */
export function hiddenPeopleOf({ unknownTo }: BufferedEvent, userId: UserId): ReadonlySet<number> {
  if (unknownTo === undefined) return NOBODY;
  return new Set([...unknownTo].filter(([, audience]) => audience.has(userId)).map(([person]) => person));
}

const NOBODY: ReadonlySet<number> = new Set();

/** A viewer who may know everybody else. */
export const peopleAccessWithout = (unknown: ReadonlySet<number>): PeopleAccess => ({
  seesUser: (userId) => !unknown.has(userId),
});

function withHiddenPeople(message: WireMessage, unknown: ReadonlySet<number>, host: string): WireMessage {
  const { sender_id: senderId, display_recipient: recipients } = message;
  const stranger = unknown.has(senderId) ? unknownPerson(senderId, host) : undefined;
  return {
    ...message,
    rendered_content: redactNames(message.rendered_content, peopleAccessWithout(unknown)),
    ...(typeof recipients !== 'string' && {
      display_recipient: recipients.map((person) =>
        unknown.has(person.id) ? unknownPerson(person.id, host) : person,
      ),
    }),
    ...(stranger && {
      sender_email: stranger.email,
      sender_full_name: stranger.full_name,
      avatar_url: unknownUserAvatarPath,
    }),
  };
}
