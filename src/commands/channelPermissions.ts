/** What channel permissions may be set to, and by whom. */
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
import { refuseTooManyHolders } from './structureBounds.ts';
import {
  changedPermissions,
  type GroupSettingUpdate,
  newPermissions,
  type Requested,
} from './groupSettings.ts';

const givingBy = (organization: OrganizationState, actor: UserId) => ({
  table: CHANNEL_PERMISSIONS,
  requireMayGive({ grantedBy }: Permission) {
    const may = grantedBy === undefined || canSetDeleteMessagePolicy(organization, actor);
    requireThat(may, 'Insufficient permission');
  },
});

/** A new channel's permissions: those requested, defaults for the rest. */
export const newChannelPermissions = (
  organization: OrganizationState,
  creatorId: UserId,
  wanted: Requested<ChannelPermissionName, GroupSettingValue>,
): ChannelPermissions => newPermissions(organization, creatorId, givingBy(organization, creatorId), wanted);

type PermissionChanged = ReturnType<typeof ChannelPermissionChanged>;

/** Requested changes of a channel's permissions. */
export type PermissionUpdates = Requested<ChannelPermissionName, GroupSettingUpdate>;

/** One event per changed permission. */
export const changedChannelPermissions = (
  organization: OrganizationState,
  actor: UserId,
  { channelId, name, permissions }: Channel,
  updates: PermissionUpdates,
): readonly PermissionChanged[] => {
  const giving = givingBy(organization, actor);
  const changed = changedPermissions(organization, giving, (permission) => permissions[permission], updates);
  refuseTooManyHolders(
    organization,
    changed.map(({ newValue }) => newValue),
  );
  return changed.map((change) => ChannelPermissionChanged({ channelId, name, ...change }));
};

/**
 * Reduces a permission that consists of a group and deactivated people to that group, so that they do not
 * regain it when they return.
 */
export function simplifiedPermission(
  organization: OrganizationState,
  { channelId, name, permissions }: Channel,
  permission: ChannelPermissionName,
): readonly PermissionChanged[] {
  const oldValue = permissions[permission];
  const newValue = canonical(organization, oldValue);
  const isSettled = typeof oldValue === 'number' || typeof newValue !== 'number';
  return isSettled ? [] : [ChannelPermissionChanged({ channelId, name, permission, oldValue, newValue })];
}
