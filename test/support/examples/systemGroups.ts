/** The groups that samples give permissions to. */
import { SYSTEM_GROUP_NAMES } from '../../../src/events/userGroups.ts';

/** The eight groups, each but the narrowest and role:nobody with the next narrower one as its subgroup. */
export const systemGroups = SYSTEM_GROUP_NAMES.map((name, index) => ({
  groupId: index + 1,
  name,
  directSubgroups: index < SYSTEM_GROUP_NAMES.indexOf('role:owners') ? [index + 2] : [],
}));

export const EVERYONE = SYSTEM_GROUP_NAMES.indexOf('role:everyone') + 1;
export const MEMBERS = SYSTEM_GROUP_NAMES.indexOf('role:members') + 1;
export const ADMINISTRATORS = SYSTEM_GROUP_NAMES.indexOf('role:administrators') + 1;
export const NOBODY = SYSTEM_GROUP_NAMES.indexOf('role:nobody') + 1;
/** ID of the first group after the system groups. */
export const FIRST_GROUP = SYSTEM_GROUP_NAMES.length + 1;
