/** What the permissions of a channel may be set to, and by whom. */
import { requireThat } from '../errors.ts';
import {
  CHANNEL_PERMISSIONS,
  ChannelPermissionChanged,
  type ChannelPermissionName,
  type ChannelPermissions,
} from '../events/channels.ts';
import type { GroupSettingValue, Permission } from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { canSetDeleteMessagePolicy } from '../organization/access/channels.ts';
import type { Channel } from '../organization/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { canonical } from '../organization/userGroups.ts';
import { changedPermissions, type GroupSettingUpdate, newPermissions, type Wanted } from './groupSettings.ts';

const givingBy = (organization: OrganizationState, actor: UserId) => ({
  table: CHANNEL_PERMISSIONS,
  requireMayGive({ givenBy }: Permission) {
    const may = givenBy === undefined || canSetDeleteMessagePolicy(organization, actor);
    requireThat(may, 'Insufficient permission');
  },
});

/** The permissions of a new channel: what its creator asks for, the defaults for the rest. */
export const newChannelPermissions = (
  organization: OrganizationState,
  creatorId: UserId,
  wanted: Wanted<ChannelPermissionName, GroupSettingValue>,
): ChannelPermissions => newPermissions(organization, creatorId, givingBy(organization, creatorId), wanted);

type PermissionChanged = ReturnType<typeof ChannelPermissionChanged>;

/** Changes of a channel's permissions that a caller asks for. */
export type PermissionUpdates = Wanted<ChannelPermissionName, GroupSettingUpdate>;

/** One event for each permission that becomes another. */
export const changedChannelPermissions = (
  organization: OrganizationState,
  actor: UserId,
  { channelId, name, permissions }: Channel,
  updates: PermissionUpdates,
): readonly PermissionChanged[] =>
  changedPermissions(
    organization,
    givingBy(organization, actor),
    (permission) => permissions[permission],
    updates,
  ).map((change) => ChannelPermissionChanged({ channelId, name, ...change }));

/** Sets a permission to one group that only names people who have left beside it: they would come back into it. */
export function settledPermission(
  organization: OrganizationState,
  { channelId, name, permissions }: Channel,
  permission: ChannelPermissionName,
): readonly PermissionChanged[] {
  const oldValue = permissions[permission];
  const newValue = canonical(organization, oldValue);
  const isSettled = typeof oldValue === 'number' || typeof newValue !== 'number';
  return isSettled ? [] : [ChannelPermissionChanged({ channelId, name, permission, oldValue, newValue })];
}
