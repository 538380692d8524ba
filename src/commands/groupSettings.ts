/** What a group setting may be set to, wherever one occurs. */
import { requireThat } from '../errors.ts';
import { namesIn } from '../events/settings.ts';
import type { GroupSettingValue, Permission, UserGroupId } from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { isFindable } from '../organization/access/people.ts';
import { forbiddenGroupIn, groupsIn } from '../organization/groupSettings.ts';
import type { OrganizationState } from '../organization/state.ts';
import { canonical, systemGroupId, type UserGroup } from '../organization/userGroups.ts';

/** A change of a group setting: refused where `old` is given and is not the present value. */
export interface GroupSettingUpdate {
  readonly new: GroupSettingValue;
  readonly old?: GroupSettingValue | undefined;
}

/** The canonical form of a value that is asked for; refuses what the organization lacks or the setting forbids. */
function checkedGroupSetting(
  organization: OrganizationState,
  kind: Permission,
  wanted: GroupSettingValue,
): GroupSettingValue {
  requireKnown(organization, wanted);
  return allowedGroupSetting(organization, kind, wanted);
}

/** The same for a value that names nothing unknown. */
function allowedGroupSetting(
  organization: OrganizationState,
  kind: Permission,
  wanted: GroupSettingValue,
): GroupSettingValue {
  requireActiveGroups(organization, groupsIn(wanted));
  const value = canonical(organization, wanted);
  requireSystemGroup(organization, kind, value);
  const refused = forbiddenGroupIn(kind, value);
  requireThat(refused === undefined, `'${kind.wireName}' setting cannot be set to '${refused}' group.`);
  return value;
}

/**
 * The new value of a setting in its canonical form; undefined where the update changes nothing. What is stored may
 * name people who have left since, whom nobody sees in it: they would be back in it with their accounts, unless it is
 * set to what is seen.
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

/** Permissions by name, each with a value or a change of it; undefined stays, or has its default. */
export type Wanted<Name extends string, Value> = { readonly [Each in Name]?: Value | undefined };

/** A table of permissions, and what is refused of giving one of them to somebody. */
interface Giving<Name extends string> {
  readonly table: Readonly<Record<Name, Permission>>;
  readonly requireMayGive?: (permission: Permission) => void;
}

/** The permissions of something new: what its creator asks for, the defaults for the rest. */
export const newPermissions = <Name extends string>(
  organization: OrganizationState,
  creatorId: UserId,
  { table, requireMayGive }: Giving<Name>,
  wanted: Wanted<Name, GroupSettingValue>,
): Readonly<Record<Name, GroupSettingValue>> =>
  Object.fromEntries(
    namesIn(table).map((name) => {
      const asked = wanted[name];
      if (asked === undefined) return [name, defaultOf(table[name], creatorId)];
      const value = checkedGroupSetting(organization, table[name], asked);
      if (value !== systemGroupId('role:nobody')) requireMayGive?.(table[name]);
      return [name, value];
    }),
  ) as Record<Name, GroupSettingValue>;

const defaultOf = ({ byDefault }: Permission, creatorId: UserId): GroupSettingValue =>
  byDefault === 'creator' ? { directMembers: [creatorId], directSubgroups: [] } : systemGroupId(byDefault);

/** Old and new value of each permission that becomes another. */
export const changedPermissions = <Name extends string>(
  organization: OrganizationState,
  { table, requireMayGive }: Giving<Name>,
  present: (name: Name) => GroupSettingValue,
  updates: Wanted<Name, GroupSettingUpdate>,
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

/** Refuses groups and people that the organization never had, and its own bot, to which nothing is given. */
function requireKnown(organization: OrganizationState, value: GroupSettingValue): void {
  for (const groupId of groupsIn(value)) existingGroup(organization, groupId);
  const members = typeof value === 'number' ? [] : value.directMembers;
  const unknown = members.find((userId) => !isFindable(organization, userId));
  requireThat(unknown === undefined, `Invalid user ID: ${unknown}`);
}

/** Refuses groups that nothing can be given to, and that can become part of nothing. */
export function requireActiveGroups(organization: OrganizationState, groupIds: readonly UserGroupId[]): void {
  for (const groupId of groupIds) {
    const { deactivated } = existingGroup(organization, groupId);
    requireThat(!deactivated, 'User group is deactivated.');
  }
}

/** Refuses settings that would come into use again with groups that were deactivated meanwhile. */
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
  { wireName: setting, onlyOneOf }: Permission,
  value: GroupSettingValue,
): void {
  const isSystemGroup = typeof value === 'number' && userGroups.byId.get(value)?.isSystemGroup === true;
  requireThat(
    onlyOneOf === undefined || isSystemGroup,
    `'${setting}' must be a system user group.`,
    'SYSTEM_GROUP_REQUIRED',
    { setting_name: setting },
  );
}
