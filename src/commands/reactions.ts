/** Decisions about emoji reactions (spec/endpoint-details.md 15, spec/beyond.md 3.4). */
import { Refused, requireThat } from '../errors.ts';
import { ReactionAdded, ReactionRemoved, type ReactionType } from '../events/reactions.ts';
import type { MessageId, UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { isSameReaction, type MessageFact, type ReactionFact } from '../organization/messageFacts.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecisionContext } from './define.ts';
import { policiesAfterReaction } from './topics.ts';

/** The Unicode emoji that the server knows. Codes are lower-case hex code points joined by `-`. */
export interface EmojiTable {
  codeOf(name: string): string | undefined;
  namesOf(code: string): readonly string[];
}

/** A reaction as the caller names it: by name, by code and type, or both. */
export interface ReactionInput {
  readonly messageId: MessageId;
  readonly emojiName: string | undefined;
  readonly emojiCode: string | undefined;
  readonly reactionType: ReactionType | undefined;
  readonly emoji: EmojiTable;
}

type Emoji = Pick<ReactionFact, 'emojiName' | 'emojiCode' | 'reactionType'>;

/** Puts the caller's reaction on a message that the caller may read. */
export const addReaction = command<ReactionInput & { readonly emojiName: string }, void>({
  name: 'AddReaction',
  needs: (_, { messageId }) => ({ messages: [messageId] }),
  decide(organization, input, context) {
    const { message, userId } = readableMessage(organization, input.messageId, context);
    const emoji = emojiToAdd(input, message);
    const present = message.reactions.some((reaction) => isSameReaction(reaction, { ...emoji, userId }));
    requireThat(!present, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.');
    const added = ReactionAdded(reactionTo(input.messageId, message, userId, emoji));
    const policies = policiesAfterReaction(organization, userId, message.conversation);
    return { events: [added, ...policies], result: undefined };
  },
});

/** Takes the caller's reaction away again; found by code and type, whatever name it has. */
export const removeReaction = command<ReactionInput, void>({
  name: 'RemoveReaction',
  needs: (_, { messageId }) => ({ messages: [messageId] }),
  decide(organization, input, context) {
    const { message, userId } = readableMessage(organization, input.messageId, context);
    const wanted = {
      userId,
      emojiCode: codeToRemove(input),
      reactionType: input.reactionType ?? 'unicode_emoji',
    };
    const present = message.reactions.find((reaction) => isSameReaction(reaction, wanted));
    if (present === undefined) throw new Refused('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
    return {
      events: [ReactionRemoved(reactionTo(input.messageId, message, userId, present))],
      result: undefined,
    };
  },
});

function readableMessage(
  organization: OrganizationState,
  messageId: MessageId,
  { actor, facts }: DecisionContext,
): { message: MessageFact; userId: UserId } {
  const message = facts.message(messageId);
  const readable =
    message && accessOf(organization, actor).mayReadMessage({ ...placeOf(message), messageId });
  if (!readable || actor === null) throw new Refused('BAD_REQUEST', 'Invalid message(s)');
  return { message, userId: actor };
}

const placeOf = ({ conversation }: MessageFact) =>
  conversation.kind === 'channel'
    ? { channelId: conversation.channelId, topic: conversation.topic }
    : { participantIds: conversation.participantIds };

const reactionTo = (messageId: MessageId, message: MessageFact, userId: UserId, emoji: Emoji) => ({
  messageId,
  userId,
  emojiName: emoji.emojiName,
  emojiCode: emoji.emojiCode,
  reactionType: emoji.reactionType,
  ...placeOf(message),
});

/** Joining a reaction that somebody made keeps its name and asks nothing; a new one must be an emoji. */
function emojiToAdd(input: ReactionInput & { readonly emojiName: string }, message: MessageFact): Emoji {
  const reactionType = input.reactionType ?? 'unicode_emoji';
  const emojiCode = input.emojiCode ?? codeOfName(input.emoji, input.emojiName);
  const joined = message.reactions.find(
    (reaction) => reaction.emojiCode === emojiCode && reaction.reactionType === reactionType,
  );
  if (joined) return joined;
  checkEmoji({ emojiName: input.emojiName, emojiCode, reactionType }, input.emoji);
  return { emojiName: input.emojiName, emojiCode, reactionType };
}

function checkEmoji({ emojiName, emojiCode, reactionType }: Emoji, emoji: EmojiTable): void {
  requireThat(reactionType !== 'realm_emoji', 'BAD_REQUEST', 'Invalid custom emoji.');
  const names = reactionType === 'unicode_emoji' ? emoji.namesOf(emojiCode) : [];
  requireThat(names.length > 0, 'BAD_REQUEST', 'Invalid emoji code.');
  requireThat(names.includes(emojiName), 'BAD_REQUEST', 'Invalid emoji name.');
}

function codeToRemove({ emojiCode, emojiName, emoji }: ReactionInput): string {
  if (emojiCode !== undefined) return emojiCode;
  const given = 'At least one of the following arguments must be present: emoji_name, emoji_code';
  if (emojiName === undefined) throw new Refused('BAD_REQUEST', given);
  return codeOfName(emoji, emojiName);
}

function codeOfName(emoji: EmojiTable, name: string): string {
  const code = emoji.codeOf(name);
  if (code === undefined) throw new Refused('BAD_REQUEST', `Emoji '${name}' does not exist`);
  return code;
}
