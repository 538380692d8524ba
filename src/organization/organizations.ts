/** The organization itself, and the permissions that hold in all of it. */
import type { GroupSettingValue, SystemGroupName } from '../events/userGroups.ts';
import type { OrganizationId } from '../ids.ts';
import type { TopicsPolicy } from '../events/channels.ts';
import { cell } from './containers.ts';
import { slice } from './define.ts';
import { systemGroupId } from './userGroups.ts';

/** What is known of an organization from its foundation; `foundedAt` in UNIX milliseconds. */
export interface OrganizationProfile {
  readonly organizationId: OrganizationId;
  readonly subdomain: string;
  readonly name: string;
  readonly foundedAt: number;
}

export const organizationSlice = slice({
  version: 1,
  state: () => ({ profile: cell<OrganizationProfile | null>(null) }),
  evolve: {
    OrganizationFounded: (organization, data, event) =>
      organization.profile.set({ ...data, foundedAt: event.metadata.time }),
  },
});

/** Organization-level permission settings and who holds them by default (spec/endpoint-details.md 0.8). */
const PERMISSION_DEFAULTS = {
  can_access_all_users_group: 'role:everyone',
  can_add_custom_emoji_group: 'role:members',
  can_add_subscribers_group: 'role:members',
  can_create_bots_group: 'role:members',
  can_create_groups: 'role:members',
  can_create_private_channel_group: 'role:members',
  can_create_public_channel_group: 'role:members',
  can_create_web_public_channel_group: 'role:owners',
  can_delete_any_message_group: 'role:administrators',
  can_delete_own_message_group: 'role:everyone',
  can_invite_users_group: 'role:members',
  can_manage_all_groups: 'role:owners',
  can_mention_many_users_group: 'role:administrators',
  can_move_messages_between_channels_group: 'role:members',
  can_move_messages_between_topics_group: 'role:everyone',
  can_resolve_topics_group: 'role:everyone',
  can_set_delete_message_policy_group: 'role:moderators',
  can_set_topics_policy_group: 'role:members',
  create_multiuse_invite_group: 'role:administrators',
  direct_message_initiator_group: 'role:everyone',
  direct_message_permission_group: 'role:everyone',
} as const satisfies Readonly<Record<string, SystemGroupName>>;

export type OrganizationPermission = keyof typeof PERMISSION_DEFAULTS;

/** Who holds an organization-level permission. */
export const permissionOf = (permission: OrganizationPermission): GroupSettingValue =>
  systemGroupId(PERMISSION_DEFAULTS[permission]);

/** What `inherit` means for a channel's topics policy. */
export const ORGANIZATION_TOPICS_POLICY: Exclude<TopicsPolicy, 'inherit'> = 'allow_empty_topic';
