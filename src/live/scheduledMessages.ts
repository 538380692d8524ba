/** Client events of scheduled messages, for their author. */
import type { EventTypes } from '../events/catalog.ts';
import {
  scheduledMessages,
  findScheduledMessages,
  shownScheduledMessage,
} from '../projections/scheduledMessages.ts';
import { wireScheduledMessage } from '../wire/scheduledMessages.ts';
import { activeAmong } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload, translate } from './define.ts';
import { fromViews, snapshot } from './snapshot/define.ts';

export const scheduledMessagesLive = translate({
  MessageScheduled: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.authorId]), {
      type: 'scheduled_messages',
      op: 'add',
      scheduled_messages: [wireScheduledMessage(shownScheduledMessage(data, false))],
    }),
  ScheduledMessageEdited: ({ data }, moment) => updated(data, false, moment),
  ScheduledSendFailed: ({ data }, moment) => updated(data, true, moment),
  ScheduledMessageSent: ({ data }, moment) => removed(data, moment),
  ScheduledMessageDeleted: ({ data }, moment) => removed(data, moment),
});

const updated = (
  said: EventTypes['ScheduledMessageEdited' | 'ScheduledSendFailed'],
  isFailed: boolean,
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [said.authorId]), {
    type: 'scheduled_messages',
    op: 'update',
    scheduled_message: wireScheduledMessage(shownScheduledMessage(said, isFailed)),
  });

const removed = (
  { scheduledMessageId, authorId }: EventTypes['ScheduledMessageDeleted'],
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [authorId]), {
    type: 'scheduled_messages',
    op: 'remove',
    scheduled_message_id: scheduledMessageId,
  });

export const scheduledMessagesSnapshot = snapshot({
  scheduled_messages: fromViews({
    projections: [scheduledMessages],
    version: ({ state }) => state.scheduledMessages.byId.writes,
    read: async (views, { state, viewerId }) =>
      viewerId === null ? [] : findScheduledMessages(views, state, viewerId),
    fields: ({ access }, messages) => ({
      scheduled_messages: messages.map((message) => wireScheduledMessage(message, access)),
    }),
  }),
});
