/** The allowed values of group settings. */
import { requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { namesIn } from '../../events/define.ts';
import type { GroupSettingValue, Permission, UserGroupId } from '../../events/userGroups.ts';
import { isFindable } from '../../organization/access/people.ts';
import {
  canonical,
  forbiddenGroupIn,
  groupsIn,
  systemGroupId,
  type UserGroup,
} from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** A change of a group setting; refused if `old` is given and not current. */
export interface GroupSettingUpdate {
  readonly new: GroupSettingValue;
  readonly old?: GroupSettingValue | undefined;
}

/**
 * The canonical form of a requested value; refuses unknown groups, people who are unknown or deactivated, and what the
 * setting forbids.
 */
function checkedGroupSetting(
  organization: OrganizationState,
  kind: Permission,
  requested: GroupSettingValue,
): GroupSettingValue {
  requireKnown(organization, requested);
  return allowedGroupSetting(organization, kind, requested);
}

/** The same for a value that contains nothing unknown. */
function allowedGroupSetting(
  organization: OrganizationState,
  kind: Permission,
  requested: GroupSettingValue,
): GroupSettingValue {
  requireActiveGroups(organization, groupsIn(requested));
  const value = canonical(organization, requested);
  requireSystemGroup(organization, kind, value);
  const refused = forbiddenGroupIn(kind, value);
  requireThat(refused === undefined, `'${kind.wireName}' setting cannot be set to '${refused}' group.`);
  return value;
}

/**
 * The new value in its canonical form; undefined if nothing changes. The stored value may name deactivated
 * people, who are not shown in it: setting exactly what is shown removes them, so that they do not regain the
 * permission when they return.
 */
function changedGroupSetting(
  organization: OrganizationState,
  kind: Permission,
  present: GroupSettingValue,
  update: GroupSettingUpdate,
): GroupSettingValue | undefined {
  const isPresent = (value: GroupSettingValue): boolean =>
    JSON.stringify(canonical(organization, value)) === JSON.stringify(canonical(organization, present));
  requireKnown(organization, update.new);
  const value = isPresent(update.new)
    ? canonical(organization, update.new)
    : allowedGroupSetting(organization, kind, update.new);
  requireThat(
    update.old === undefined || isPresent(update.old),
    "'old' value does not match the expected value.",
    'EXPECTATION_MISMATCH',
    { field_name: 'old' },
  );
  return JSON.stringify(value) === JSON.stringify(present) ? undefined : value;
}

/** Permissions by name, each with a value or a change; undefined means no change, or the default. */
export type Requested<Name extends string, Value> = { readonly [Each in Name]?: Value | undefined };

/** A table of permissions, and the rules for granting each. */
interface Giving<Name extends string> {
  readonly table: Readonly<Record<Name, Permission>>;
  readonly requireMayGive?: (permission: Permission) => void;
}

/** Permissions of something new: those requested, defaults for the rest. */
export const newPermissions = <Name extends string>(
  organization: OrganizationState,
  creatorId: UserId,
  { table, requireMayGive }: Giving<Name>,
  requested: Requested<Name, GroupSettingValue>,
): Readonly<Record<Name, GroupSettingValue>> =>
  Object.fromEntries(
    namesIn(table).map((name) => {
      const requestedValue = requested[name];
      if (requestedValue === undefined) return [name, defaultOf(table[name], creatorId)];
      const value = checkedGroupSetting(organization, table[name], requestedValue);
      if (value !== systemGroupId('role:nobody')) requireMayGive?.(table[name]);
      return [name, value];
    }),
  ) as Record<Name, GroupSettingValue>;

const defaultOf = ({ byDefault }: Permission, creatorId: UserId): GroupSettingValue =>
  byDefault === 'creator' ? { directMembers: [creatorId], directSubgroups: [] } : systemGroupId(byDefault);

/** Old and new value of each changed permission. */
export const changedPermissions = <Name extends string>(
  organization: OrganizationState,
  { table, requireMayGive }: Giving<Name>,
  present: (name: Name) => GroupSettingValue,
  updates: Requested<Name, GroupSettingUpdate>,
) =>
  namesIn(table).flatMap((permission) => {
    const update = updates[permission];
    if (update === undefined) return [];
    const oldValue = present(permission);
    const newValue = changedGroupSetting(organization, table[permission], oldValue, update);
    if (newValue === undefined) return [];
    requireMayGive?.(table[permission]);
    return [{ permission, oldValue, newValue }];
  });

/** Refuses unknown groups, and people whom a group could not have as members. */
function requireKnown(organization: OrganizationState, value: GroupSettingValue): void {
  for (const groupId of groupsIn(value)) existingGroup(organization, groupId);
  if (typeof value !== 'number') requireActiveUsers(organization, value.directMembers);
}

/** Refuses unknown and deactivated people, and the notification bot, which is in no group and gets no permissions. */
export function requireActiveUsers(organization: OrganizationState, userIds: readonly UserId[]): void {
  const isMeant = (userId: UserId): boolean =>
    organization.users.byId.get(userId)?.active === true && isFindable(organization, userId);
  const invalid = userIds.find((userId) => !isMeant(userId));
  requireThat(invalid === undefined, `Invalid user ID: ${invalid}`);
}

/** Refuses groups that cannot be given permissions or become subgroups. */
export function requireActiveGroups(organization: OrganizationState, groupIds: readonly UserGroupId[]): void {
  for (const groupId of groupIds) {
    const { deactivated } = existingGroup(organization, groupId);
    requireThat(!deactivated, 'User group is deactivated.');
  }
}

/** Refuses settings that would take effect again with groups that have been deactivated. */
export function requireUsableSettings<Name extends string>(
  organization: OrganizationState,
  present: Readonly<Record<Name, GroupSettingValue>>,
  updates: Readonly<Partial<Record<Name, GroupSettingUpdate | undefined>>>,
  itself?: UserGroupId,
): void {
  for (const name of Object.keys(present) as Name[]) {
    const named = groupsIn(updates[name]?.new ?? present[name]);
    requireActiveGroups(
      organization,
      named.filter((groupId) => groupId !== itself),
    );
  }
}

function existingGroup({ userGroups }: OrganizationState, groupId: UserGroupId): UserGroup {
  const group = userGroups.byId.get(groupId);
  requireThat(group !== undefined, `Invalid user group ID: ${groupId}`);
  return group;
}

function requireSystemGroup(
  { userGroups }: OrganizationState,
  { wireName: setting, allowedGroups }: Permission,
  value: GroupSettingValue,
): void {
  const isSystemGroup = typeof value === 'number' && userGroups.byId.get(value)?.isSystemGroup === true;
  requireThat(
    allowedGroups === undefined || isSystemGroup,
    `'${setting}' must be a system user group.`,
    'SYSTEM_GROUP_REQUIRED',
    { setting_name: setting },
  );
}
