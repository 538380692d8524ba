import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { receivedOtherwise, whereSaid } from './messages.ts';

/**
 * Facts of what belongs to a poll or a to-do list: votes, options, tasks. The ID of a
 * submessage is the revision of its event plus one. The first one of `/poll` or `/todo` is in MessageSent: `widget`.
 */
export const submessageEvents = defineEvents('organization', {
  SubmessageAdded: fact(1, {
    messageId: MessageId,
    senderId: UserId,
    messageType: z.literal('widget'),
    /** JSON text; what it says is between the clients. */
    content: erasable('message:messageId', z.string()),
    ...whereSaid('message:messageId'),
    ...receivedOtherwise,
  }),
});
export const { SubmessageAdded } = submessageEvents.make;
