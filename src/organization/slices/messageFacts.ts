/**
 * The facts that decisions may need about messages, and how events change them. The lane's tail in memory and the
 * `messageFacts` view apply the same changes (the `messages` view serves message facts), so a fact is the
 * same from either source. Applying the same run of events twice, in order, has the same result as once.
 */
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import type { AnyEvent, EventTypes } from '../../events/catalog.ts';
import type { ERASED } from '../../events/define.ts';
import type { ReactionType } from '../../events/emoji.ts';
import { type Conversation, conversationKey, conversationOf, type Remaining } from '../../events/messages.ts';
import type { ScheduledMessageId } from '../../events/personal.ts';
import type { AutomaticTopicPolicy } from '../../events/subscriptions.ts';
import { flagChanges, type FlagsFact, holdingChanges } from './flags.ts';
import { type MentionFields, mentionFieldsOf, withoutMentionFields } from './notifications.ts';
import { arrivalFrom } from './subscriptions.ts';

// Submessages of a message.

/** Number of a message's submessages, their total characters, and the last one's ID. */
interface SubmessageTotals {
  readonly count: number;
  readonly characters: number;
  readonly lastId: number;
}

/** Adds a submessage; one that was counted already changes nothing. */
function countSubmessage(
  present: SubmessageTotals | undefined,
  content: string | typeof ERASED,
  id: number,
): SubmessageTotals {
  const { count, characters, lastId } = present ?? { count: 0, characters: 0, lastId: 0 };
  if (id <= lastId) return { count, characters, lastId };
  const added = typeof content === 'string' ? content.length : 0;
  return { count: count + 1, characters: characters + added, lastId: id };
}

const asReadByAll = (fact: MessageFact | undefined): MessageFact | undefined =>
  fact && { ...fact, isReadByAll: true };

/** A message: its author, conversation, mentions and reactions. */
export interface MessageFact extends MentionFields {
  readonly senderId: UserId;
  readonly conversation: Conversation;
  /** The channel it was sent to, if it has been moved. */
  readonly sentToChannelIds?: readonly ChannelId[];
  /** Revision of the event that moved it to its channel. */
  readonly arrivalRevision?: number;
  readonly reactions: readonly ReactionFact[];
  /** The sender had read it when it was sent. */
  readonly readBySender?: true;
  /** Everybody has read it from the start. */
  readonly isImported?: true;
  /** It came from a channel in which everybody had read it, because that was archived. */
  readonly isReadByAll?: true;
  /** It is a poll, a to-do list or similar: others may add submessages too. */
  readonly isWidget?: true;
  /** Its submessages: their characters and the last one's ID. */
  readonly attached?: SubmessageTotals;
}

export interface ReactionFact {
  readonly userId: UserId;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: ReactionType;
}

/** A topic or direct conversation with messages. */
export interface ConversationFact {
  /** First spelling of the topic; '' for direct conversations. */
  readonly topic: string;
  readonly firstMessageId: MessageId;
  readonly lastMessageId: MessageId;
  /** People who sent or reacted here, including to deleted messages; at most PARTICIPANTS_KEPT. */
  readonly participants: readonly UserId[];
}

/** A wildcard needs a permission above 15 participants, so it suffices to remember 16. */
const PARTICIPANTS_KEPT = 16;

/** The answer to a send under an idempotency key. */
export interface SendKeyFact {
  readonly messageId: MessageId;
  readonly automaticTopicPolicy?: AutomaticTopicPolicy;
  readonly parametersHash: string;
}

/** The answer to a request that scheduled a message under an idempotency key. */
export interface ScheduleKeyFact {
  readonly scheduledMessageId: ScheduledMessageId;
  readonly parametersHash: string;
}

/** The kinds of facts; all but the first are also collections of the `messageFacts` view. */
export interface FactKinds {
  readonly messageFacts: MessageFact;
  readonly conversationFacts: ConversationFact;
  readonly sendKeys: SendKeyFact;
  readonly scheduleKeys: ScheduleKeyFact;
  /** By `flagsKey`. */
  readonly flagFacts: FlagsFact;
}

/** A fact changed by an event. The change is a pure function; `undefined` is a fact that does not exist. */
export type FactChange = {
  readonly [Kind in keyof FactKinds]: {
    readonly kind: Kind;
    readonly id: number | string;
    readonly change: (fact: FactKinds[Kind] | undefined) => FactKinds[Kind] | undefined;
  };
}[keyof FactKinds];

type FactHandlers = {
  readonly [Type in AnyEvent['type']]?: (event: Extract<AnyEvent, { type: Type }>) => readonly FactChange[];
};

const handlers: FactHandlers = {
  MessageSent(event) {
    const messageId = (event.revision + 1) as MessageId;
    const { senderId, idempotency, automaticTopicPolicy, imported } = event.data;
    const conversation = conversationOf(event.data);
    const fact = messageFact(event.data, conversation, messageId);
    const changes = [
      { kind: 'messageFacts', id: messageId, change: () => fact } as const,
      participation(conversation, senderId, messageId),
      ...(imported?.reactions ?? []).flatMap(({ userId }) => [
        participation(conversation, userId),
        ...holding(userId, [messageId]),
      ]),
    ];
    if (idempotency === undefined) return changes;
    const { keyHash, parametersHash } = idempotency;
    const answered = { messageId, ...(automaticTopicPolicy && { automaticTopicPolicy }) };
    return [...changes, sendKey(keyHash, { parametersHash, ...answered })];
  },
  MessageScheduled({ data: { scheduledMessageId, idempotency } }) {
    if (idempotency === undefined) return [];
    const { keyHash, parametersHash } = idempotency;
    return [{ kind: 'scheduleKeys', id: keyHash, change: () => ({ scheduledMessageId, parametersHash }) }];
  },
  ReactionAdded({ data }) {
    const { userId, emojiName, emojiCode, reactionType } = data;
    return [
      reactions(data.messageId, (present) => [
        ...present.filter((reaction) => !isSameReaction(reaction, data)),
        { userId, emojiName, emojiCode, reactionType },
      ]),
      participation(conversationOf(data), userId),
      ...holding(userId, [data.messageId]),
    ];
  },
  SubmessageAdded: ({ data, revision }) => [
    {
      kind: 'messageFacts',
      id: data.messageId,
      change: (message) =>
        message && {
          ...message,
          isWidget: true,
          attached: countSubmessage(message.attached, data.content, revision + 1),
        },
    },
  ],
  ReactionRemoved: ({ data }) => [
    reactions(data.messageId, (present) => present.filter((reaction) => !isSameReaction(reaction, data))),
  ],
  MessageEdited: ({ data, revision }) => [
    message(
      data.messageId,
      (known) =>
        known && {
          ...withoutMentionFields(known),
          ...mentionFieldsOf(data),
          editRevision: revision,
        },
    ),
  ],
  MessagesMoved({ data, revision }) {
    const { oldChannelId, newChannelId, messageIds } = data;
    const from = conversationOf({ channelId: oldChannelId, topic: data.oldTopic });
    const to = conversationOf({ channelId: newChannelId, topic: data.newTopic });
    const isAway = oldChannelId !== newChannelId;
    const move = (known: MessageFact | undefined): MessageFact | undefined =>
      known && {
        ...known,
        conversation: to,
        ...(isAway && arrivalFrom(oldChannelId, known, revision)),
      };
    const readByAll = new Set(data.readByAll);
    const moved = messageIds.map((id) =>
      message(id, readByAll.has(id) ? (known) => asReadByAll(move(known)) : move),
    );
    if (conversationKey(from) !== conversationKey(to))
      return [...moved, departure(from, data.remaining), arrival(to, messageIds, data.contributorIds)];
    return [...moved, ...respelling(to, messageIds, data.remaining)];
  },
  MessagesDeleted: ({ data }) => [
    ...data.messageIds.map((id) => message(id, () => undefined)),
    departure(conversationOf(data), data.remaining),
  ],
  MessagesMarkedRead: (event) => flags(event.type, event.data.userId, event.data.messages),
  MessagesMarkedUnread: ({ type, data: { userId, conversations } }) => [
    ...flags(
      type,
      userId,
      conversations.flatMap(({ messages }) => messages),
    ),
    ...holding(
      userId,
      conversations.flatMap(({ messages, unreceived = messages }) => unreceived),
    ),
  ],
  MessagesStarred: (event) => flags(event.type, event.data.userId, event.data.messages),
  MessagesUnstarred: (event) => flags(event.type, event.data.userId, event.data.messages),
  MessagesCollapsed: (event) => flags(event.type, event.data.userId, event.data.messages),
  MessagesUncollapsed: (event) => flags(event.type, event.data.userId, event.data.messages),
};

const flags = (...marking: Parameters<typeof flagChanges>): readonly FactChange[] =>
  flagChanges(...marking).map((change) => ({ kind: 'flagFacts', ...change }));

const holding = (...held: Parameters<typeof holdingChanges>): readonly FactChange[] =>
  holdingChanges(...held).map((change) => ({ kind: 'flagFacts', ...change }));

function messageFact(
  data: EventTypes['MessageSent'],
  conversation: Conversation,
  messageId: MessageId,
): MessageFact {
  const { senderId, readBySender, imported, widget } = data;
  return {
    senderId,
    conversation,
    reactions: imported?.reactions ?? [],
    ...(readBySender && { readBySender }),
    ...(imported && { isImported: true as const }),
    ...(widget !== undefined && { isWidget: true as const }),
    ...(widget !== undefined && { attached: countSubmessage(undefined, widget, messageId) }),
    ...mentionFieldsOf(data),
  };
}

/** The facts that an event changes, in order. */
export const factChanges = (event: AnyEvent): readonly FactChange[] => {
  const handler = handlers[event.type] as ((event: AnyEvent) => readonly FactChange[]) | undefined;
  return handler ? handler(event) : [];
};

/** Reactions are equal by user, type and code, whatever their names. */
export const isSameReaction = (
  one: Pick<ReactionFact, 'userId' | 'emojiCode' | 'reactionType'>,
  other: Pick<ReactionFact, 'userId' | 'emojiCode' | 'reactionType'>,
): boolean =>
  one.userId === other.userId && one.emojiCode === other.emojiCode && one.reactionType === other.reactionType;

const sendKey = (id: string, fact: SendKeyFact): FactChange => ({ kind: 'sendKeys', id, change: () => fact });

type MessageChange = (known: MessageFact | undefined) => MessageFact | undefined;
type ConversationChange = (known: ConversationFact | undefined) => ConversationFact | undefined;

const message = (id: MessageId, change: MessageChange): FactChange => ({ kind: 'messageFacts', id, change });

const reactions = (
  id: MessageId,
  change: (present: readonly ReactionFact[]) => readonly ReactionFact[],
): FactChange => message(id, (known) => known && { ...known, reactions: change(known.reactions) });

const changed = (conversation: Conversation, change: ConversationChange): FactChange => ({
  kind: 'conversationFacts',
  id: conversationKey(conversation),
  change,
});

/**
 * Messages leave a conversation. Participants are not recounted; they are forgotten with the last message.
 */
const departure = (from: Conversation, remaining: Remaining | undefined): FactChange =>
  changed(from, (known) => (known && remaining ? { ...known, ...remaining } : undefined));

function arrival(
  to: Conversation,
  messageIds: readonly MessageId[],
  contributorIds: readonly UserId[],
): FactChange {
  const [first, last] = [messageIds[0], messageIds.at(-1)] as [MessageId, MessageId];
  return changed(to, (known) => {
    const participants = [...new Set([...(known?.participants ?? []), ...contributorIds])];
    return {
      topic: known?.topic ?? topicOf(to),
      firstMessageId: lower(known?.firstMessageId ?? first, first),
      lastMessageId: higher(known?.lastMessageId ?? last, last),
      participants: participants.slice(0, PARTICIPANTS_KEPT),
    };
  });
}

/** Some messages of a topic are respelled, and so is the topic if the newest one is among them. */
function respelling(to: Conversation, messageIds: readonly MessageId[], others?: Remaining): FactChange[] {
  const isNewest = (messageIds.at(-1) ?? 0) > (others?.lastMessageId ?? 0);
  return isNewest ? [changed(to, (known) => known && { ...known, topic: topicOf(to) })] : [];
}

const lower = (one: MessageId, other: MessageId): MessageId => (one < other ? one : other);
const higher = (one: MessageId, other: MessageId): MessageId => (one > other ? one : other);
const topicOf = (conversation: Conversation): string =>
  conversation.kind === 'channel' ? conversation.topic : '';

/** A user participates in a conversation, by a message (whose ID is given) or by a reaction. */
function participation(conversation: Conversation, userId: UserId, messageId?: MessageId): FactChange {
  const change = (known: ConversationFact | undefined): ConversationFact | undefined => {
    if (known === undefined)
      return messageId === undefined ? undefined : firstMessage(conversation, userId, messageId);
    const isNew = known.participants.length < PARTICIPANTS_KEPT && !known.participants.includes(userId);
    // Field by field instead of spreading, because this runs for every message.
    return {
      topic: known.topic,
      firstMessageId: known.firstMessageId,
      lastMessageId: messageId ?? known.lastMessageId,
      participants: isNew ? [...known.participants, userId] : known.participants,
    };
  };
  return { kind: 'conversationFacts', id: conversationKey(conversation), change };
}

const firstMessage = (
  conversation: Conversation,
  userId: UserId,
  messageId: MessageId,
): ConversationFact => ({
  topic: topicOf(conversation),
  firstMessageId: messageId,
  lastMessageId: messageId,
  participants: [userId],
});
