/** Whose presence is shown, and to whom. */
import type { UserId } from '../../ids.ts';
import { settingsOf } from '../organizations.ts';
import type { OrganizationState } from '../state.ts';
import { acquaintancesOf, seesEverybody, seesUser } from './people.ts';
import { nameOf } from './explanation.ts';
import { allOf, permission, regardless, type Rule } from './rules.ts';

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
  (userId, organization) => `see when ${nameOf(organization, userId)} was present`,
  allOf<[userId: UserId]>(
    regardless(
      ({ holds }) => `the organization ${holds ? 'shows' : 'does not show'} presence`,
      showsPresence,
    ),
    regardless(
      ({ organization, not }, userId: UserId) =>
        `${nameOf(organization, userId)} is${not} a person with an active account`,
      canBeThere,
    ),
    seesUser,
  ),
);

/** The same for all present people at once. */
export function presencesSeenBy(organization: OrganizationState, actor: UserId): (userId: UserId) => boolean {
  if (!showsPresence(organization)) return () => false;
  const known = seesEverybody(organization, actor) ? undefined : acquaintancesOf(organization, actor);
  return (userId) => known?.has(userId) !== false && canBeThere(organization, userId);
}
