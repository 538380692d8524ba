import { z } from 'zod';
import { MessageId, numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { whereSaid, Wildcard } from './messages.ts';
import { UserGroupId } from './userGroups.ts';

/** ID of a message that is to be sent later; the message that is sent has another one. */
export const ScheduledMessageId = numericId<'ScheduledMessageId'>();
export type ScheduledMessageId = z.infer<typeof ScheduledMessageId>;

const SUBJECT = 'scheduled:scheduledMessageId';

/** All that there is to a scheduled message, so that anybody who is told of a change needs no look-up. */
const wholeMessage = {
  scheduledMessageId: ScheduledMessageId,
  authorId: UserId,
  ...whereSaid(SUBJECT),
  content: erasable(SUBJECT, z.string()),
  /** What the author was shown; absent where it is the escaped paragraph of the content. */
  html: erasable(SUBJECT, z.string()).optional(),
  rendererVersion: z.number().int(),
  mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
  wildcards: z.array(Wildcard).readonly().optional(),
  /** UNIX milliseconds, on a full second. */
  deliverAt: z.number().int(),
  readBySender: z.boolean(),
} as const;

/** Facts of messages that are to be sent later: each ends sent, deleted or failed. */
export const scheduledMessageEvents = defineEvents('organization', {
  MessageScheduled: fact(1, wholeMessage),
  /** It has another text, place or time; whatever it had failed for, it waits for its time again. */
  ScheduledMessageEdited: fact(1, wholeMessage),
  ScheduledMessageDeleted: fact(1, { scheduledMessageId: ScheduledMessageId, authorId: UserId }),
  /** Its time has come: from here on it is sent as it is, however late that will be. */
  ScheduledSendStarted: fact(1, { scheduledMessageId: ScheduledMessageId, authorId: UserId }),
  /** It is kept until its author gives it another time, or deletes it. */
  ScheduledSendFailed: fact(1, { ...wholeMessage, reason: erasable(SUBJECT, z.string()) }),
  /** Appended together with its MessageSent. */
  ScheduledMessageSent: fact(1, {
    scheduledMessageId: ScheduledMessageId,
    authorId: UserId,
    messageId: MessageId,
  }),
});
export const {
  MessageScheduled,
  ScheduledMessageEdited,
  ScheduledMessageDeleted,
  ScheduledSendStarted,
  ScheduledSendFailed,
  ScheduledMessageSent,
} = scheduledMessageEvents.make;
