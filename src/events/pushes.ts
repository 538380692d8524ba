import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Events of push notifications on devices, in the stream `reactor-pushed-{id}`. */
export const pushEvents = defineEvents('reactor', {
  /** The bouncer has accepted a message's notification for all active devices of these people. */
  MessagePushed: eventType(1, { messageId: MessageId, userIds: z.array(UserId).readonly() }),
  /** The bouncer was told to withdraw notifications. */
  PushesTakenBack: eventType(1, { userId: UserId, messageIds: z.array(MessageId).readonly() }),
});
export const { MessagePushed, PushesTakenBack } = pushEvents.make;
