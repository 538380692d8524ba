/** Messages that are to be sent later: whose each is, where it goes and when, and not what it says. */
import { type Conversation, conversationOf } from '../events/messages.ts';
import type { ScheduledMessageId } from '../events/scheduledMessages.ts';
import type { UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** A message that has not been sent: `started` ones are about to be, `failed` ones wait for their author. */
export interface ScheduledMessage {
  readonly scheduledMessageId: ScheduledMessageId;
  readonly authorId: UserId;
  readonly conversation: Conversation;
  /** UNIX milliseconds. */
  readonly deliverAt: number;
  readonly status: 'pending' | 'started' | 'failed';
  /** Revision of the event that says all of it, its text among that. */
  readonly saidAt: number;
}

type WholeMessage = Pick<ScheduledMessage, 'scheduledMessageId' | 'authorId' | 'deliverAt'> &
  Parameters<typeof conversationOf>[0];

const pending = (message: WholeMessage, saidAt: number): ScheduledMessage => ({
  scheduledMessageId: message.scheduledMessageId,
  authorId: message.authorId,
  conversation: conversationOf(message),
  deliverAt: message.deliverAt,
  status: 'pending',
  saidAt,
});

export const scheduledMessagesSlice = slice({
  version: 1,
  state: () => ({
    byId: map<ScheduledMessageId, ScheduledMessage>(),
    nextId: cell(1 as ScheduledMessageId),
  }),
  evolve: {
    MessageScheduled({ byId, nextId }, data, { revision }) {
      byId.set(data.scheduledMessageId, pending(data, revision));
      nextId.set((data.scheduledMessageId + 1) as ScheduledMessageId);
    },
    ScheduledMessageEdited: ({ byId }, data, { revision }) =>
      byId.set(data.scheduledMessageId, pending(data, revision)),
    ScheduledMessageDeleted: ({ byId }, { scheduledMessageId }) => void byId.delete(scheduledMessageId),
    ScheduledSendStarted: ({ byId }, { scheduledMessageId }) =>
      byId.update(scheduledMessageId, { status: 'started' }),
    ScheduledSendFailed: ({ byId }, { scheduledMessageId }) =>
      byId.update(scheduledMessageId, { status: 'failed' }),
    ScheduledMessageSent: ({ byId }, { scheduledMessageId }) => void byId.delete(scheduledMessageId),
  },
});

/** State that knows scheduled messages. */
interface WithScheduledMessages {
  readonly scheduledMessages: ReturnType<typeof scheduledMessagesSlice.state>;
}

/** From when on there is something to be done about a message; never about one that has failed. */
const dueAt = ({ status, deliverAt }: ScheduledMessage): number =>
  ({ pending: deliverAt, started: -Infinity, failed: Infinity })[status];

/** When the next message is due, in UNIX milliseconds; Infinity where none is. */
export function nextDelivery({ scheduledMessages }: WithScheduledMessages): number {
  let next = Infinity;
  for (const message of scheduledMessages.byId.values()) next = Math.min(next, dueAt(message));
  return next;
}

/** What is to be sent at `now` (UNIX milliseconds), in the order of the times. */
export const messagesDue = (
  { scheduledMessages }: WithScheduledMessages,
  now: number,
): readonly ScheduledMessage[] =>
  [...scheduledMessages.byId.values()]
    .filter((message) => dueAt(message) <= now)
    .sort(
      (one, other) => one.deliverAt - other.deliverAt || one.scheduledMessageId - other.scheduledMessageId,
    );
