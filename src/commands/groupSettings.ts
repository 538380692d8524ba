/** What a group setting may be set to, wherever one occurs (spec/endpoint-details.md 0.9). */
import { requireThat } from '../errors.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { UserGroupId } from '../ids.ts';
import { forbiddenGroupIn, type GroupSettingKind } from '../organization/groupSettings.ts';
import type { OrganizationState } from '../organization/state.ts';
import { canonical } from '../organization/userGroups.ts';

/** A change of a group setting: refused where `old` is given and is not the present value. */
export interface GroupSettingUpdate {
  readonly new: GroupSettingValue;
  readonly old?: GroupSettingValue | undefined;
}

/** The canonical form of a value that is asked for; refuses what the organization lacks or the setting forbids. */
export function checkedGroupSetting(
  organization: OrganizationState,
  kind: GroupSettingKind,
  wanted: GroupSettingValue,
): GroupSettingValue {
  requireKnown(organization, wanted);
  const value = canonical(organization, wanted);
  requireSystemGroup(organization, kind, value);
  const refused = forbiddenGroupIn(kind, value);
  requireThat(
    refused === undefined,
    'BAD_REQUEST',
    `'${kind.setting}' setting cannot be set to '${refused}' group.`,
  );
  return value;
}

/** The new value of a setting in its canonical form; undefined where the update changes nothing. */
export function changedGroupSetting(
  organization: OrganizationState,
  kind: GroupSettingKind,
  present: GroupSettingValue,
  update: GroupSettingUpdate,
): GroupSettingValue | undefined {
  const isPresent = (value: GroupSettingValue): boolean =>
    JSON.stringify(canonical(organization, value)) === JSON.stringify(canonical(organization, present));
  const value = checkedGroupSetting(organization, kind, update.new);
  requireThat(
    update.old === undefined || isPresent(update.old),
    'EXPECTATION_MISMATCH',
    "'old' value does not match the expected value.",
    { field_name: 'old' },
  );
  return isPresent(value) ? undefined : value;
}

/** Refuses groups and people that the organization does not have any more, or never had. */
function requireKnown(organization: OrganizationState, value: GroupSettingValue): void {
  const { directMembers, directSubgroups } =
    typeof value === 'number' ? { directMembers: [], directSubgroups: [value] } : value;
  requireActiveGroups(organization, directSubgroups);
  const user = directMembers.find((userId) => !organization.users.byId.has(userId));
  requireThat(user === undefined, 'BAD_REQUEST', `Invalid user ID: ${user}`);
}

/** Refuses groups that nothing can be given to, and that can become part of nothing. */
export function requireActiveGroups(
  { userGroups }: OrganizationState,
  groupIds: readonly UserGroupId[],
): void {
  for (const groupId of groupIds) {
    const group = userGroups.byId.get(groupId);
    requireThat(group !== undefined, 'BAD_REQUEST', `Invalid user group ID: ${groupId}`);
    requireThat(!group.deactivated, 'BAD_REQUEST', 'User group is deactivated.');
  }
}

function requireSystemGroup(
  { userGroups }: OrganizationState,
  { setting, onlyOneOf }: GroupSettingKind,
  value: GroupSettingValue,
): void {
  const isSystemGroup = typeof value === 'number' && userGroups.byId.get(value)?.isSystemGroup === true;
  requireThat(
    onlyOneOf === undefined || isSystemGroup,
    'SYSTEM_GROUP_REQUIRED',
    `'${setting}' must be a system user group.`,
    { setting_name: setting },
  );
}
