/**
 * Messages as they stand, for decisions about their text or their place: too large to be kept as facts, so they are
 * read from the `messages` view once it is level with what is acknowledged.
 */
import type { Conversation, MoveReach, Remaining, Wildcard } from '../events/messages.ts';
import type { UserGroupId } from '../events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../ids.ts';
import type { ConversationFact, ReactionFact } from './messageFacts.ts';
import type { Arrived } from './subscriptions.ts';

/** A message with its text. */
export interface SaidMessage extends Arrived {
  readonly channelId?: ChannelId;
  readonly topic?: string;
  readonly participantIds?: readonly UserId[];
  readonly senderId: UserId;
  readonly content: string;
  /** Absent where it is the escaped paragraph of the content. */
  readonly html?: string;
  /** Absent where the text was not rendered. */
  readonly rendererVersion?: number;
  /** UNIX milliseconds. */
  readonly sentAt: number;
  readonly mentionedUserIds?: readonly UserId[];
  readonly mentionedGroupIds?: readonly UserGroupId[];
  readonly wildcards?: readonly Wildcard[];
  readonly reactions?: readonly ReactionFact[];
  /** There where the message is a poll or a to-do list. */
  readonly submessages?: readonly unknown[];
  /** One for each edit and move. */
  readonly changes?: readonly number[];
}

/** Which messages a decision is about. Two questions are the same by all that is not a function. */
export interface ExcerptQuestion {
  /** A message, or the key of a conversation whose messages are all asked for. */
  readonly of: MessageId | string;
  /** Which messages of the conversation go along with the named one. */
  readonly reach: MoveReach;
  readonly actor: UserId | null;
  /** Where the messages are to go: what is left out stays as it is. */
  readonly into?: { readonly channelId: ChannelId | undefined; readonly topic: string | undefined };
  /** How many messages are wanted at most; EXCERPT_LIMIT where it is not said. */
  readonly limit?: number;
  /** Only messages that this holds for are meant; the named one always is. */
  readonly means: (message: SaidMessage) => boolean;
}

/** Messages of one conversation, and what is left where they are taken away. */
export interface Excerpt {
  readonly conversation: Conversation;
  /** What is known of the conversation, and of the one that the messages are to go to. */
  readonly here: ConversationFact | undefined;
  readonly there: ConversationFact | undefined;
  /** Ascending: the newest of those asked for, as many as fit, and the named one only with the last of them. */
  readonly messages: readonly SaidMessage[];
  /** Whether these are all that were asked for. */
  readonly isComplete: boolean;
  /** The message that was named, or the newest. */
  readonly named: SaidMessage;
  /** When the oldest of those asked for was sent, in UNIX milliseconds. */
  readonly oldestSentAt: number;
  /** Of the conversation without these messages; undefined where nothing is left. */
  readonly remaining: Remaining | undefined;
  /** The oldest message of the conversation's channel, with and without these; null where there is none. */
  readonly channelBeginning: { readonly now: MessageId | null; readonly without: MessageId | null };
  /** The oldest message of the channel that the messages are to go to. */
  readonly intoBeginning: MessageId | null;
}

/** How many messages one event moves or deletes at most: keeps decisions and views well under 50 ms. */
export const EXCERPT_LIMIT = 300;

/** Under which an excerpt is known to the decision that asked for it. */
export const excerptKey = ({ of, reach, actor, into, limit }: ExcerptQuestion): string =>
  JSON.stringify([of, reach, actor, limit, into]);
