import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { receivedOtherwise, whereSaid } from './messages.ts';

/**
 * Events of submessages: votes, options, tasks. A submessage's ID is the revision of its event plus one. The
 * first one of `/poll` or `/todo` is in MessageSent: `widget`.
 */
export const submessageEvents = defineEvents('organization', {
  SubmessageAdded: fact(1, {
    messageId: MessageId,
    senderId: UserId,
    messageType: z.literal('widget'),
    /** JSON text that only clients interpret. */
    content: erasable('message:messageId', z.string()),
    ...whereSaid('message:messageId'),
    ...receivedOtherwise,
  }),
});
export const { SubmessageAdded } = submessageEvents.make;
