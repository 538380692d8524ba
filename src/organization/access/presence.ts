/** Who is shown to be there, and who is told so. */
import type { UserId } from '../../ids.ts';
import { settingsOf } from '../organizations.ts';
import type { OrganizationState } from '../state.ts';
import { acquaintancesOf, seesEverybody, seesUser } from './people.ts';
import { nameOf } from './explanation.ts';
import { allOf, permission, regardless, type Rule } from './rules.ts';

/** Whether an organization's people are shown to each other at all. */
export const showsPresence = (organization: OrganizationState): boolean =>
  !settingsOf(organization).presenceDisabled;

/** Whether somebody is a person, as opposed to a bot, whose account can be used: others are never there. */
const canBeThere = ({ users }: OrganizationState, userId: UserId): boolean => {
  const user = users.byId.get(userId);
  return user !== undefined && user.active && user.bot === null;
};

/** What somebody reports of themselves is put on record: where the organization shows presence, and they themselves. */
export const recordsPresence = (organization: OrganizationState, userId: UserId): boolean =>
  showsPresence(organization) &&
  canBeThere(organization, userId) &&
  organization.users.byId.get(userId)?.settings.presenceEnabled === true;

/** Seeing when somebody was there: anybody who may know who they are. */
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

/** The same, asked of everybody: whom somebody sees of those who are there. */
export function presencesSeenBy(organization: OrganizationState, actor: UserId): (userId: UserId) => boolean {
  if (!showsPresence(organization)) return () => false;
  const known = seesEverybody(organization, actor) ? undefined : acquaintancesOf(organization, actor);
  return (userId) => known?.has(userId) !== false && canBeThere(organization, userId);
}
