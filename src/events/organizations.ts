import { z } from 'zod';
import { ChannelId, OrganizationId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { GroupSettingValue } from './userGroups.ts';

/** Ways to log in that an organization may allow, as spec/events.md 1.7 names them; this server offers `Email`. */
export const AUTHENTICATION_METHODS = [
  'Dev',
  'Email',
  'LDAP',
  'RemoteUser',
  'GitHub',
  'AzureAD',
  'GitLab',
  'Google',
  'Apple',
  'Slack',
  'SAML',
  'OpenID Connect',
] as const;

const seconds = z.number().int().positive().nullable();

/** What an organization may set of itself, besides permissions (spec/events.md 1.7); null is no limit, or none. */
export const OrganizationSettings = z.strictObject({
  allowMessageEditing: z.boolean(),
  announcementChannelId: ChannelId.nullable(),
  /** Those that are allowed, in the order of `AUTHENTICATION_METHODS`. */
  authenticationMethods: z.array(z.enum(AUTHENTICATION_METHODS)).readonly(),
  disallowDisposableEmailAddresses: z.boolean(),
  emailsRestrictedToDomains: z.boolean(),
  enableReadReceipts: z.boolean(),
  enableSpectatorAccess: z.boolean(),
  inviteRequired: z.boolean(),
  messageContentDeleteLimitSeconds: seconds,
  messageContentEditLimitSeconds: seconds,
  messageEditHistoryVisibilityPolicy: z.enum(['all', 'moves', 'none']),
  messageRetentionDays: z.number().int().positive().nullable(),
  moderationRequestChannelId: ChannelId.nullable(),
  moveMessagesBetweenChannelsLimitSeconds: seconds,
  moveMessagesWithinChannelLimitSeconds: seconds,
  nameChangesDisabled: z.boolean(),
  presenceDisabled: z.boolean(),
  requireUniqueNames: z.boolean(),
  sendChannelEventsMessages: z.boolean(),
  signupAnnouncementChannelId: ChannelId.nullable(),
  topicsPolicy: z.enum(['allow_empty_topic', 'disable_empty_topic']),
  /** Days after which a new member is a full one. */
  waitingPeriodDays: z.number().int().nonnegative(),
  /** Told to new people by the notification bot; '' is the server's own text. */
  welcomeMessage: z.string(),
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;
export type OrganizationSettingName = keyof OrganizationSettings;

const SettingName = OrganizationSettings.keyof();
/** A value that some setting has; which one has which is for `OrganizationSettings` to say. */
const SettingValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()]);

/** Permissions that hold in all of an organization (spec/events.md 1.7). */
export const OrganizationPermission = z.enum([
  'can_access_all_users_group',
  'can_add_custom_emoji_group',
  'can_add_subscribers_group',
  'can_create_bots_group',
  'can_create_groups',
  'can_create_private_channel_group',
  'can_create_public_channel_group',
  'can_create_web_public_channel_group',
  'can_create_write_only_bots_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_mention_many_users_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'can_set_delete_message_policy_group',
  'can_set_topics_policy_group',
  'create_multiuse_invite_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
]);
export type OrganizationPermission = z.infer<typeof OrganizationPermission>;

/** Facts of the server itself, in the stream `server`. */
export const serverEvents = defineEvents('server', {
  /** First event of every log: the identity that views, vault and snapshots are checked against. */
  LogCreated: fact(1, { logId: z.string().min(1), minimumReaderVersion: z.number().int() }),
  /** An organization has claimed its subdomain ('' is the root organization's). */
  OrganizationRegistered: fact(1, {
    organizationId: OrganizationId,
    subdomain: z.string(),
    name: z.string(),
  }),
});
export const { LogCreated, OrganizationRegistered } = serverEvents.make;

/** Facts of an organization as a whole. */
export const organizationEvents = defineEvents('organization', {
  /** First event of an organization's stream. */
  OrganizationFounded: fact(1, { organizationId: OrganizationId, subdomain: z.string(), name: z.string() }),
  OrganizationRenamed: fact(1, { oldName: z.string(), newName: z.string() }),
  /** Markdown and its HTML, by whoever wrote it. */
  OrganizationDescribed: fact(1, {
    authorId: UserId.nullable(),
    description: erasable('person:authorId', z.string()),
    renderedDescription: erasable('person:authorId', z.string()),
  }),
  OrganizationSettingChanged: fact(1, {
    property: SettingName,
    oldValue: SettingValue,
    newValue: SettingValue,
  }),
  OrganizationPermissionChanged: fact(1, {
    permission: OrganizationPermission,
    oldValue: GroupSettingValue,
    newValue: GroupSettingValue,
  }),
  /** Nobody can use the organization any more; after so many days its data may go, with null never. */
  OrganizationDeactivated: fact(1, { deletionDelayDays: z.number().int().nonnegative().nullable() }),
});
export const {
  OrganizationFounded,
  OrganizationRenamed,
  OrganizationDescribed,
  OrganizationSettingChanged,
  OrganizationPermissionChanged,
  OrganizationDeactivated,
} = organizationEvents.make;
