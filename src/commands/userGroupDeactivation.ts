/** Deactivating user groups: refused while the group is in use. */
import { requireThat } from '../errors.ts';
import { CHANNEL_PERMISSIONS } from '../events/channels.ts';
import { namesIn } from '../events/settings.ts';
import {
  type GroupSettingValue,
  type Permission,
  USER_GROUP_PERMISSIONS,
  UserGroupDeactivated,
  type UserGroupId,
} from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { hasMetadataAccess } from '../organization/access/channels.ts';
import { groupsIn } from '../organization/groupSettings.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command } from './define.ts';
import { existingUserGroup, requireManager } from './userGroups.ts';

/** Deactivates a group, which cannot be given permissions afterwards. */
export const deactivateUserGroup = command<{ groupId: UserGroupId }, void>({
  name: 'DeactivateUserGroup',
  decide(organization, { groupId }, context) {
    const group = existingUserGroup(organization, groupId);
    requireThat(!group.deactivated, 'User group is deactivated.');
    requireManager(organization, context, group);
    const objections = objectionsTo(organization, groupId, context.actor);
    const isUnused = objections.length === 0;
    const complaint = 'Cannot deactivate user group in use.';
    requireThat(isUnused, complaint, 'CANNOT_DEACTIVATE_GROUP_IN_USE', { objections });
    return { events: [UserGroupDeactivated({ groupId })], result: undefined };
  },
});

/**
 * Uses of a group as the refusal lists them; archived channels and deactivated groups do not count, and
 * channels hidden from the caller are not named.
 */
function objectionsTo(
  organization: OrganizationState,
  groupId: UserGroupId,
  actor: UserId | null,
): readonly object[] {
  const { userGroups, channels } = organization;
  const names = (value: GroupSettingValue): boolean => groupsIn(value).includes(groupId);
  const inUse = [...userGroups.byId.values()].filter(({ deactivated }) => !deactivated);
  const supergroups = inUse.filter(({ directSubgroups }) => directSubgroups.includes(groupId));
  const open = [...channels.byId.values()].filter(({ archived }) => !archived);
  return [
    ...(supergroups.length > 0
      ? [{ type: 'subgroup', supergroup_ids: supergroups.map((group) => group.groupId) }]
      : []),
    ...open.flatMap((channel) => {
      const settings = settingsWith(channel.permissions, CHANNEL_PERMISSIONS, names);
      const named = hasMetadataAccess(organization, actor, channel) && { channel_id: channel.channelId };
      return settings.length > 0 ? [{ type: 'channel', ...named, settings }] : [];
    }),
    ...inUse.flatMap((group) => {
      const settings = settingsWith(group.permissions, USER_GROUP_PERMISSIONS, names);
      return settings.length > 0 && group.groupId !== groupId
        ? [{ type: 'user_group', group_id: group.groupId, settings }]
        : [];
    }),
    ...organizationUses(organization, names),
  ];
}

type NamesGroup = (value: GroupSettingValue) => boolean;

/** The defaults of an organization contain system groups only. */
function organizationUses({ organization }: OrganizationState, names: NamesGroup): readonly object[] {
  const settings = [...organization.permissions.entries()].flatMap(([permission, value]) =>
    names(value) ? [permission] : [],
  );
  return settings.length > 0 ? [{ type: 'realm', settings: settings.sort() }] : [];
}

/** Wire names of the settings with a certain value. */
const settingsWith = <Name extends string>(
  permissions: Readonly<Record<Name, GroupSettingValue>>,
  table: Readonly<Record<Name, Permission>>,
  names: NamesGroup,
): readonly string[] =>
  namesIn(table)
    .filter((name) => names(permissions[name]))
    .map((name) => table[name].wireName);
