/** Decisions about channels: what a new one is like, and who may make it so (spec/endpoint-details.md 3.3, 3.4). */
import { requireThat } from '../errors.ts';
import {
  ChannelCreated,
  type ChannelPermissionName,
  type ChannelPermissions,
  type ChannelPrivacy,
} from '../events/channels.ts';
import type { DomainEvent } from '../events/define.ts';
import type { OrganizationEvents } from '../events/catalog.ts';
import type { GroupSettingValue, SystemGroupName } from '../events/userGroups.ts';
import type { ChannelId, UserId } from '../ids.ts';
import {
  canCreateChannel,
  canSetDeleteMessagePolicy,
  groupsForbiddenIn,
} from '../organization/access/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { systemGroupId } from '../organization/userGroups.ts';
import type { DecisionContext } from './define.ts';
import { checkedGroupSetting } from './groupSettings.ts';

/** What the caller asks of new channels; what is undefined has its default. */
export interface NewChannelSettings {
  readonly isPrivate: boolean;
  readonly historyPublicToSubscribers: boolean | undefined;
  readonly permissions: Partial<ChannelPermissions>;
}

/** Names of the settings as the wire and the refusals say them. */
const CHANNEL_PERMISSION_NAMES: Readonly<Record<ChannelPermissionName, string>> = {
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
};

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

const DELETE_SETTINGS: readonly ChannelPermissionName[] = ['canDeleteAnyMessage', 'canDeleteOwnMessage'];

/** The event that makes a channel; refuses what the caller may not create or a setting may not be. */
export function createdChannel(
  organization: OrganizationState,
  channelId: ChannelId,
  text: { readonly name: string; readonly description: string; readonly renderedDescription: string },
  settings: NewChannelSettings,
  { actor }: DecisionContext,
): DomainEvent<'ChannelCreated', OrganizationEvents['ChannelCreated']> {
  if (actor === null) throw new Error('A channel needs a creator.');
  const privacy: ChannelPrivacy = settings.isPrivate ? 'private' : 'public';
  requireThat(canCreateChannel(organization, actor, privacy), 'BAD_REQUEST', 'Insufficient permission');
  const isShared = settings.historyPublicToSubscribers ?? privacy !== 'private';
  requireThat(privacy === 'private' || isShared, 'BAD_REQUEST', 'Invalid parameters');
  return ChannelCreated({
    channelId,
    ...text,
    creatorId: actor,
    privacy,
    historyPublicToSubscribers: isShared,
    topicsPolicy: 'inherit',
    permissions: checkedPermissions(organization, actor, settings.permissions),
  });
}

function checkedPermissions(
  organization: OrganizationState,
  creatorId: UserId,
  wanted: Partial<ChannelPermissions>,
): ChannelPermissions {
  const entries = (Object.keys(DEFAULTS) as ChannelPermissionName[]).map((name) => {
    const value = wanted[name];
    if (value === undefined) return [name, defaultOf(name, creatorId)] as const;
    return [name, checkedPermission(organization, creatorId, name, value)] as const;
  });
  return Object.fromEntries(entries) as unknown as ChannelPermissions;
}

function defaultOf(name: ChannelPermissionName, creatorId: UserId): GroupSettingValue {
  const group = DEFAULTS[name];
  return group === 'creator' ? { directMembers: [creatorId], directSubgroups: [] } : systemGroupId(group);
}

function checkedPermission(
  organization: OrganizationState,
  actor: UserId,
  name: ChannelPermissionName,
  wanted: GroupSettingValue,
): GroupSettingValue {
  const kind = { setting: CHANNEL_PERMISSION_NAMES[name], forbids: groupsForbiddenIn(name) };
  const value = checkedGroupSetting(organization, kind, wanted);
  const changesDeletion = DELETE_SETTINGS.includes(name) && value !== systemGroupId('role:nobody');
  requireThat(
    !changesDeletion || canSetDeleteMessagePolicy(organization, actor),
    'BAD_REQUEST',
    'Insufficient permission',
  );
  return value;
}
