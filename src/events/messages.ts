import { z } from 'zod';
import { nameKey } from '../base/identity.ts';
import { ChannelId, MessageId, numericId, UserId } from '../base/ids.ts';
import {
  defineEvents,
  erasable,
  type Erased,
  ERASED,
  type ErasureSubject,
  eventType,
  readErasable,
} from './define.ts';
import { ReactionType } from './emoji.ts';
import { FileId } from './files.ts';
import { AutomaticTopicPolicy, Topic } from './subscriptions.ts';
import { UserGroupId } from './userGroups.ts';

/**
 * A message's conversation as fields of an event: channel and topic, or all participants of a direct
 * conversation (sender included, ascending). A topic keeps the spelling of its first message. The subject is
 * the message whose text the topic is.
 */
export const conversationShape = <
  Subject extends Extract<ErasureSubject, `${'message' | 'scheduled'}${string}`>,
>(
  subject: Subject,
) => ({
  channelId: ChannelId.optional(),
  topic: erasable(subject, Topic).optional(),
  participantIds: z.array(UserId).readonly().optional(),
});

/** The origin of a message that was moved to its channel; absent if it was sent there. */
const arrival = {
  /** The one channel it was sent to. */
  sentToChannelIds: z.array(ChannelId).readonly().optional(),
  /** Revision of the event that moved it to its channel. */
  arrivalRevision: z.number().int().optional(),
};

/** Recipients who were not subscribed when the message was sent; they receive its later changes. */
export const otherRecipientsShape = {
  mentionedUserIds: z.array(UserId).readonly().optional(),
  ...arrival,
};

/** Messages that came to their channel in the same way. */
const ArrivalGroup = z.strictObject({ messageIds: z.array(MessageId).readonly(), ...arrival });
export type ArrivalGroup = z.infer<typeof ArrivalGroup>;

/** Kinds of wildcard mention. */
export const Wildcard = z.enum(['channel', 'topic']);
export type Wildcard = z.infer<typeof Wildcard>;

/** Channel and topic, or the participants of a direct conversation, ascending. */
export type Conversation =
  | { readonly kind: 'channel'; readonly channelId: ChannelId; readonly topic: string }
  | { readonly kind: 'direct'; readonly participantIds: readonly UserId[] };

/** The conversation in an event's fields; an erased topic reads as the empty one. */
export const conversationOf = (fields: {
  readonly channelId?: ChannelId | undefined;
  readonly topic?: string | Erased | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
}): Conversation =>
  fields.channelId === undefined
    ? { kind: 'direct', participantIds: fields.participantIds ?? [] }
    : { kind: 'channel', channelId: fields.channelId, topic: readErasable(fields.topic ?? '', '') };

/**
 * Identity of a conversation: `c:{channel}:{nameKey of the topic}` or `d:{participants}`. Spellings of one
 * topic are one conversation.
 */
export const conversationKey = (conversation: Conversation): string =>
  conversation.kind === 'channel'
    ? `c:${conversation.channelId}:${nameKey(conversation.topic)}`
    : `d:${conversation.participantIds.join(',')}`;

/**
 * The HTML of a message. Without recorded HTML it is the source in one paragraph: such texts contain nothing
 * to escape.
 */
export const htmlOf = (message: { readonly content: string; readonly html?: string | undefined }): string =>
  message.html ?? `<p>${message.content}</p>`;

/** A text in an event, as Markdown and as HTML; either may have been erased. */
interface RecordedText {
  readonly content: string | Erased;
  readonly html?: string | Erased | undefined;
}

/** The text as recorded; both forms are '' once either has been erased. */
export function readRecordedText({ content, html }: RecordedText): {
  readonly content: string;
  readonly html?: string;
} {
  if (content === ERASED || html === ERASED) return { content: '', html: '' };
  return { content, ...(html !== undefined && { html }) };
}

/** The HTML of the text; '' once it has been erased. */
export const readRecordedHtml = (text: RecordedText): string => htmlOf(readRecordedText(text));

/** The messages of a topic that are moved together: one, all from it on, or all. */
export const MoveReach = z.enum(['one', 'later', 'all']);
export type MoveReach = z.infer<typeof MoveReach>;

/** The message at one end of a conversation: no event is about it, so it has a schema of its own. */
const EndId = numericId<'MessageId'>('ID of the message at one end of the conversation.');

/** The first and last message that remain in a conversation; absent if none do. */
const Remaining = z.strictObject({ firstMessageId: EndId, lastMessageId: EndId });
export type Remaining = z.infer<typeof Remaining>;

/** The first message of a channel before and after; null for none. */
const ChannelBeginning = z.strictObject({
  channelId: ChannelId,
  oldMessageId: EndId.nullable(),
  newMessageId: EndId.nullable(),
});
export type ChannelBeginning = z.infer<typeof ChannelBeginning>;

/** The effect on the conversations that messages leave or enter. */
const rearrangement = {
  /** People mentioned in any of the messages: they received them without being subscribed. */
  mentionedUserIds: z.array(UserId).readonly().optional(),
  /** Messages originally sent to another channel, by how they came to the one they leave. */
  arrivals: z.array(ArrivalGroup).readonly().optional(),
  remaining: Remaining.optional(),
  /** Channels with another first message now. */
  channelBeginnings: z.array(ChannelBeginning).readonly().optional(),
};

/**
 * The data of another system about a message that was imported from its export. Everybody has read it from the
 * start, and nobody is notified of it. Times are UNIX milliseconds.
 */
const Imported = z.strictObject({
  sentAt: z.number().int(),
  editedAt: z.number().int().optional(),
  reactions: z
    .array(
      z.strictObject({
        userId: UserId,
        emojiName: z.string(),
        emojiCode: z.string(),
        reactionType: ReactionType,
      }),
    )
    .readonly()
    .optional(),
});
export type Imported = z.infer<typeof Imported>;

/**
 * An edit or a move of an imported message where it comes from, at `at` in UNIX milliseconds. The former text only if that
 * changed, topics and channels only if those did.
 */
const EarlierChange = z.strictObject({
  editorId: UserId,
  at: z.number().int(),
  oldContent: z.string().optional(),
  /** Absent if it is the escaped source in one paragraph. */
  oldHtml: z.string().optional(),
  oldRendererVersion: z.number().int().optional(),
  oldTopic: Topic.optional(),
  newTopic: Topic.optional(),
  oldChannelId: ChannelId.optional(),
  newChannelId: ChannelId.optional(),
});
export type EarlierChange = z.infer<typeof EarlierChange>;

/** Time at which a message was sent, here or in the system that it was imported from, in UNIX milliseconds. */
export const sentAtOf = (
  imported: Pick<Imported, 'sentAt'> | undefined,
  { time }: { readonly time: number },
): number => imported?.sentAt ?? time;

/** The idempotency key of a request and its parameters, both as SHA-256 in base64url. */
export const Idempotency = z.strictObject({ keyHash: z.string(), parametersHash: z.string() });
export type Idempotency = z.infer<typeof Idempotency>;

/** Events of messages. A message's ID is the revision of its MessageSent plus one. */
export const messageEvents = defineEvents('organization', 'counted', 'shared', {
  MessageSent: eventType(1, {
    senderId: UserId,
    ...conversationShape('message'),
    content: erasable('message', z.string()),
    /** The rendered text; absent if it is the escaped source in one paragraph. */
    html: erasable('message', z.string()).optional(),
    /** 0 for a text without markup that was not rendered. */
    rendererVersion: z.number().int(),
    mentionedUserIds: z.array(UserId).readonly().optional(),
    mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
    wildcards: z.array(Wildcard).readonly().optional(),
    /** Topic participants, if the text mentions them all; only the first of very many. */
    topicParticipantIds: z.array(UserId).readonly().optional(),
    /** Recipients with an alert word in the text; only the first of very many. */
    alertedUserIds: z.array(UserId).readonly().optional(),
    /** Link targets, each once. */
    links: erasable('message', z.array(z.string()).readonly()).optional(),
    /** Uploaded files that it shows and that its sender may read: so may its readers from now on. */
    fileIds: z.array(FileId).readonly().optional(),
    /** The first submessage of a poll or to-do list, as JSON text; its ID is the message's. */
    widget: erasable('message', z.string()).optional(),
    readBySender: z.boolean(),
    imported: Imported.optional(),
    /** Edits and moves of an imported message, oldest first. */
    earlierChanges: erasable('message', z.array(EarlierChange).readonly()).optional(),
    /** The sender's automatic policy for the topic, as it was answered. */
    automaticTopicPolicy: AutomaticTopicPolicy.optional(),
    /** Returned unchanged to the client that owns the queue. */
    queueId: z.string().optional(),
    localId: z.string().optional(),
    /** SHA-256 of (organization, sender, idempotency key), and of the parsed and supported parameters. */
    idempotency: Idempotency.optional(),
  }),
  /** The sender has changed a message's text. */
  MessageEdited: eventType(1, {
    messageId: MessageId,
    senderId: UserId,
    editorId: UserId,
    ...conversationShape('message:messageId'),
    oldContent: erasable('message:messageId', z.string()),
    /** Absent if it is the escaped source in one paragraph, as with the new one. */
    oldHtml: erasable('message:messageId', z.string()).optional(),
    oldRendererVersion: z.number().int(),
    newContent: erasable('message:messageId', z.string()),
    newHtml: erasable('message:messageId', z.string()).optional(),
    newRendererVersion: z.number().int(),
    /** People mentioned in the old text, who have received the message. */
    oldMentionedUserIds: z.array(UserId).readonly().optional(),
    mentionedUserIds: z.array(UserId).readonly().optional(),
    mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
    wildcards: z.array(Wildcard).readonly().optional(),
    /** Topic participants, if the text mentions them all; only the first of very many. */
    topicParticipantIds: z.array(UserId).readonly().optional(),
    /** Recipients with an alert word in the new text; only the first of very many. */
    alertedUserIds: z.array(UserId).readonly().optional(),
    links: erasable('message:messageId', z.array(z.string()).readonly()).optional(),
    /** Uploaded files that it shows now, and in that case when it was sent, in UNIX milliseconds. */
    fileIds: z.array(FileId).readonly().optional(),
    sentAt: z.number().int().optional(),
    ...arrival,
  }),
  /** Messages of one topic have moved to another topic or channel, or to another spelling of the topic. */
  MessagesMoved: eventType(1, {
    /** The message that the caller named. */
    messageId: MessageId,
    /** Ascending. Moving very many messages takes several events, newest messages first. */
    messageIds: z.array(MessageId).readonly(),
    editorId: UserId,
    oldChannelId: ChannelId,
    oldTopic: erasable('message:messageId', Topic),
    newChannelId: ChannelId,
    newTopic: erasable('message:messageId', Topic),
    reach: MoveReach,
    /** Whether the notification bot posts a notice in the old and in the new topic. */
    notifiesOldTopic: z.boolean(),
    notifiesNewTopic: z.boolean(),
    /** Reverts a resolution of a moment ago: its notice is deleted, and no new one is sent. */
    isUndone: z.literal(true).optional(),
    /** Authors of the messages and people who reacted to them: they participate in the new topic. */
    contributorIds: z.array(UserId).readonly(),
    /** Of messages that are moved to another channel: those that everybody has read, because their channel was archived. */
    readByAll: z.array(MessageId).readonly().optional(),
    ...rearrangement,
  }),
  /** Messages of one conversation are deleted, with all their data. */
  MessagesDeleted: eventType(1, {
    /** Ascending. */
    messageIds: z.array(MessageId).readonly(),
    deleterId: UserId,
    ...conversationShape('message:messageIds'),
    ...rearrangement,
  }),
});
/** Display name of the empty topic; sending it means the empty topic. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** Prefix of resolved topics. */
export const RESOLVED_PREFIX = '✔ ';

/** The identity of a topic, resolved or not. */
const unresolved = (topic: string): string => nameKey(topic.replace(/^(?:✔ *)+/u, ''));

/** Whether a move, to any conversation, resolves or unresolves the topic. */
export const togglesResolution = (oldTopic: string, newTopic: string): boolean =>
  oldTopic.startsWith(RESOLVED_PREFIX) !== newTopic.startsWith(RESOLVED_PREFIX) &&
  unresolved(oldTopic) === unresolved(newTopic);

/** Whether a move only resolves or unresolves the topic, which readers do not see as a move. */
export const isResolving = (oldTopic: string, newTopic: string): boolean =>
  oldTopic !== newTopic &&
  (newTopic === RESOLVED_PREFIX + oldTopic || oldTopic === RESOLVED_PREFIX + newTopic);

/**
 * Events of submessages: votes, options, tasks. A submessage's ID is the revision of its event plus one. The
 * first one of `/poll` or `/todo` is in MessageSent: `widget`.
 */
export const submessageEvents = defineEvents('organization', 'counted', 'shared', {
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
export const flagEvents = defineEvents('organization', 'counted', 'shared', {
  MessagesMarkedRead: eventType(1, {
    ...flagged,
    /** All messages: the range then contains every ID up to this moment. */
    all: z.literal(true).optional(),
  }),
  MessagesMarkedUnread: eventType(1, {
    userId: UserId,
    conversations: z.array(UnreadConversation).readonly(),
    /** Topics of the conversations, in order; '' for direct ones. */
    topics: erasable('message:conversations', z.array(Topic).readonly()),
  }),
  MessagesStarred: eventType(1, flagged),
  MessagesUnstarred: eventType(1, flagged),
  MessagesCollapsed: eventType(1, flagged),
  MessagesUncollapsed: eventType(1, flagged),
});
