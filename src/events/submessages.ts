import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { otherRecipientsShape, conversationShape } from './messages.ts';

/**
 * Events of submessages: votes, options, tasks. A submessage's ID is the revision of its event plus one. The
 * first one of `/poll` or `/todo` is in MessageSent: `widget`.
 */
export const submessageEvents = defineEvents('organization', {
  SubmessageAdded: eventType(1, {
    messageId: MessageId,
    senderId: UserId,
    messageType: z.literal('widget'),
    /** JSON text that only clients interpret. */
    content: erasable('message:messageId', z.string()),
    ...conversationShape('message:messageId'),
    ...otherRecipientsShape,
  }),
});
export const { SubmessageAdded } = submessageEvents.make;
