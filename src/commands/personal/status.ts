/** Decisions about people's statuses. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { ReactionType } from '../../events/emoji.ts';
import type { StatusEmoji } from '../../events/personal.ts';
import { seesUser } from '../../organization/access/people.ts';
import { isUserMuted, mutedUsersOf } from '../../organization/slices/mutedUsers.ts';
import { statusOf } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  done,
  command,
  type DecidedEvent,
  type DecisionContext,
  requireAdministrator,
  requireCaller,
} from '../define.ts';
import { checkEmoji, emojiByName, type EmojiTable } from '../organization/emoji.ts';
import { requireText } from '../text.ts';

/** Code points of a text. */
const MAX_LENGTH = 60;

export interface StatusInput {
  readonly userId: UserId;
  /** undefined stays as it is, '' is none. */
  readonly text: string | undefined;
  readonly emojiName: string | undefined;
  readonly emojiCode: string | undefined;
  readonly reactionType: ReactionType | undefined;
  /** Whether the user does not want to be shown as present; undefined stays as it is. */
  readonly away: boolean | undefined;
  readonly emoji: EmojiTable;
}

/** Sets the status of the caller, or, for an administrator, of somebody else. */
export const setUserStatus = command<StatusInput, void>({
  name: 'SetUserStatus',
  decide(organization, input, context) {
    const { userId } = input;
    if (userId !== context.actor) {
      if (organization.users.byId.get(userId)?.active !== true) throw new Refused('No such user');
      requireAdministrator(organization, context);
    }
    requireSomething(input);
    const present = statusOf(organization, userId);
    const text = input.text === undefined ? present.text : checkedStatusText(input.text);
    const emoji =
      input.emojiName === undefined ? present.emoji : statusEmoji(organization, input.emojiName, input);
    const isSame = text === present.text && isSameEmoji(emoji, present.emoji);
    const changed = isSame ? [] : [newEvent('UserStatusSet', { userId, text, emoji })];
    return done(...changed, ...presenceChange(organization, input));
  },
});

function requireSomething({ text, emojiName, emojiCode, reactionType, away }: StatusInput): void {
  const hasName = emojiName !== undefined;
  const needsName = emojiCode !== undefined || reactionType !== undefined;
  requireThat(
    hasName || !needsName,
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
  );
  requireThat(hasName || text !== undefined || away !== undefined, 'Client did not pass any new values.');
}

function checkedStatusText(sent: string): string {
  const text = sent.trim();
  requireText(text, MAX_LENGTH, 'status_text');
  return text;
}

function statusEmoji(
  organization: OrganizationState,
  emojiName: string,
  { emojiCode, reactionType, emoji: table }: StatusInput,
): StatusEmoji | null {
  if (emojiName === '') return null;
  if (emojiCode === undefined && reactionType === undefined)
    return emojiByName(organization, table, emojiName);
  const named =
    emojiCode === undefined || reactionType === undefined
      ? emojiByName(organization, table, emojiName)
      : undefined;
  const emoji = {
    emojiName,
    emojiCode: emojiCode ?? named?.emojiCode ?? '',
    reactionType: reactionType ?? named?.reactionType ?? 'unicode_emoji',
  };
  checkEmoji(organization, table, emoji);
  return emoji;
}

const isSameEmoji = (one: StatusEmoji | null, other: StatusEmoji | null): boolean =>
  one?.emojiName === other?.emojiName &&
  one?.emojiCode === other?.emojiCode &&
  one?.reactionType === other?.reactionType;

/** To be away is not to be shown as present. */
function presenceChange(
  organization: OrganizationState,
  { userId, away }: StatusInput,
): readonly DecidedEvent[] {
  const oldValue = organization.users.byId.get(userId)?.settings.presenceEnabled;
  if (away === undefined || oldValue === undefined || oldValue === !away) return [];
  return [
    newEvent('PersonalSettingChanged', { userId, property: 'presenceEnabled', oldValue, newValue: !away }),
  ];
}

// Decisions about muting users.

interface MuteInput {
  readonly mutedUserId: UserId;
}

/** Users muted by one person. */
const MAX_MUTED_USERS = 1_000;

/** From now on the user's messages are read at once and do not notify the caller. */
export const muteUser = command<MuteInput, void>({
  name: 'MuteUser',
  decide(organization, { mutedUserId }, context) {
    const userId = requireCaller(context);
    requireThat(userId !== mutedUserId, 'Cannot mute self');
    requireKnown(organization, mutedUserId, context);
    requireThat(!isUserMuted(organization, userId, mutedUserId), 'User already muted');
    const hasCapacity = mutedUsersOf(organization, userId).length < MAX_MUTED_USERS;
    requireThat(hasCapacity, `Too many muted users (maximum ${MAX_MUTED_USERS}).`);
    return done(newEvent('UserMuted', { userId, mutedUserId }));
  },
});

/** From now on the user's messages are unread; earlier ones stay read. */
export const unmuteUser = command<MuteInput, void>({
  name: 'UnmuteUser',
  decide(organization, { mutedUserId }, context) {
    const userId = requireCaller(context);
    const isMuted = isUserMuted(organization, userId, mutedUserId);
    if (!isMuted) requireKnown(organization, mutedUserId, context);
    requireThat(isMuted, 'User is not muted');
    return done(newEvent('UserUnmuted', { userId, mutedUserId }));
  },
});

function requireKnown(organization: OrganizationState, userId: UserId, { actor }: DecisionContext): void {
  const isKnown = organization.users.byId.has(userId) && seesUser(organization, actor, userId);
  if (!isKnown) throw new Refused('No such user');
}
