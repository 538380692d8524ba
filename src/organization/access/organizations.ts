/** Who may change organization settings: administrators, for some of them only owners. */
import { DAY_MS } from '../../base/clock.ts';
import type { UserId } from '../../base/ids.ts';
import {
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTINGS,
  type OrganizationPermission,
  type OrganizationSettingName,
} from '../../events/organizations.ts';
import { settingsOf } from '../slices/organizations.ts';
import type { OrganizationState } from '../state.ts';

const ROWS = { ...ORGANIZATION_PERMISSIONS, ...ORGANIZATION_SETTINGS };

/** True if only owners may change it. */
export const isForOwners = (name: OrganizationPermission | OrganizationSettingName): boolean =>
  ROWS[name].isForOwners === true;

// Who has been a member long enough to be a full member.

/** New people whose waiting period, in days, is over at `now` (UNIX milliseconds). */
export const dueFullMembers = (
  organization: OrganizationState,
  now: number,
  days = settingsOf(organization).waitingPeriodDays,
): readonly UserId[] =>
  [...organization.userGroups.newUsers.get()].filter((userId) => hasWaited(organization, userId, now, days));

/** Full members who would be new again with a waiting period of so many days. */
export const returningNewMembers = (
  organization: OrganizationState,
  now: number,
  days: number,
): readonly UserId[] => {
  const newUsers = organization.userGroups.newUsers.get();
  return [...organization.users.byId.keys()].filter(
    (userId) => !newUsers.has(userId) && !hasWaited(organization, userId, now, days),
  );
};

const hasWaited = ({ users }: OrganizationState, userId: UserId, now: number, days: number): boolean =>
  (users.byId.get(userId)?.createdAt ?? now) + days * DAY_MS <= now;
