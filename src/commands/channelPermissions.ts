/** What the permissions of a channel may be set to, by whom, and what they are by default (endpoint-details 3.3, 3.4). */
import { requireThat } from '../errors.ts';
import {
  ChannelPermissionChanged,
  type ChannelPermissionName,
  type ChannelPermissions,
} from '../events/channels.ts';
import type { GroupSettingValue, SystemGroupName } from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { canSetDeleteMessagePolicy, groupsForbiddenIn } from '../organization/access/channels.ts';
import type { Channel } from '../organization/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { GroupSettingKind } from '../organization/groupSettings.ts';
import { canonical, systemGroupId } from '../organization/userGroups.ts';
import { changedGroupSetting, checkedGroupSetting, type GroupSettingUpdate } from './groupSettings.ts';

/** Names of the permissions as the wire and the refusals say them. */
export const CHANNEL_PERMISSION_NAMES = {
  canAddSubscribers: 'can_add_subscribers_group',
  canAdministerChannel: 'can_administer_channel_group',
  canCreateTopic: 'can_create_topic_group',
  canDeleteAnyMessage: 'can_delete_any_message_group',
  canDeleteOwnMessage: 'can_delete_own_message_group',
  canMoveMessagesOutOfChannel: 'can_move_messages_out_of_channel_group',
  canMoveMessagesWithinChannel: 'can_move_messages_within_channel_group',
  canRemoveSubscribers: 'can_remove_subscribers_group',
  canResolveTopics: 'can_resolve_topics_group',
  canSendMessage: 'can_send_message_group',
  canSubscribe: 'can_subscribe_group',
} as const satisfies Readonly<Record<ChannelPermissionName, string>>;

const DEFAULTS: Readonly<Record<ChannelPermissionName, SystemGroupName | 'creator'>> = {
  canAddSubscribers: 'role:nobody',
  canAdministerChannel: 'creator',
  canCreateTopic: 'role:everyone',
  canDeleteAnyMessage: 'role:nobody',
  canDeleteOwnMessage: 'role:nobody',
  canMoveMessagesOutOfChannel: 'role:nobody',
  canMoveMessagesWithinChannel: 'role:nobody',
  canRemoveSubscribers: 'role:administrators',
  canResolveTopics: 'role:nobody',
  canSendMessage: 'role:everyone',
  canSubscribe: 'role:nobody',
};

const PERMISSIONS = Object.keys(CHANNEL_PERMISSION_NAMES) as readonly ChannelPermissionName[];
const DELETE_PERMISSIONS: readonly ChannelPermissionName[] = ['canDeleteAnyMessage', 'canDeleteOwnMessage'];

/** The permissions of a new channel: what its creator asks for, the defaults for the rest. */
export function newPermissions(
  organization: OrganizationState,
  creatorId: UserId,
  wanted: Partial<ChannelPermissions>,
): ChannelPermissions {
  const entries = PERMISSIONS.map((permission) => {
    const asked = wanted[permission];
    if (asked === undefined) return [permission, defaultOf(permission, creatorId)] as const;
    const value = checkedGroupSetting(organization, kindOf(permission), asked);
    const isGiven = value !== systemGroupId('role:nobody');
    if (isGiven) requireMayGive(organization, creatorId, permission);
    return [permission, value] as const;
  });
  return Object.fromEntries(entries) as unknown as ChannelPermissions;
}

type PermissionChanged = ReturnType<typeof ChannelPermissionChanged>;

/** Changes of a channel's permissions that a caller asks for. */
export type PermissionUpdates = Partial<Readonly<Record<ChannelPermissionName, GroupSettingUpdate>>>;

/** One event for each permission that becomes another. */
export const changedPermissions = (
  organization: OrganizationState,
  actor: UserId,
  { channelId, name, permissions }: Channel,
  updates: PermissionUpdates,
): readonly PermissionChanged[] =>
  PERMISSIONS.flatMap((permission) => {
    const update = updates[permission];
    if (update === undefined) return [];
    const oldValue = permissions[permission];
    const newValue = changedGroupSetting(organization, kindOf(permission), oldValue, update);
    if (newValue === undefined) return [];
    requireMayGive(organization, actor, permission);
    return [ChannelPermissionChanged({ channelId, name, permission, oldValue, newValue })];
  });

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

const kindOf = (permission: ChannelPermissionName): GroupSettingKind => ({
  setting: CHANNEL_PERMISSION_NAMES[permission],
  forbids: groupsForbiddenIn(permission),
});

function defaultOf(permission: ChannelPermissionName, creatorId: UserId): GroupSettingValue {
  const group = DEFAULTS[permission];
  return group === 'creator' ? { directMembers: [creatorId], directSubgroups: [] } : systemGroupId(group);
}

function requireMayGive(organization: OrganizationState, actor: UserId, permission: ChannelPermissionName) {
  const may = !DELETE_PERMISSIONS.includes(permission) || canSetDeleteMessagePolicy(organization, actor);
  requireThat(may, 'BAD_REQUEST', 'Insufficient permission');
}
