/**
 * Messages as they are now, for decisions about their text or conversation: too large to be facts, so they are read
 * from the `messages` view once it is level with the acknowledged state.
 */
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import type { Conversation, MoveReach, Remaining, Wildcard } from '../../events/messages.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import type { ConversationFact, ReactionFact } from './messageFacts.ts';
import type { Arrived } from './subscriptions.ts';

/** A message with its text. */
export interface ExcerptMessage extends Arrived {
  readonly channelId?: ChannelId;
  readonly topic?: string;
  readonly participantIds?: readonly UserId[];
  readonly senderId: UserId;
  readonly content: string;
  /** Absent if it is the escaped source in one paragraph. */
  readonly html?: string;
  /** Absent if the text was not rendered. */
  readonly rendererVersion?: number;
  /** UNIX milliseconds. */
  readonly sentAt: number;
  readonly mentionedUserIds?: readonly UserId[];
  readonly mentionedGroupIds?: readonly UserGroupId[];
  readonly wildcards?: readonly Wildcard[];
  readonly reactions?: readonly ReactionFact[];
  /** Present for a poll or to-do list. */
  readonly submessages?: readonly unknown[];
  /** One for each edit and move. */
  readonly changes?: readonly number[];
}

/** The messages that a decision needs. Equal questions have equal fields, not counting functions. */
export interface ExcerptQuery {
  /** A message, or the key of a conversation for all its messages. */
  readonly of: MessageId | string;
  /** The messages of the conversation that are included besides the named one. */
  readonly reach: MoveReach;
  readonly actor: UserId | null;
  /** The destination of the messages; absent fields stay unchanged. */
  readonly into?: { readonly channelId: ChannelId | undefined; readonly topic: string | undefined };
  /** Maximum number of messages; EXCERPT_LIMIT by default. */
  readonly limit?: number;
  /** Only messages that satisfy this are included; the named one always is. */
  readonly means: (message: ExcerptMessage) => boolean;
}

/** Messages of one conversation, and what remains without them. */
export interface Excerpt {
  readonly conversation: Conversation;
  /** Facts of the conversation and of the destination. */
  readonly here: ConversationFact | undefined;
  readonly there: ConversationFact | undefined;
  /**
   * Ascending: the newest of the requested messages, as many as fit; the named one only with the last of
   * them.
   */
  readonly messages: readonly ExcerptMessage[];
  /** Whether these are all requested messages. */
  readonly isComplete: boolean;
  /** The named message, or the newest. */
  readonly named: ExcerptMessage;
  /** Time of the oldest requested message, in UNIX milliseconds. */
  readonly oldestSentAt: number;
  /** The conversation without these messages; undefined if none are left. */
  readonly remaining: Remaining | undefined;
  /** The channel's first message with and without these; null for none. */
  readonly channelBeginning: { readonly now: MessageId | null; readonly without: MessageId | null };
  /** The first message of the destination channel. */
  readonly intoBeginning: MessageId | null;
}

/** Messages that one event moves or deletes: keeps decisions and views well under 50 ms. */
export const MAX_EXCERPT_MESSAGES = 300;

/** The key of an excerpt in the decision's facts. */
export const excerptKey = ({ of, reach, actor, into, limit }: ExcerptQuery): string =>
  JSON.stringify([of, reach, actor, limit, into]);
