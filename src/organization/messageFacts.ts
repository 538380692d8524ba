/**
 * What decisions may need to know of messages, and how events change it. The `messageFacts` view and the lane's
 * tail in memory fold the same changes, so that a fact is the same wherever it comes from. Folding the same run of
 * events twice, in order, leaves every fact as folding it once does.
 */
import type { AnyEvent } from '../events/catalog.ts';
import { type Conversation, conversationKey, conversationOf } from '../events/messages.ts';
import type { ReactionType } from '../events/reactions.ts';
import type { MessageId, UserId } from '../ids.ts';

/** One message: who wrote it, where, and which reactions are on it. */
export interface MessageFact {
  readonly senderId: UserId;
  readonly conversation: Conversation;
  readonly reactions: readonly ReactionFact[];
}

export interface ReactionFact {
  readonly userId: UserId;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: ReactionType;
}

/** One topic or direct conversation that has messages. */
export interface ConversationFact {
  /** First spelling of the topic; '' for direct conversations. */
  readonly topic: string;
  readonly firstMessageId: MessageId;
  readonly lastMessageId: MessageId;
  /** Who sent or reacted here; no more than PARTICIPANTS_KEPT of them. */
  readonly participants: readonly UserId[];
}

/** Above 15 participants a wildcard asks for permission (spec/endpoint-details.md 1.4): 16 are enough to know. */
const PARTICIPANTS_KEPT = 16;

/** What was answered to a send under an idempotency key. */
export interface SendKeyFact {
  readonly messageId: MessageId;
  readonly parametersHash: string;
}

/** The kinds of fact; also the names of the view's collections. */
export interface FactKinds {
  readonly messageFacts: MessageFact;
  readonly conversationFacts: ConversationFact;
  readonly sendKeys: SendKeyFact;
}

/** One fact that an event changes. The change is pure; `undefined` in means that the fact was not there. */
export type FactChange = {
  readonly [Kind in keyof FactKinds]: {
    readonly kind: Kind;
    readonly id: number | string;
    readonly change: (fact: FactKinds[Kind] | undefined) => FactKinds[Kind] | undefined;
  };
}[keyof FactKinds];

type Handlers = {
  readonly [Type in AnyEvent['type']]?: (event: Extract<AnyEvent, { type: Type }>) => readonly FactChange[];
};

const handlers: Handlers = {
  MessageSent(event) {
    const messageId = (event.revision + 1) as MessageId;
    const { senderId, idempotency } = event.data;
    const conversation = conversationOf(event.data);
    return [
      { kind: 'messageFacts', id: messageId, change: () => ({ senderId, conversation, reactions: [] }) },
      participation(conversation, senderId, messageId),
      ...(idempotency
        ? [sendKey(idempotency.keyHash, { messageId, parametersHash: idempotency.parametersHash })]
        : []),
    ];
  },
  ReactionAdded({ data }) {
    const { userId, emojiName, emojiCode, reactionType } = data;
    return [
      reactions(data.messageId, (present) => [
        ...present.filter((reaction) => !isSameReaction(reaction, data)),
        { userId, emojiName, emojiCode, reactionType },
      ]),
      participation(conversationOf(data), userId),
    ];
  },
  ReactionRemoved: ({ data }) => [
    reactions(data.messageId, (present) => present.filter((reaction) => !isSameReaction(reaction, data))),
  ],
};

/** The facts that an event changes, in order. */
export const factChanges = (event: AnyEvent): readonly FactChange[] => {
  const handler = handlers[event.type] as ((event: AnyEvent) => readonly FactChange[]) | undefined;
  return handler ? handler(event) : [];
};

/** A reaction is the same by user, type and code, whatever name it was given (spec/endpoint-details.md 15). */
export const isSameReaction = (
  one: Pick<ReactionFact, 'userId' | 'emojiCode' | 'reactionType'>,
  other: Pick<ReactionFact, 'userId' | 'emojiCode' | 'reactionType'>,
): boolean =>
  one.userId === other.userId && one.emojiCode === other.emojiCode && one.reactionType === other.reactionType;

const sendKey = (id: string, fact: SendKeyFact): FactChange => ({ kind: 'sendKeys', id, change: () => fact });

const reactions = (
  id: MessageId,
  change: (present: readonly ReactionFact[]) => readonly ReactionFact[],
): FactChange => ({
  kind: 'messageFacts',
  id,
  change: (message) => message && { ...message, reactions: change(message.reactions) },
});

/** A user takes part in a conversation, by a message (whose ID is given) or by a reaction. */
function participation(conversation: Conversation, userId: UserId, messageId?: MessageId): FactChange {
  const change = (known: ConversationFact | undefined): ConversationFact | undefined => {
    if (known === undefined)
      return messageId === undefined ? undefined : firstMessage(conversation, userId, messageId);
    const isNew = known.participants.length < PARTICIPANTS_KEPT && !known.participants.includes(userId);
    return {
      ...known,
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
  topic: conversation.kind === 'channel' ? conversation.topic : '',
  firstMessageId: messageId,
  lastMessageId: messageId,
  participants: [userId],
});
