/** The allowed values of group settings, for all areas. */
import {
  type GroupSettingValue,
  type Permission,
  SYSTEM_GROUP_NAMES,
  type SystemGroupName,
  type UserGroupId,
} from '../events/userGroups.ts';
import { systemGroupId } from './userGroups.ts';

/** The groups that a value names. */
export const groupsIn = (value: GroupSettingValue): readonly UserGroupId[] =>
  typeof value === 'number' ? [value] : value.directSubgroups;

/** A system group in the value that the setting forbids; undefined if none. */
export function forbiddenGroupIn(
  { forbids, allowedGroups }: Pick<Permission, 'forbids' | 'allowedGroups'>,
  value: GroupSettingValue,
): SystemGroupName | undefined {
  const named = groupsIn(value);
  return SYSTEM_GROUP_NAMES.filter((name) => named.includes(systemGroupId(name))).find(
    (name) =>
      name === 'role:internet' || forbids.includes(name) || (allowedGroups && !allowedGroups.includes(name)),
  );
}
