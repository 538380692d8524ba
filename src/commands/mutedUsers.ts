/** Decisions about muting users. */
import { Refused, requireThat } from '../errors.ts';
import { UserMuted, UserUnmuted } from '../events/mutedUsers.ts';
import type { UserId } from '../ids.ts';
import { seesUser } from '../organization/access/people.ts';
import { isUserMuted, mutedUsersOf } from '../organization/mutedUsers.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecisionContext } from './define.ts';
import { callerOf } from './topics.ts';

interface MuteInput {
  readonly mutedUserId: UserId;
}

/** Users muted by one person. */
const MAX_MUTED_USERS = 1_000;

/** From now on the user's messages are read at once and do not notify the caller. */
export const muteUser = command<MuteInput, void>({
  name: 'MuteUser',
  decide(organization, { mutedUserId }, context) {
    const userId = callerOf(context);
    requireThat(userId !== mutedUserId, 'Cannot mute self');
    requireKnown(organization, mutedUserId, context);
    requireThat(!isUserMuted(organization, userId, mutedUserId), 'User already muted');
    const hasRoom = mutedUsersOf(organization, userId).length < MAX_MUTED_USERS;
    requireThat(hasRoom, `Too many muted users (maximum ${MAX_MUTED_USERS}).`);
    return { events: [UserMuted({ userId, mutedUserId })], result: undefined };
  },
});

/** From now on the user's messages are unread; earlier ones stay read. */
export const unmuteUser = command<MuteInput, void>({
  name: 'UnmuteUser',
  decide(organization, { mutedUserId }, context) {
    const userId = callerOf(context);
    const isMuted = isUserMuted(organization, userId, mutedUserId);
    if (!isMuted) requireKnown(organization, mutedUserId, context);
    requireThat(isMuted, 'User is not muted');
    return { events: [UserUnmuted({ userId, mutedUserId })], result: undefined };
  },
});

function requireKnown(organization: OrganizationState, userId: UserId, { actor }: DecisionContext): void {
  const isKnown = organization.users.byId.has(userId) && seesUser(organization, actor, userId);
  if (!isKnown) throw new Refused('No such user');
}
