import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { ReactionType } from './emoji.ts';
import { conversationShape, otherRecipientsShape } from './messages.ts';

/** The `service_extra_emoji` that comes with the server: its name, and its code. */
export const EXTRA_EMOJI = 'hansard';

const reaction = {
  messageId: MessageId,
  userId: UserId,
  emojiName: z.string(),
  /** `unicode_emoji`: lower-case hex code points joined by `-`. */
  emojiCode: z.string(),
  reactionType: ReactionType,
  ...conversationShape('message:messageId'),
  ...otherRecipientsShape,
};

/** Events of emoji reactions; user, message, type and code identify one. */
export const reactionEvents = defineEvents('organization', 'counted', 'shared', {
  ReactionAdded: eventType(1, reaction),
  ReactionRemoved: eventType(1, reaction),
});
/** Why a message can be reported, as clients name and show it. */
export const REPORT_TYPES = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Against the rules of this organization',
  other: 'Other',
} as const;

/** Name of a reason. */
export const ReportType = z.enum(Object.keys(REPORT_TYPES) as [keyof typeof REPORT_TYPES]);
export type ReportType = z.infer<typeof ReportType>;

/** Events of messages that people report to the moderators. */
export const reportEvents = defineEvents('organization', 'listed', 'shared', {
  /** The notification bot notifies the moderation channel. */
  MessageReported: eventType(1, {
    messageId: MessageId,
    senderId: UserId,
    reporterId: UserId,
    /** The moderation channel. */
    channelId: ChannelId,
    reportType: ReportType,
    /** The reporter's comment; '' for none. */
    description: erasable('person:reporterId', z.string()),
    /** The message at that time. */
    content: erasable('message:messageId', z.string()),
  }),
});
