import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../ids.ts';
import { nameKey } from '../names.ts';
import { defineEvents, erasable, type Erased, type ErasureSubject, fact, revealed } from './define.ts';
import { AutomaticTopicPolicy } from './topics.ts';
import { UserGroupId } from './userGroups.ts';

/**
 * Where a message was said, as fields of an event: channel and topic, or all participants of a direct
 * conversation (the sender among them, ascending). A topic keeps the spelling of its first message.
 * The subject is the message whose text the topic is.
 */
export const whereSaid = (subject: Extract<ErasureSubject, `${'message' | 'scheduled'}${string}`>) => ({
  channelId: ChannelId.optional(),
  topic: erasable(subject, z.string()).optional(),
  participantIds: z.array(UserId).readonly().optional(),
});

/** How a message came to its channel; absent where it was sent there. */
const arrival = {
  /** The one channel it was sent to. */
  sentToChannelIds: z.array(ChannelId).readonly().optional(),
  /** Revision of the event that moved it to its channel. */
  arrivedAt: z.number().int().optional(),
};

/**
 * Who has received a message without following its channel when it was sent: so that they are told what
 * becomes of it.
 */
export const receivedOtherwise = {
  mentionedUserIds: z.array(UserId).readonly().optional(),
  ...arrival,
};

/** Messages that came to their channel in one way. */
const Arrivals = z.strictObject({ messageIds: z.array(MessageId).readonly(), ...arrival });
export type Arrivals = z.infer<typeof Arrivals>;

/** Kinds of wildcard mention. */
export const Wildcard = z.enum(['channel', 'topic']);
export type Wildcard = z.infer<typeof Wildcard>;

/** Channel and topic, or the participants of a direct conversation, ascending. */
export type Conversation =
  | { readonly kind: 'channel'; readonly channelId: ChannelId; readonly topic: string }
  | { readonly kind: 'direct'; readonly participantIds: readonly UserId[] };

/** The conversation that an event's fields name; an erased topic reads as the empty one. */
export const conversationOf = (said: {
  readonly channelId?: ChannelId | undefined;
  readonly topic?: string | Erased | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
}): Conversation =>
  said.channelId === undefined
    ? { kind: 'direct', participantIds: said.participantIds ?? [] }
    : { kind: 'channel', channelId: said.channelId, topic: revealed(said.topic ?? '', '') };

/**
 * Identity of a conversation as text: `c:{channel}:{nameKey of the topic}` or `d:{participants}`. Two spellings
 * of one topic are one conversation.
 */
export const conversationKey = (conversation: Conversation): string =>
  conversation.kind === 'channel'
    ? `c:${conversation.channelId}:${nameKey(conversation.topic)}`
    : `d:${conversation.participantIds.join(',')}`;

/**
 * What readers see of a message. Where no HTML was recorded it is the source as one paragraph: such texts hold
 * nothing that HTML would take for markup.
 */
export const htmlOf = (message: { readonly content: string; readonly html?: string | undefined }): string =>
  message.html ?? `<p>${message.content}</p>`;

/** Which messages of a topic go along when one of them is moved: it alone, those after it too, or all of them. */
export const MoveReach = z.enum(['one', 'later', 'all']);
export type MoveReach = z.infer<typeof MoveReach>;

/** The first and the last message of what is left of a conversation; absent where nothing is left. */
const Remaining = z.strictObject({ firstMessageId: MessageId, lastMessageId: MessageId });
export type Remaining = z.infer<typeof Remaining>;

/** The oldest message of a channel before and after; null where there is none. */
const ChannelBeginning = z.strictObject({
  channelId: ChannelId,
  oldMessageId: MessageId.nullable(),
  newMessageId: MessageId.nullable(),
});
export type ChannelBeginning = z.infer<typeof ChannelBeginning>;

/** What becomes of the places that messages leave or come to. */
const rearrangement = {
  /** People named in any of the messages: they received them without being subscribed. */
  mentionedUserIds: z.array(UserId).readonly().optional(),
  /** Those of the messages that were sent to another channel, by how they came to the one that they leave. */
  arrivals: z.array(Arrivals).readonly().optional(),
  remaining: Remaining.optional(),
  /** Channels whose oldest message is another one now. */
  channelBeginnings: z.array(ChannelBeginning).readonly().optional(),
};

/** Facts of messages. The ID of a message is the revision of its MessageSent plus one. */
export const messageEvents = defineEvents('organization', {
  MessageSent: fact(1, {
    senderId: UserId,
    ...whereSaid('message'),
    content: erasable('message', z.string()),
    /** What people were shown; absent where it is the escaped paragraph of the content. */
    html: erasable('message', z.string()).optional(),
    /** 0 where the text has no markup and was not rendered. */
    rendererVersion: z.number().int(),
    mentionedUserIds: z.array(UserId).readonly().optional(),
    mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
    wildcards: z.array(Wildcard).readonly().optional(),
    /** Those who take part in the topic, where the text calls them all; of very many the first. */
    topicParticipantIds: z.array(UserId).readonly().optional(),
    /** Receivers who have an alert word that is in it; of very many the first. */
    alertedUserIds: z.array(UserId).readonly().optional(),
    /** Targets of the links in it, each once. */
    links: erasable('message', z.array(z.string()).readonly()).optional(),
    /** The first submessage of a poll or to-do list, as JSON text; its ID is the message's. */
    widget: erasable('message', z.string()).optional(),
    readBySender: z.boolean(),
    /** What the topic has become of itself to the sender, as they were answered. */
    automaticTopicPolicy: AutomaticTopicPolicy.optional(),
    /** Returned untouched to the client that owns the queue. */
    queueId: z.string().optional(),
    localId: z.string().optional(),
    /** SHA-256 of (organization, sender, idempotency key), and of the parsed and supported parameters. */
    idempotency: z.strictObject({ keyHash: z.string(), parametersHash: z.string() }).optional(),
  }),
  /** Its sender has given a message another text. */
  MessageEdited: fact(1, {
    messageId: MessageId,
    senderId: UserId,
    editorId: UserId,
    ...whereSaid('message:messageId'),
    oldContent: erasable('message:messageId', z.string()),
    /** Absent where it is the escaped paragraph of the content, like the new one. */
    oldHtml: erasable('message:messageId', z.string()).optional(),
    oldRendererVersion: z.number().int(),
    newContent: erasable('message:messageId', z.string()),
    newHtml: erasable('message:messageId', z.string()).optional(),
    newRendererVersion: z.number().int(),
    /** People whom the old text named: they have received the message. */
    oldMentionedUserIds: z.array(UserId).readonly().optional(),
    mentionedUserIds: z.array(UserId).readonly().optional(),
    mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
    wildcards: z.array(Wildcard).readonly().optional(),
    /** Those who take part in the topic, where the text calls them all; of very many the first. */
    topicParticipantIds: z.array(UserId).readonly().optional(),
    /** Receivers who have an alert word that is in the new text; of very many the first. */
    alertedUserIds: z.array(UserId).readonly().optional(),
    links: erasable('message:messageId', z.array(z.string()).readonly()).optional(),
    ...arrival,
  }),
  /** Messages of one topic belong to another topic now, or to another channel, or to the same one spelled otherwise. */
  MessagesMoved: fact(1, {
    /** The message that the caller named. */
    messageId: MessageId,
    /** Ascending. A move of very many messages is several events, the newest messages first. */
    messageIds: z.array(MessageId).readonly(),
    editorId: UserId,
    oldChannelId: ChannelId,
    oldTopic: erasable('message:messageId', z.string()),
    newChannelId: ChannelId,
    newTopic: erasable('message:messageId', z.string()),
    reach: MoveReach,
    /** Whether the notification bot is to tell of it in the old and in the new topic. */
    notifiesOldTopic: z.boolean(),
    notifiesNewTopic: z.boolean(),
    /**
     * Of a topic that was resolved, or no longer, a moment before: what was said of that is gone, and
     * nothing is said.
     */
    isUndone: z.literal(true).optional(),
    /** Who wrote the messages or reacted to them: they take part in the new topic. */
    contributorIds: z.array(UserId).readonly(),
    ...rearrangement,
  }),
  /** Messages of one conversation are gone, with all that was said about them. */
  MessagesDeleted: fact(1, {
    /** Ascending. */
    messageIds: z.array(MessageId).readonly(),
    deleterId: UserId,
    ...whereSaid('message:messageIds'),
    ...rearrangement,
  }),
});
export const { MessageSent, MessageEdited, MessagesMoved, MessagesDeleted } = messageEvents.make;

/** Shown instead of the empty topic; sending it means the empty topic. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** How the name of a resolved topic begins. */
export const RESOLVED = '✔ ';

/** The identity of a topic, be it resolved or not. */
const unresolved = (topic: string): string => nameKey(topic.replace(/^(?:✔ *)+/u, ''));

/** Whether a move, wherever to, makes a resolved topic of one that is not, or takes that back. */
export const togglesResolution = (oldTopic: string, newTopic: string): boolean =>
  oldTopic.startsWith(RESOLVED) !== newTopic.startsWith(RESOLVED) &&
  unresolved(oldTopic) === unresolved(newTopic);

/** Whether a move only resolves a topic or takes that back: such a move is none to readers. */
export const isResolving = (oldTopic: string, newTopic: string): boolean =>
  oldTopic !== newTopic && (newTopic === RESOLVED + oldTopic || oldTopic === RESOLVED + newTopic);
