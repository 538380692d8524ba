/** Decisions about emoji reactions. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { MessageId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { ReactionType } from '../../events/emoji.ts';
import { EXTRA_EMOJI } from '../../events/reactions.ts';
import { accessOf } from '../../organization/access/access.ts';
import { customEmojiByName } from '../../organization/slices/emoji.ts';
import { isSameReaction, type MessageFact } from '../../organization/slices/messageFacts.ts';
import { arrivalOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { policiesAfterParticipation } from '../channels/topics.ts';
import { done, command, type DecisionContext } from '../define.ts';
import { checkEmoji, type Emoji, emojiByName, type EmojiTable } from '../organization/emoji.ts';
import { conversationFields } from './postPermissions.ts';

// Finds the message that a command changes, if the caller may read it.

/**
 * Absent, hidden and archived messages are refused alike. The command must declare that it needs the fact.
 */
function changeableMessage(
  organization: OrganizationState,
  messageId: MessageId,
  { actor, facts }: DecisionContext,
): { message: MessageFact; userId: UserId } {
  const message = facts.message(messageId);
  const access = accessOf(organization, actor);
  const isOpen =
    message &&
    access.mayChangeMessage({ ...message, ...conversationFields(message.conversation), messageId });
  if (!isOpen || actor === null) throw new Refused('Invalid message(s)');
  return { message, userId: actor };
}

/** Recipients other than the channel's subscribers, as fields of an event. */
const otherRecipientFields = (message: MessageFact) => ({
  ...(message.mentionedUserIds && { mentionedUserIds: message.mentionedUserIds }),
  ...arrivalOf(message),
});

/** A reaction as the caller names it: by name, by code and type, or both. */
interface ReactionInput {
  readonly messageId: MessageId;
  readonly emojiName: string | undefined;
  readonly emojiCode: string | undefined;
  readonly reactionType: ReactionType | undefined;
  readonly emoji: EmojiTable;
}

/** Reactions of one person on one message, which are all shown with it. */
const MAX_REACTIONS_PER_USER = 50;

/** Adds the caller's reaction to a message that the caller may read. */
export const addReaction = command<ReactionInput & { readonly emojiName: string }, void>({
  name: 'AddReaction',
  needs: (_, { messageId }) => ({ messages: [messageId] }),
  decide(organization, input, context) {
    const { message, userId } = changeableMessage(organization, input.messageId, context);
    const emoji = emojiToAdd(organization, input, message);
    const present = message.reactions.some((reaction) => isSameReaction(reaction, { ...emoji, userId }));
    requireThat(!present, 'Reaction already exists.', 'REACTION_ALREADY_EXISTS');
    const own = message.reactions.filter((reaction) => reaction.userId === userId).length;
    requireThat(own < MAX_REACTIONS_PER_USER, 'You have too many reactions on this message.');
    const added = newEvent('ReactionAdded', reactionTo(input.messageId, message, userId, emoji));
    const policies = policiesAfterParticipation(organization, userId, message.conversation);
    return done(added, ...policies);
  },
});

/** Removes the caller's reaction; found by code and type, whatever its name. */
export const removeReaction = command<ReactionInput, void>({
  name: 'RemoveReaction',
  needs: (_, { messageId }) => ({ messages: [messageId] }),
  decide(organization, input, context) {
    const { message, userId } = changeableMessage(organization, input.messageId, context);
    const requested = { userId, ...emojiToRemove(organization, input, message) };
    const present = message.reactions.find((reaction) => isSameReaction(reaction, requested));
    if (present === undefined) throw new Refused("Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST');
    return done(newEvent('ReactionRemoved', reactionTo(input.messageId, message, userId, present)));
  },
});

const reactionTo = (messageId: MessageId, message: MessageFact, userId: UserId, emoji: Emoji) => ({
  messageId,
  userId,
  emojiName: emoji.emojiName,
  emojiCode: emoji.emojiCode,
  reactionType: emoji.reactionType,
  ...conversationFields(message.conversation),
  ...otherRecipientFields(message),
});

/** Joining an existing reaction keeps its name and is not checked again; a new one must be a valid emoji. */
function emojiToAdd(
  organization: OrganizationState,
  input: ReactionInput & { readonly emojiName: string },
  message: MessageFact,
): Emoji {
  const { emojiName } = input;
  const { emojiCode, reactionType } = codeAndType(organization, input, emojiName, message);
  const joined = message.reactions.find(
    (reaction) => reaction.emojiCode === emojiCode && reaction.reactionType === reactionType,
  );
  if (joined) return joined;
  checkEmoji(organization, input.emoji, { emojiName, emojiCode, reactionType });
  return { emojiName, emojiCode, reactionType };
}

/** Selects the coloured form of a character, which is the same emoji. */
const VARIATION_SELECTOR = /-fe0f/gi;

/** The given code and type, completed by what the name stands for. */
function codeAndType(
  organization: OrganizationState,
  { emojiCode: givenCode, reactionType, emoji }: ReactionInput,
  emojiName: string,
  message: MessageFact,
): Omit<Emoji, 'emojiName'> {
  if (givenCode === undefined) {
    const named = emojiByName(organization, emoji, emojiName);
    return { emojiCode: named.emojiCode, reactionType: reactionType ?? named.reactionType };
  }
  const emojiCode = givenCode.replaceAll(VARIATION_SELECTOR, '');
  return { emojiCode, reactionType: reactionType ?? typeOf(organization, { emojiName, emojiCode }, message) };
}

/** The type of a name and code: custom, the extra emoji, one already on the message, or else Unicode. */
function typeOf(
  organization: OrganizationState,
  { emojiName, emojiCode }: Omit<Emoji, 'reactionType'>,
  { reactions }: MessageFact,
): ReactionType {
  const custom = customEmojiByName(organization, emojiName);
  if (custom !== undefined && String(custom.emojiId) === emojiCode) return 'realm_emoji';
  if (emojiName === EXTRA_EMOJI && emojiCode === EXTRA_EMOJI) return 'service_extra_emoji';
  const present = reactions.find((one) => one.emojiName === emojiName && one.emojiCode === emojiCode);
  return present?.reactionType ?? 'unicode_emoji';
}

function emojiToRemove(
  organization: OrganizationState,
  input: ReactionInput,
  message: MessageFact,
): Omit<Emoji, 'emojiName'> {
  const { emojiCode, emojiName } = input;
  const given = 'At least one of the following arguments must be present: emoji_name, emoji_code';
  requireThat(emojiCode !== undefined || emojiName !== undefined, given);
  return codeAndType(organization, input, emojiName ?? '', message);
}

// Decisions about submessages: votes, options, tasks.

interface SubmessageInput {
  readonly messageId: MessageId;
  /** JSON text. */
  readonly content: string;
}

/** Submessages of one message and their characters, which are all sent with it. */
export const MAX_SUBMESSAGES = { count: 2_000, characters: 100_000 } as const;

/** Adds a submessage to a message that the caller may read; the first one must come from the author. */
export const addSubmessage = command<SubmessageInput, void>({
  name: 'AddSubmessage',
  needs: (_, { messageId }) => ({ messages: [messageId] }),
  decide(organization, { messageId, content }, context) {
    const { message, userId } = changeableMessage(organization, messageId, context);
    requireThat(
      message.isWidget === true || message.senderId === userId,
      'You cannot attach a submessage to this message.',
    );
    const { count, characters } = message.attached ?? { count: 0, characters: 0 };
    const fits = count < MAX_SUBMESSAGES.count && characters + content.length <= MAX_SUBMESSAGES.characters;
    requireThat(fits, 'Too much is attached to this message already.');
    const change = parsed(content);
    requireThat(
      message.senderId === userId || !TITLES.has(typeOfSubmessage(change)),
      "You can't edit a question unless you are the author.",
    );
    const submessage = { messageId, senderId: userId, messageType: 'widget', content } as const;
    const added = newEvent('SubmessageAdded', {
      ...submessage,
      ...conversationFields(message.conversation),
      ...otherRecipientFields(message),
    });
    const policies = policiesAfterParticipation(organization, userId, message.conversation);
    return done(added, ...policies);
  },
});

/** Submessages that change the title of a poll or list, which only the author may do. */
const TITLES: ReadonlySet<unknown> = new Set(['question', 'new_task_list_title']);

const typeOfSubmessage = (change: unknown): unknown =>
  typeof change === 'object' && change !== null && 'type' in change ? change.type : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('Invalid json for submessage');
  }
}
