/** Scheduled messages: their authors, destinations and times, without texts. */
import type { UserId } from '../../base/ids.ts';
import type { EventTypes } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import { type Conversation, conversationOf } from '../../events/messages.ts';
import type { ScheduledMessageId } from '../../events/personal.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** An unsent message: `started` ones are being sent, `failed` ones wait for their author. */
export interface ScheduledMessage {
  readonly scheduledMessageId: ScheduledMessageId;
  readonly authorId: UserId;
  readonly conversation: Conversation;
  /** UNIX milliseconds. */
  readonly deliverAt: number;
  readonly status: 'pending' | 'started' | 'failed';
  /** Revision of the event with its complete content. */
  readonly textRevision: number;
  /** Characters of its text and its HTML. */
  readonly size: number;
}

type WholeMessage = Pick<ScheduledMessage, 'scheduledMessageId' | 'authorId' | 'deliverAt'> &
  Parameters<typeof conversationOf>[0] &
  Pick<EventTypes['MessageScheduled'], 'content' | 'html'>;

const pending = (message: WholeMessage, textRevision: number): ScheduledMessage => ({
  scheduledMessageId: message.scheduledMessageId,
  authorId: message.authorId,
  conversation: conversationOf(message),
  deliverAt: message.deliverAt,
  status: 'pending',
  textRevision,
  size: readErasable(message.content, '').length + readErasable(message.html ?? '', '').length,
});

export const scheduledMessagesSlice = slice({
  version: 3,
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

/** State with scheduled messages. */
interface WithScheduledMessages {
  readonly scheduledMessages: ReturnType<typeof scheduledMessagesSlice.state>;
}

/** The time from which a message needs attention; never for a failed one. */
const dueAt = ({ status, deliverAt }: ScheduledMessage): number =>
  ({ pending: deliverAt, started: -Infinity, failed: Infinity })[status];

/** Time of the next due message, in UNIX milliseconds; Infinity if there is none. */
export function nextDeliveryAt({ scheduledMessages }: WithScheduledMessages): number {
  let next = Infinity;
  for (const message of scheduledMessages.byId.values()) next = Math.min(next, dueAt(message));
  return next;
}

/** The messages due at `now` (UNIX milliseconds), in order of their times. */
export const dueMessages = (
  { scheduledMessages }: WithScheduledMessages,
  now: number,
): readonly ScheduledMessage[] =>
  [...scheduledMessages.byId.values()]
    .filter((message) => dueAt(message) <= now)
    .sort(
      (one, other) => one.deliverAt - other.deliverAt || one.scheduledMessageId - other.scheduledMessageId,
    );
