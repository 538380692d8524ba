import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** Message IDs, ascending: single ones, or the first and last of consecutive ones. */
export const MessageRanges = z
  .array(z.union([MessageId, z.tuple([MessageId, MessageId]).readonly()]))
  .readonly();
export type MessageRanges = z.infer<typeof MessageRanges>;

const flagged = { userId: UserId, messages: MessageRanges };

/** Messages of one conversation: a channel's topic, or all participants of a direct conversation. */
const UnreadConversation = z.strictObject({
  channelId: ChannelId.optional(),
  participantIds: z.array(UserId).readonly().optional(),
  messages: MessageRanges,
  /** Those that mention the user. */
  mentioning: MessageRanges.optional(),
  /** Those the user never received, and holds from now on. Older events lack the field: then all are held. */
  unreceived: MessageRanges.optional(),
  /** A channel's topic that the user has not muted. */
  isUnmuted: z.literal(true).optional(),
});
export type UnreadConversation = z.infer<typeof UnreadConversation>;

/** Events of users' message flags: personal, so clients of nobody else see them. */
export const flagEvents = defineEvents('organization', {
  MessagesMarkedRead: eventType(1, {
    ...flagged,
    /** All messages: the range then contains every ID up to this moment. */
    all: z.literal(true).optional(),
  }),
  MessagesMarkedUnread: eventType(1, {
    userId: UserId,
    conversations: z.array(UnreadConversation).readonly(),
    /** Topics of the conversations, in order; '' for direct ones. */
    topics: erasable('message:conversations', z.array(z.string()).readonly()),
  }),
  MessagesStarred: eventType(1, flagged),
  MessagesUnstarred: eventType(1, flagged),
  MessagesCollapsed: eventType(1, flagged),
  MessagesUncollapsed: eventType(1, flagged),
});
export const {
  MessagesMarkedRead,
  MessagesMarkedUnread,
  MessagesStarred,
  MessagesUnstarred,
  MessagesCollapsed,
  MessagesUncollapsed,
} = flagEvents.make;
