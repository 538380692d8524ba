/** Rules about presence: who may see it of whom. */
import type { UserId } from '../../base/ids.ts';
import { settingsOf } from '../slices/organizations.ts';
import type { OrganizationState } from '../state.ts';
import { displayName } from './explanation.ts';
import { seesEverybody, seesUser, visiblePeopleOf } from './people.ts';
import { actorIndependent, allOf, permission, type Rule } from './rules.ts';

/** Whether people see each other's presence at all. */
export const showsPresence = (organization: OrganizationState): boolean =>
  !settingsOf(organization).presenceDisabled;

/** Whether the account is an active person's, as opposed to a bot's; only people have presence. */
const canBeThere = ({ users }: OrganizationState, userId: UserId): boolean => {
  const user = users.byId.get(userId);
  return user !== undefined && user.active && user.bot === null;
};

/** Presence is recorded if the organization shows it and the person does not hide it. */
export const recordsPresence = (organization: OrganizationState, userId: UserId): boolean =>
  showsPresence(organization) &&
  canBeThere(organization, userId) &&
  organization.users.byId.get(userId)?.settings.presenceEnabled === true;

/** Seeing somebody's presence requires knowing who they are. */
export const seesPresence: Rule<[userId: UserId]> = permission(
  (userId, organization) => `see when ${displayName(organization, userId)} was present`,
  allOf<[userId: UserId]>(
    actorIndependent(
      ({ holds }) => `the organization ${holds ? 'shows' : 'does not show'} presence`,
      showsPresence,
    ),
    actorIndependent(
      ({ organization, not }, userId: UserId) =>
        `${displayName(organization, userId)} is${not} a person with an active account`,
      canBeThere,
    ),
    seesUser,
  ),
);

/** The same for all present people at once. */
export function presencesSeenBy(organization: OrganizationState, actor: UserId): (userId: UserId) => boolean {
  if (!showsPresence(organization)) return () => false;
  const known = seesEverybody(organization, actor) ? undefined : visiblePeopleOf(organization, actor);
  return (userId) => known?.has(userId) !== false && canBeThere(organization, userId);
}
