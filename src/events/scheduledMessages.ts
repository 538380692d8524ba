import { z } from 'zod';
import { MessageId, numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { conversationShape, Wildcard } from './messages.ts';
import { UserGroupId } from './userGroups.ts';

/** ID of a scheduled message; the message that is sent has another one. */
export const ScheduledMessageId = numericId<'ScheduledMessageId'>();
export type ScheduledMessageId = z.infer<typeof ScheduledMessageId>;

const SUBJECT = 'scheduled:scheduledMessageId';

/** The complete scheduled message, so that no event's reader needs a look-up. */
const wholeMessage = {
  scheduledMessageId: ScheduledMessageId,
  authorId: UserId,
  ...conversationShape(SUBJECT),
  content: erasable(SUBJECT, z.string()),
  /** The rendered text; absent if it is the escaped source in one paragraph. */
  html: erasable(SUBJECT, z.string()).optional(),
  rendererVersion: z.number().int(),
  mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
  wildcards: z.array(Wildcard).readonly().optional(),
  /** UNIX milliseconds, on a full second. */
  deliverAt: z.number().int(),
  readBySender: z.boolean(),
} as const;

/** Events of scheduled messages: each ends sent, deleted or failed. */
export const scheduledMessageEvents = defineEvents('organization', {
  MessageScheduled: eventType(1, wholeMessage),
  /** The text, destination or time has changed; a failed message becomes pending again. */
  ScheduledMessageEdited: eventType(1, wholeMessage),
  ScheduledMessageDeleted: eventType(1, { scheduledMessageId: ScheduledMessageId, authorId: UserId }),
  /** It is due: from here on it is sent as it is, however late. */
  ScheduledSendStarted: eventType(1, { scheduledMessageId: ScheduledMessageId, authorId: UserId }),
  /** It is kept until its author reschedules or deletes it. */
  ScheduledSendFailed: eventType(1, { ...wholeMessage, reason: erasable(SUBJECT, z.string()) }),
  /** Appended together with its MessageSent. */
  ScheduledMessageSent: eventType(1, {
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
