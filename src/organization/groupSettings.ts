/** What group settings may be set to, whichever area they belong to (spec/endpoint-details.md 0.9). */
import { type GroupSettingValue, SYSTEM_GROUP_NAMES, type SystemGroupName } from '../events/userGroups.ts';
import type { UserGroupId } from '../ids.ts';
import { systemGroupId } from './userGroups.ts';

/** What a group setting may be set to; `role:internet` is refused for all of them (0.9). */
export interface GroupSettingKind {
  /** Its name on the wire, as refusals say it. */
  readonly setting: string;
  readonly forbids: readonly SystemGroupName[];
  /** Where there is such a list, people and other groups are refused. */
  readonly onlyOneOf?: readonly SystemGroupName[];
}

/** For settings that take any system group and nothing else. */
export const SYSTEM_GROUPS_ONLY: readonly SystemGroupName[] = SYSTEM_GROUP_NAMES;

/** The groups that a value names. */
export const groupsIn = (value: GroupSettingValue): readonly UserGroupId[] =>
  typeof value === 'number' ? [value] : value.directSubgroups;

/** The system group that a setting cannot be set to but that a value names; undefined if none. */
export function forbiddenGroupIn(
  { forbids, onlyOneOf }: GroupSettingKind,
  value: GroupSettingValue,
): SystemGroupName | undefined {
  const named = groupsIn(value);
  return SYSTEM_GROUP_NAMES.filter((name) => named.includes(systemGroupId(name))).find(
    (name) => name === 'role:internet' || forbids.includes(name) || (onlyOneOf && !onlyOneOf.includes(name)),
  );
}
