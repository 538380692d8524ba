import { z } from 'zod';
import { ChannelId, numericId, OrganizationId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType, setting, type Setting, tableColumn } from './define.ts';
import {
  definePermission,
  forEveryone,
  forMembers,
  GroupSettingValue,
  SYSTEM_GROUP_NAMES,
} from './userGroups.ts';

/** Authentication methods by their wire names; this server offers `Email`. */
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

type SettingKind = 'flag' | 'limit' | 'days' | 'channel' | 'choice' | 'known' | 'count' | PlainKind;
type PlainKind = 'text' | 'language' | 'site' | 'methods';

/** An organization setting, for administrators or only for owners. */
export interface OrganizationSetting<
  Wire extends string = string,
  Schema extends z.ZodType = z.ZodType,
> extends Setting<Wire, Schema> {
  /** The way in which it is sent and shown. */
  readonly kind: SettingKind;
  readonly isForOwners?: true;
  /** The wire value for none, if it is not null. */
  readonly none?: -1;
}

/** Creates settings of one kind. */
const kindOf =
  <Schema extends z.ZodType>(kind: OrganizationSetting['kind'], schema: Schema, none?: -1) =>
  <Wire extends string>(wireName: Wire, byDefault: z.infer<Schema>): OrganizationSetting<Wire, Schema> => ({
    ...setting(wireName, schema, byDefault),
    kind,
    ...(none && { none }),
  });
const forOwners = <Wire extends string, Schema extends z.ZodType>(
  row: OrganizationSetting<Wire, Schema>,
): OrganizationSetting<Wire, Schema> => ({ ...row, isForOwners: true });

const amount = z.number().int().positive().nullable();
const onOrOff = kindOf('flag', z.boolean());
/** In seconds; null for no limit. */
const limit = kindOf('limit', amount);
const days = kindOf('days', amount, -1);
/** A channel that is not archived; null for none. */
const channel = kindOf('channel', ChannelId.nullable(), -1);
const choice = <const Choices extends readonly string[]>(...choices: Choices) =>
  kindOf('choice', z.enum(choices));

/** One of several numbers, or the only value that is possible here. */
const known = <const Values extends readonly (number | boolean)[]>(...values: Values) =>
  kindOf('known', z.literal(values));

const TEN_MINUTES = 10 * 60;
const ONE_WEEK = 7 * 24 * 60 * 60;

const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

/** Organization settings, other than permissions. Those of clients alone are stored and shown. */
export const ORGANIZATION_SETTINGS = {
  allowMessageEditing: onOrOff('allow_message_editing', true),
  advertiseInDirectory: onOrOff('want_advertise_in_communities_directory', false),
  announcementChannelId: channel('new_stream_announcements_stream_id', null),
  /** The enabled ones, in the order of `AUTHENTICATION_METHODS`. */
  authenticationMethods: forOwners(
    kindOf('methods', z.array(z.enum(AUTHENTICATION_METHODS)).readonly())('authentication_methods', [
      'Email',
    ]),
  ),
  avatarChangesDisabled: onOrOff('avatar_changes_disabled', false),
  /** Whether clients show pictures of addresses or draw some for people without a picture. */
  defaultAvatarSource: choice('G', 'J')('default_avatar_source', 'G'),
  /** The language of code blocks that name none. */
  defaultCodeBlockLanguage: kindOf('text', z.string())('default_code_block_language', ''),
  /** Of new accounts. */
  defaultLanguage: kindOf('language', z.string())('default_language', 'en'),
  digestEmailsEnabled: onOrOff('digest_emails_enabled', false),
  /** From 0 for Monday. */
  digestWeekday: known(0, 1, 2, 3, 4, 5, 6)('digest_weekday', 1),
  disallowDisposableEmailAddresses: forOwners(onOrOff('disallow_disposable_email_addresses', true)),
  emailChangesDisabled: onOrOff('email_changes_disabled', false),
  emailsRestrictedToDomains: forOwners(onOrOff('emails_restricted_to_domains', false)),
  enableGuestUserDmWarning: onOrOff('enable_guest_user_dm_warning', true),
  enableGuestUserIndicator: onOrOff('enable_guest_user_indicator', true),
  enableReadReceipts: onOrOff('enable_read_receipts', true),
  enableSpectatorAccess: onOrOff('enable_spectator_access', false),
  gifRatingPolicy: known(0, 1, 2, 3, 4)('gif_rating_policy', 1),
  inlineImagePreview: onOrOff('inline_image_preview', true),
  inlineUrlEmbedPreview: onOrOff('inline_url_embed_preview', false),
  inviteRequired: forOwners(onOrOff('invite_required', true)),
  /** The address of the organization's own server for calls; null for the usual one. */
  jitsiServerUrl: kindOf('site', z.string().nullable())('jitsi_server_url', null),
  /** In percent. */
  mediaPreviewSize: known(100, 150, 200)('media_preview_size', 100),
  messageContentAllowedInEmails: onOrOff('message_content_allowed_in_email_notifications', true),
  messageContentDeleteLimitSeconds: limit('message_content_delete_limit_seconds', TEN_MINUTES),
  messageContentEditLimitSeconds: limit('message_content_edit_limit_seconds', TEN_MINUTES),
  messageEditHistoryVisibilityPolicy: choice(
    'all',
    'moves',
    'none',
  )('message_edit_history_visibility_policy', 'all'),
  messageRetentionDays: forOwners(days('message_retention_days', null)),
  moderationRequestChannelId: channel('moderation_request_channel_id', null),
  moveMessagesBetweenChannelsLimitSeconds: limit('move_messages_between_streams_limit_seconds', ONE_WEEK),
  moveMessagesWithinChannelLimitSeconds: limit('move_messages_within_stream_limit_seconds', ONE_WEEK),
  nameChangesDisabled: onOrOff('name_changes_disabled', false),
  /** The number by which clients know the type; 0 for unspecified. */
  organizationType: known(...ORGANIZATION_TYPES)('org_type', 0),
  /** Owners cannot read what they are not part of. */
  ownerFullContentAccess: known(false)('owner_full_content_access', false),
  presenceDisabled: onOrOff('presence_disabled', false),
  requireEncryptedPushes: onOrOff('require_e2ee_push_notifications', false),
  requireUniqueNames: onOrOff('require_unique_names', false),
  sendChannelEventsMessages: onOrOff('send_channel_events_messages', false),
  sendWelcomeEmails: onOrOff('send_welcome_emails', false),
  serviceAnnouncementChannelId: channel('service_update_announcements_stream_id', null),
  signupAnnouncementChannelId: channel('signup_announcements_stream_id', null),
  topicsPolicy: choice('allow_empty_topic', 'disable_empty_topic')('topics_policy', 'allow_empty_topic'),
  videoChatProvider: known(0, 1)('video_chat_provider', 0),
  /** Days until a new member becomes a full member. */
  waitingPeriodDays: forOwners(
    kindOf('count', z.number().int().nonnegative())('waiting_period_threshold', 0),
  ),
  /** The notification bot's welcome message; '' for the server's own text. */
  welcomeMessage: kindOf('text', z.string())('welcome_message_custom_text', ''),
} as const;

const OrganizationSettings = z.strictObject(tableColumn(ORGANIZATION_SETTINGS, 'schema'));
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;
export type OrganizationSettingName = keyof OrganizationSettings;

const SettingName = OrganizationSettings.keyof();
/** A value of some setting of `ORGANIZATION_SETTINGS`. */
const SettingValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()]);

const isForOwners = true;

/** Organization-wide permissions by name, granted by administrators or owners. */
const permissions = [
  forEveryone('can_access_all_users_group', 'role:everyone', {
    allowedGroups: ['role:everyone', 'role:members'],
  }),
  forMembers('can_add_custom_emoji_group', 'role:members'),
  forMembers('can_add_subscribers_group', 'role:members'),
  forMembers('can_create_bots_group', 'role:members'),
  forMembers('can_create_groups', 'role:members', { isForOwners }),
  forMembers('can_create_private_channel_group', 'role:members'),
  forMembers('can_create_public_channel_group', 'role:members'),
  forMembers('can_create_web_public_channel_group', 'role:owners', {
    allowedGroups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  forMembers('can_create_write_only_bots_group', 'role:members'),
  forMembers('can_delete_any_message_group', 'role:administrators'),
  forEveryone('can_delete_own_message_group', 'role:everyone'),
  forMembers('can_invite_users_group', 'role:members', { isForOwners }),
  definePermission('role:everyone', 'role:nobody')('can_manage_all_groups', 'role:owners', { isForOwners }),
  definePermission('role:everyone', 'role:nobody')('can_manage_billing_group', 'role:administrators', {
    isForOwners,
  }),
  forEveryone('can_mention_many_users_group', 'role:administrators'),
  forMembers('can_move_messages_between_channels_group', 'role:members'),
  forEveryone('can_move_messages_between_topics_group', 'role:everyone'),
  forEveryone('can_resolve_topics_group', 'role:everyone'),
  forMembers('can_set_delete_message_policy_group', 'role:moderators'),
  forEveryone('can_set_topics_policy_group', 'role:members'),
  forEveryone('can_summarize_topics_group', 'role:everyone'),
  forMembers('create_multiuse_invite_group', 'role:administrators', {
    allowedGroups: SYSTEM_GROUP_NAMES,
    isForOwners,
  }),
  forEveryone('direct_message_initiator_group', 'role:everyone'),
  forEveryone('direct_message_permission_group', 'role:everyone'),
  forEveryone('workplace_users_group', 'role:everyone'),
] as const;

export const OrganizationPermission = z.enum(permissions.map(({ wireName }) => wireName));
export type OrganizationPermission = z.infer<typeof OrganizationPermission>;

/** By name, which is also the wire name. */
export const ORGANIZATION_PERMISSIONS = Object.fromEntries(
  permissions.map((row) => [row.wireName, row]),
) as Readonly<Record<OrganizationPermission, (typeof permissions)[number]>>;

/** Events of the server itself, in the stream `server`. */
export const serverEvents = defineEvents('server', 'listed', 'shared', {
  /** First event of every log: the identity that views, vault and snapshots are checked against. */
  LogCreated: eventType(1, { logId: z.string().min(1), minimumReaderVersion: z.number().int() }),
  /** An organization has claimed its subdomain ('' is the root organization's). */
  OrganizationRegistered: eventType(1, {
    organizationId: OrganizationId,
    subdomain: z.string(),
    name: z.string(),
  }),
  /** The vault of a log that several servers may share; its ID is that of its ring's first key. */
  VaultAssigned: eventType(1, { vaultId: z.string().min(1) }),
});
/** Events of an organization as a whole. */
export const organizationEvents = defineEvents('organization', 'listed', 'shared', {
  /** First event of an organization's stream. */
  OrganizationFounded: eventType(1, {
    organizationId: OrganizationId,
    subdomain: z.string(),
    name: z.string(),
  }),
  OrganizationRenamed: eventType(1, { oldName: z.string(), newName: z.string() }),
  /** Markdown and its HTML. */
  OrganizationDescribed: eventType(1, {
    authorId: UserId.nullable(),
    description: erasable('person:authorId', z.string()),
    renderedDescription: erasable('person:authorId', z.string()),
  }),
  OrganizationSettingChanged: eventType(1, {
    property: SettingName,
    oldValue: SettingValue,
    newValue: SettingValue,
  }),
  OrganizationPermissionChanged: eventType(1, {
    permission: OrganizationPermission,
    oldValue: GroupSettingValue,
    newValue: GroupSettingValue,
  }),
  /**
   * Nobody can use the organization any more; after so many days its data may be deleted, with null never.
   */
  OrganizationDeactivated: eventType(1, { deletionDelayDays: z.number().int().nonnegative().nullable() }),
  /** Everything before is from a back-up, taken at that time in UNIX milliseconds; what happened since then is lost. */
  OrganizationRestored: eventType(1, { takenAt: z.number().int() }),
});
/** Pictures of an organization: its icon, and its logos on light and dark ground. */
export const OrganizationPicture = z.enum(['icon', 'logo', 'night_logo']);
export type OrganizationPicture = z.infer<typeof OrganizationPicture>;

/** `path`: the organization, a slash, and 40 hex digits that nobody can guess. */
const Stored = z.strictObject({ path: z.string(), digest: z.string() }).nullable();

/** Events of an organization's pictures, whose bytes are stored before. */
export const organizationPictureEvents = defineEvents('organization', 'listed', 'shared', {
  /** null is the server's own picture. The version goes up with each change. */
  OrganizationPictureChanged: eventType(1, {
    picture: OrganizationPicture,
    oldStored: Stored,
    newStored: Stored,
    version: z.number().int(),
  }),
});
/** In lower case and ASCII. */
const domain = z.string();

/** Events of the domains that e-mail addresses may have where the organization restricts them. */
export const domainEvents = defineEvents('organization', 'listed', 'shared', {
  DomainAllowed: eventType(1, { domainId: z.number().int(), domain, allowsSubdomains: z.boolean() }),
  DomainChanged: eventType(1, { domain, allowsSubdomains: z.boolean() }),
  DomainDisallowed: eventType(1, { domain }),
});
/**
 * Actions of owners on the record: viewing events, views or the whole log, and having views rebuilt or compared with the
 * log.
 */
export const RecordAction = z.enum(['events', 'projections', 'rebuild', 'verification', 'integrity']);
export type RecordAction = z.infer<typeof RecordAction>;

/** Events about the record itself: nobody looks at it unseen. */
export const recordEvents = defineEvents('organization', 'listed', 'shared', {
  /** `conditions` is JSON text: the parameters of the request. */
  RecordConsulted: eventType(1, { userId: UserId, action: RecordAction, conditions: z.string() }),
});
/** ID of a data export. */
export const ExportId = numericId<'ExportId'>('ID of the data export.');
export type ExportId = z.infer<typeof ExportId>;

/** The scope of an export: public data, or also everything that people who consent can read. */
export const ExportType = z.enum(['public', 'full_with_consent']);
export type ExportType = z.infer<typeof ExportType>;

/** Events of data exports. */
export const exportEvents = defineEvents('organization', 'listed', 'shared', {
  /** The server makes it from now on. */
  ExportRequested: eventType(1, { exportId: ExportId, requestedBy: UserId, exportType: ExportType }),
  ExportFinished: eventType(1, {
    exportId: ExportId,
    /** The secret part of its URL. */
    key: z.string(),
    /** SHA-256 of the archive, and its bytes. */
    digest: z.string(),
    size: z.number().int().nonnegative(),
  }),
  /** The archive is removed; that there was an export stays known. */
  ExportDeleted: eventType(1, { exportId: ExportId, digest: z.string() }),
});
