import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** Facts of what is on people's devices, in the stream `reactor-pushed-{id}`. */
export const pushEvents = defineEvents('reactor', {
  /** The bouncer has taken the notification of a message for all active devices of these people. */
  MessagePushed: fact(1, { messageId: MessageId, userIds: z.array(UserId).readonly() }),
  /** It has been told to take back what somebody was notified of. */
  PushesTakenBack: fact(1, { userId: UserId, messageIds: z.array(MessageId).readonly() }),
});
export const { MessagePushed, PushesTakenBack } = pushEvents.make;
