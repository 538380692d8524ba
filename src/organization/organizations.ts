/** The organization itself, what it has set of itself, and the permissions that hold in all of it. */
import { revealed } from '../events/define.ts';
import type {
  OrganizationPermission,
  OrganizationSettingName,
  OrganizationSettings,
} from '../events/organizations.ts';
import type { GroupSettingValue, SystemGroupName } from '../events/userGroups.ts';
import type { OrganizationId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { type GroupSettingKind, SYSTEM_GROUPS_ONLY } from './groupSettings.ts';
import { systemGroupId } from './userGroups.ts';

/** An organization; `foundedAt` in UNIX milliseconds, the description '' once erased. */
export interface OrganizationProfile {
  readonly organizationId: OrganizationId;
  readonly subdomain: string;
  readonly name: string;
  /** Markdown, and its HTML. */
  readonly description: string;
  readonly renderedDescription: string;
  readonly foundedAt: number;
  readonly active: boolean;
}

const ONE_WEEK = 7 * 24 * 60 * 60;

const DEFAULT_SETTINGS: OrganizationSettings = {
  allowMessageEditing: true,
  announcementChannelId: null,
  authenticationMethods: ['Email'],
  disallowDisposableEmailAddresses: true,
  emailsRestrictedToDomains: false,
  enableReadReceipts: true,
  enableSpectatorAccess: false,
  inviteRequired: true,
  messageContentDeleteLimitSeconds: 600,
  messageContentEditLimitSeconds: 600,
  messageEditHistoryVisibilityPolicy: 'all',
  messageRetentionDays: null,
  moderationRequestChannelId: null,
  moveMessagesBetweenChannelsLimitSeconds: ONE_WEEK,
  moveMessagesWithinChannelLimitSeconds: ONE_WEEK,
  nameChangesDisabled: false,
  presenceDisabled: false,
  requireUniqueNames: false,
  sendChannelEventsMessages: false,
  signupAnnouncementChannelId: null,
  topicsPolicy: 'allow_empty_topic',
  waitingPeriodDays: 0,
  welcomeMessage: '',
};

/** Settings that name a channel, which is not archived. */
export const CHANNEL_SETTINGS = [
  'announcementChannelId',
  'moderationRequestChannelId',
  'signupAnnouncementChannelId',
] as const satisfies readonly OrganizationSettingName[];

export const organizationSlice = slice({
  version: 3,
  state: () => ({
    profile: cell<OrganizationProfile | null>(null),
    settings: cell(DEFAULT_SETTINGS),
    /** Those that are not what they are by default. */
    permissions: map<OrganizationPermission, GroupSettingValue>(),
  }),
  evolve: {
    OrganizationFounded: ({ profile }, data, { metadata }) =>
      profile.set({
        ...data,
        description: '',
        renderedDescription: '',
        foundedAt: metadata.time,
        active: true,
      }),
    OrganizationRenamed: (organization, { newName }) => changeProfile(organization, { name: newName }),
    OrganizationDescribed: (organization, data) =>
      changeProfile(organization, {
        description: revealed(data.description, ''),
        renderedDescription: revealed(data.renderedDescription, ''),
      }),
    OrganizationSettingChanged: ({ settings }, { property, newValue }) =>
      settings.set({ ...settings.get(), [property]: newValue }),
    OrganizationPermissionChanged: ({ permissions }, { permission, newValue }) =>
      permissions.set(permission, newValue),
    OrganizationDeactivated: (organization) => changeProfile(organization, { active: false }),
  },
});
type Organization = ReturnType<typeof organizationSlice.state>;

function changeProfile({ profile }: Organization, change: Partial<OrganizationProfile>): void {
  const present = profile.get();
  if (present === null) throw new Error('An organization that was not founded cannot change.');
  profile.set({ ...present, ...change });
}

/** State that knows the organization. */
interface WithOrganization {
  readonly organization: Organization;
}

/** What it calls itself; '' before it is founded. */
export const organizationName = ({ organization }: WithOrganization): string =>
  organization.profile.get()?.name ?? '';

/** Where it is served; '' for the root organization, and before it is founded. */
export const subdomainOf = ({ organization }: WithOrganization): string =>
  organization.profile.get()?.subdomain ?? '';

/** Whether anything may still happen in it. */
export const isOpen = ({ organization }: WithOrganization): boolean =>
  organization.profile.get()?.active !== false;

/** What the organization has set of itself, defaults included. */
export const settingsOf = ({ organization }: WithOrganization): OrganizationSettings =>
  organization.settings.get();

/** What newcomers are welcomed with; null where the organization leaves that to the server. */
export const welcomeText = (organization: WithOrganization): string | null =>
  settingsOf(organization).welcomeMessage.trim() || null;

/** Whether people may log in with a password. */
export const allowsPasswords = (organization: WithOrganization): boolean =>
  settingsOf(organization).authenticationMethods.includes('Email');

/** Who holds an organization-level permission. */
export const permissionOf = (
  { organization }: WithOrganization,
  permission: OrganizationPermission,
): GroupSettingValue =>
  organization.permissions.get(permission) ?? systemGroupId(PERMISSION_KINDS[permission].byDefault);

/** Whether guests may hold it: only where everyone may (spec/events.md 1.7). */
export const isOpenToGuests = (permission: OrganizationPermission): boolean =>
  !PERMISSION_KINDS[permission].forbids.includes('role:everyone');

type PermissionKind = Omit<GroupSettingKind, 'setting'> & { readonly byDefault: SystemGroupName };

const forMembers = (byDefault: SystemGroupName): PermissionKind => ({
  byDefault,
  forbids: ['role:everyone'],
});
const forEveryone = (byDefault: SystemGroupName): PermissionKind => ({ byDefault, forbids: [] });

/** Who holds each permission by default, and what it may be set to (spec/events.md 1.7, endpoint-details.md 0.8). */
const PERMISSION_KINDS: Readonly<Record<OrganizationPermission, PermissionKind>> = {
  can_access_all_users_group: {
    ...forEveryone('role:everyone'),
    onlyOneOf: ['role:everyone', 'role:members'],
  },
  can_add_custom_emoji_group: forMembers('role:members'),
  can_add_subscribers_group: forMembers('role:members'),
  can_create_bots_group: forMembers('role:members'),
  can_create_groups: forMembers('role:members'),
  can_create_private_channel_group: forMembers('role:members'),
  can_create_public_channel_group: forMembers('role:members'),
  can_create_web_public_channel_group: {
    ...forMembers('role:owners'),
    onlyOneOf: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  },
  can_create_write_only_bots_group: forMembers('role:members'),
  can_delete_any_message_group: forMembers('role:administrators'),
  can_delete_own_message_group: forEveryone('role:everyone'),
  can_invite_users_group: forMembers('role:members'),
  can_manage_all_groups: { byDefault: 'role:owners', forbids: ['role:everyone', 'role:nobody'] },
  can_mention_many_users_group: forEveryone('role:administrators'),
  can_move_messages_between_channels_group: forMembers('role:members'),
  can_move_messages_between_topics_group: forEveryone('role:everyone'),
  can_resolve_topics_group: forEveryone('role:everyone'),
  can_set_delete_message_policy_group: forMembers('role:moderators'),
  can_set_topics_policy_group: forEveryone('role:members'),
  create_multiuse_invite_group: { ...forMembers('role:administrators'), onlyOneOf: SYSTEM_GROUPS_ONLY },
  direct_message_initiator_group: forEveryone('role:everyone'),
  direct_message_permission_group: forEveryone('role:everyone'),
};

/** What an organization-level permission may be set to. */
export const permissionKind = (permission: OrganizationPermission): GroupSettingKind => ({
  ...PERMISSION_KINDS[permission],
  setting: permission,
});
