/** Organization settings by their wire names. */
import { z } from 'zod';
import { OrganizationId } from '../base/ids.ts';
import { byWireName } from '../events/define.ts';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_SETTINGS,
  OrganizationPermission,
  type OrganizationSetting,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import { changes, eventShape, named, newValue, RenderedDescription, settingName } from './define.ts';
import { GroupSetting } from './userGroups.ts';

/** What each setting means. */
const SETTINGS: Readonly<Record<OrganizationSettingName, string>> = {
  allowMessageEditing: 'Whether texts of messages may be edited.',
  advertiseInDirectory: 'Whether it wants to be in a directory of organizations.',
  announcementChannelId: 'Channel in which new channels are announced; -1 for none.',
  authenticationMethods: 'Ways to log in, by their names.',
  avatarChangesDisabled: 'Whether only administrators may change pictures.',
  defaultAvatarSource:
    'What clients show of people without a picture: `G` that of the address, `J` one that the client draws.',
  defaultCodeBlockLanguage: 'Language of code blocks that name none; empty for none.',
  defaultLanguage: 'Language of new accounts.',
  digestEmailsEnabled: 'Whether digests are sent by mail; this server sends none.',
  digestWeekday: 'Weekday of digests, from 0 for Monday.',
  disallowDisposableEmailAddresses: 'Whether throw-away addresses are refused.',
  emailChangesDisabled: 'Whether only administrators may change addresses.',
  emailsRestrictedToDomains: 'Whether only addresses of the allowed domains may join.',
  enableGuestUserDmWarning: 'Whether clients warn before a direct message to a guest.',
  enableGuestUserIndicator: 'Whether clients mark guests after their names.',
  enableReadReceipts: 'Whether people see who has read a message.',
  enableSpectatorAccess: 'Whether anyone may read web-public channels without logging in.',
  gifRatingPolicy: 'Number of the rating of pictures, of `gif_rating_policy_options`.',
  inlineImagePreview: 'Whether messages show linked pictures.',
  inlineUrlEmbedPreview: 'Whether messages show previews of linked pages; this server makes none.',
  inviteRequired: 'Whether only invited people may join.',
  jitsiServerUrl: 'URL of the organization’s own Jitsi server; null or `default` if there is none.',
  mediaPreviewSize: 'Size of previews, in percent.',
  messageContentAllowedInEmails: 'Whether mails may show texts of messages.',
  messageContentDeleteLimitSeconds:
    'Seconds for which people may delete their messages; null or `unlimited` for ever.',
  messageContentEditLimitSeconds: 'Seconds for which texts may be edited; null or `unlimited` for ever.',
  messageEditHistoryVisibilityPolicy: 'Which changes of messages are displayed.',
  messageRetentionDays: 'Days after which messages are deleted; -1 or `unlimited` for never.',
  moderationRequestChannelId: 'Private channel to which messages are reported; -1 for none.',
  moveMessagesBetweenChannelsLimitSeconds:
    'Seconds for which messages may be moved to other channels; null or `unlimited` for ever.',
  moveMessagesWithinChannelLimitSeconds:
    'Seconds for which messages may be moved to other topics; null or `unlimited` for ever.',
  nameChangesDisabled: 'Whether only administrators may change names.',
  organizationType: 'Kind of organization; 0 for unspecified.',
  ownerFullContentAccess: 'Always false: owners cannot read other people’s private messages.',
  presenceDisabled: 'Whether nobody sees when others are there.',
  requireEncryptedPushes: 'Whether notifications are pushed to devices with encryption only.',
  requireUniqueNames: 'Whether no two people may have the same name.',
  sendChannelEventsMessages: 'Whether changes of a channel are announced in it.',
  sendWelcomeEmails: 'Whether new people are greeted by mail; this server greets by direct message.',
  serviceAnnouncementChannelId: 'Channel for news of the server; -1 for none.',
  signupAnnouncementChannelId: 'Channel in which new people are announced; -1 for none.',
  topicsPolicy: 'Whether messages may have an empty topic.',
  videoChatProvider: 'Number of the provider of calls; 0 for none, 1 for Jitsi.',
  waitingPeriodDays: 'Days until a new member becomes a full member.',
  welcomeMessage: 'Text that greets new people, in Markdown; empty for the server’s own.',
};

/** What each permission allows. */
const PERMISSIONS: Readonly<Record<OrganizationPermission, string>> = {
  can_access_all_users_group:
    'Who sees all users; guests who do not, see those with whom they share something.',
  can_add_custom_emoji_group: 'Who may add custom emoji.',
  can_add_subscribers_group:
    'Who may subscribe other people to any channel that they can administer or read.',
  can_create_bots_group: 'Who may make bots.',
  can_create_groups: 'Who may make user groups.',
  can_create_private_channel_group: 'Who may make private channels.',
  can_create_public_channel_group: 'Who may make public channels.',
  can_create_web_public_channel_group: 'Who may make web-public channels.',
  can_create_write_only_bots_group: 'Who may make incoming webhooks.',
  can_delete_any_message_group: 'Who may delete messages of anybody in any channel.',
  can_delete_own_message_group: 'Who may delete their own messages in any channel.',
  can_invite_users_group: 'Who may invite people by mail.',
  can_manage_all_groups: 'Who may change all user groups.',
  can_manage_billing_group: 'Who may manage payments; without a meaning here.',
  can_mention_many_users_group: 'Who may mention everybody of a large channel or topic.',
  can_move_messages_between_channels_group: 'Who may move messages to other channels.',
  can_move_messages_between_topics_group: 'Who may move messages to other topics.',
  can_resolve_topics_group: 'Who may mark topics of any channel as resolved.',
  can_set_delete_message_policy_group:
    'Who may decide, for channels that they administer, who deletes messages.',
  can_set_topics_policy_group: 'Who may decide, for channels that they administer, on empty topics.',
  can_summarize_topics_group: 'Who may summarize topics; without a meaning here.',
  create_multiuse_invite_group: 'Who may make reusable invitations.',
  direct_message_initiator_group: 'Who may begin direct conversations.',
  direct_message_permission_group: 'One of these must be in every direct conversation.',
  workplace_users_group: 'Whom payments count; without a meaning here.',
};

export const OrganizationName = z.string().describe('Name of the organization.');
export const OrganizationDescription = z.string().describe('Description of the organization, in Markdown.');
export const MandatoryTopics = z.boolean().describe('Whether messages must have a topic, for older clients.');

/** The wire value of a setting. */
export const wireSettingValue = (name: OrganizationSettingName, value: unknown): unknown =>
  value ?? ORGANIZATION_SETTINGS[name].none ?? value;

/** All authentication methods, which of them are enabled and which this server supports. */
export const wireAuthenticationMethods = (allowed: OrganizationSettings['authenticationMethods']) =>
  Object.fromEntries(
    AUTHENTICATION_METHODS.map((method) => [
      method,
      { enabled: allowed.includes(method), available: method === 'Email' },
    ]),
  );

/** All settings by their wire names. */
export const wireOrganizationSettings = (settings: OrganizationSettings) =>
  byWireName(ORGANIZATION_SETTINGS, (name) =>
    name === 'authenticationMethods'
      ? wireAuthenticationMethods(settings.authenticationMethods)
      : wireSettingValue(name, settings[name]),
  );

/** Ways to log in, by name. */
const Methods = z.record(
  z.string(),
  named(
    'AuthenticationMethod',
    'A way to log in.',
    z.strictObject({
      enabled: z.boolean().describe('Whether the organization allows it.'),
      available: z.boolean().describe('Whether this server has it.'),
    }),
  ),
);

const SHOWN: Readonly<
  Record<Exclude<OrganizationSetting['kind'], 'methods'>, (schema: z.ZodType) => z.ZodType>
> = {
  flag: () => z.boolean(),
  limit: () => z.int().nullable(),
  days: () => z.int(),
  channel: () => z.int(),
  choice: (schema) => schema,
  known: (schema) => schema,
  count: () => z.int(),
  text: () => z.string(),
  language: () => z.string(),
  site: () => z.string().nullable(),
};

/** The schema of a setting's wire value. */
export function settingSchema(name: OrganizationSettingName): z.ZodType {
  const { kind, schema } = ORGANIZATION_SETTINGS[name];
  return (kind === 'methods' ? Methods : SHOWN[kind](schema)).describe(SETTINGS[name]);
}

/** The schema of a permission. */
export const permissionSchema = (name: OrganizationPermission) => GroupSetting.describe(PERMISSIONS[name]);

/** Settings that change together, as the property `default`. */
const together = [
  z.strictObject({ allow_message_editing: z.boolean().describe(SETTINGS.allowMessageEditing) }),
  z.strictObject({
    message_content_edit_limit_seconds: z.int().nullable().describe(SETTINGS.messageContentEditLimitSeconds),
  }),
  z.strictObject({ authentication_methods: Methods.describe(SETTINGS.authenticationMethods) }),
  z.strictObject({
    topics_policy: z.enum(['allow_empty_topic', 'disable_empty_topic']).describe(SETTINGS.topicsPolicy),
    mandatory_topics: MandatoryTopics,
  }),
  z.strictObject({ description: OrganizationDescription, rendered_description: RenderedDescription }),
  ...OrganizationPermission.options.map((name) => z.strictObject({ [name]: permissionSchema(name) })),
];

/** Client events of the organization. */
export const payloads = {
  'realm/update': eventShape('realm', 'update', {
    property: settingName(z.string()),
    value: newValue(z.union([z.string(), z.int(), z.boolean(), z.null()])),
  }).describe('A setting of the organization has changed.'),
  'realm/update_dict': eventShape('realm', 'update_dict', {
    property: settingName(z.literal('default')),
    data: changes(z.union(together)),
  }).describe('Settings of the organization have changed that belong together.'),
  'realm/deactivated': eventShape('realm', 'deactivated', { realm_id: OrganizationId }).describe(
    'The organization was deactivated.',
  ),
} as const;
