/** The fields of the fetch type `realm`. */
import { z } from 'zod';
import { CHANNEL_PERMISSIONS } from '../events/channels.ts';
import { byWireName, namesIn, type WireName } from '../events/define.ts';
import {
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTINGS,
  OrganizationPermission,
} from '../events/organizations.ts';
import {
  type Permission,
  SYSTEM_GROUP_NAMES,
  type SystemGroupName,
  USER_GROUP_PERMISSIONS,
} from '../events/userGroups.ts';
import { ChoiceName, ChoiceNumber, named, plainEventShape } from './define.ts';
import { IconSource, IconUrl, LogoSource, LogoUrl, NightLogoSource, NightLogoUrl } from './organizations.ts';
import {
  MandatoryTopics,
  OrganizationDescription,
  OrganizationName,
  permissionSchema,
  settingSchema,
} from './organizationSettings.ts';
import { Field } from './profileFields.ts';
import type { GroupSetting } from './userGroups.ts';

// What group settings may be set to, for clients that offer to set them.

const SupportedSetting = named(
  'PermissionRule',
  'What a group setting can be set to.',
  z.strictObject({
    require_system_group: z.boolean().describe('Whether only system groups can be chosen.'),
    allow_internet_group: z.boolean().describe('Always false: nobody can be meant who has no account.'),
    allow_nobody_group: z.boolean().describe('Whether `role:nobody` can be chosen.'),
    allow_everyone_group: z.boolean().describe('Whether `role:everyone`, with guests, can be chosen.'),
    default_group_name: z
      .string()
      .describe(
        'Name of the default group; `channel_creator` and `group_creator` mean the person who makes it.',
      ),
    default_for_system_groups: z
      .string()
      .nullable()
      .describe('Name of the default group for system groups; null if they have no such setting.'),
    allowed_system_groups: z
      .array(z.string())
      .describe('Names of the only system groups that can be chosen; empty if all can.'),
  }),
);
const table = z.record(z.string(), SupportedSetting);

const SupportedSettings = z.strictObject({
  realm: table.describe('Permissions of the organization, by name.'),
  stream: table.describe('Permissions of channels, by name.'),
  group: table.describe('Permissions of user groups, by name.'),
});

/** A permission with the default name for the creator, and its default for system groups. */
const described = (
  { forbids, allowedGroups, byDefault }: Permission,
  creator = '',
  forSystemGroups: SystemGroupName | null = null,
): z.infer<typeof SupportedSetting> => {
  const allows = (name: SystemGroupName): boolean =>
    !forbids.includes(name) && (allowedGroups === undefined || allowedGroups.includes(name));
  return {
    require_system_group: allowedGroups !== undefined,
    allow_internet_group: false,
    allow_nobody_group: allows('role:nobody'),
    allow_everyone_group: allows('role:everyone'),
    default_group_name: byDefault === 'creator' ? creator : byDefault,
    default_for_system_groups: forSystemGroups,
    allowed_system_groups:
      allowedGroups === undefined || allowedGroups === SYSTEM_GROUP_NAMES ? [] : [...allowedGroups],
  };
};

export const supportedSettings: z.infer<typeof SupportedSettings> = {
  realm: byWireName(ORGANIZATION_PERMISSIONS, (name) => described(ORGANIZATION_PERMISSIONS[name])),
  stream: byWireName(CHANNEL_PERMISSIONS, (name) => described(CHANNEL_PERMISSIONS[name], 'channel_creator')),
  group: byWireName(USER_GROUP_PERMISSIONS, (name) =>
    described(USER_GROUP_PERMISSIONS[name], 'group_creator', 'role:nobody'),
  ),
};

const text = z.string();
const bool = z.boolean();
const int = z.int();

type Prefixed<Name extends string> = `realm_${Name}`;

/** Fields of one type, with a sentence for each. */
const each = <Name extends string, Schema extends z.ZodType>(
  sentences: Readonly<Record<Name, string>>,
  schema: Schema,
) =>
  Object.fromEntries(
    Object.entries<string>(sentences).map(([name, sentence]) => [name, schema.describe(sentence)]),
  ) as Readonly<Record<Name, Schema>>;

/** With the prefix of POST /register. */
const settings = Object.fromEntries(
  namesIn(ORGANIZATION_SETTINGS).map((name) => [
    `realm_${ORGANIZATION_SETTINGS[name].wireName}`,
    settingSchema(name),
  ]),
) as Readonly<Record<Prefixed<WireName<typeof ORGANIZATION_SETTINGS>>, z.ZodType>>;

const permissions = Object.fromEntries(
  OrganizationPermission.options.map((name) => [`realm_${name}`, permissionSchema(name)]),
) as Readonly<Record<Prefixed<OrganizationPermission>, typeof GroupSetting>>;

const limits = each(
  {
    max_message_length: 'Code points of a message.',
    max_topic_length: 'Code points of a topic.',
    max_stream_name_length: 'Code points of a channel’s name.',
    max_stream_description_length: 'Code points of a channel’s description.',
    max_channel_folder_name_length: 'Code points of a channel folder’s name.',
    max_channel_folder_description_length: 'Code points of a channel folder’s description.',
    max_reminder_note_length: 'Code points of a reminder’s note.',
    max_bulk_new_subscription_messages: 'People up to which each is told of a new subscription.',
    max_file_upload_size_mib: 'MiB of an uploaded file.',
    max_avatar_file_size_mib: 'MiB of a person’s picture.',
    max_icon_file_size_mib: 'MiB of the organization’s icon.',
    max_logo_file_size_mib: 'MiB of the organization’s logo.',
    event_queue_longpoll_timeout_seconds:
      'Seconds after which a client should give up waiting for GET /events.',
    server_presence_ping_interval_seconds: 'Seconds between two reports of presence.',
    server_presence_offline_threshold_seconds:
      'Seconds without a report after which a person counts as offline.',
    password_min_length: 'Characters of a password at least.',
    server_typing_started_expiry_period_milliseconds:
      'Milliseconds after which somebody no longer counts as writing.',
    password_max_length: 'Characters of a password at most.',
    server_typing_stopped_wait_period_milliseconds:
      'Milliseconds without a key after which a client says that writing has stopped.',
    password_min_guesses: 'Guesses that a password must withstand.',
    server_typing_started_wait_period_milliseconds:
      'Milliseconds after which a client says again that somebody writes.',
    server_generation: 'When the server was started, in UNIX seconds.',
    server_min_deactivated_realm_deletion_days:
      'The shortest `deletion_delay_days` of POST /realm/deactivate.',
  },
  int,
);

/** Client events of the server. */
export const payloads = {
  restart: plainEventShape('restart', {
    service_version: z.string().describe('Version of the server’s software.'),
    service_merge_base: z.string().describe('Always empty.'),
    service_feature_level: z.int().describe('Which changes of the interface the server has.'),
    server_generation: z.int().describe('When the server was started, in UNIX seconds.'),
  }).describe(
    'The server has been started again since the queue was made; said once to each queue that goes on.',
  ),
} as const;

export const ProgramName = z.string().describe('Name for programs.');
export const DisplayName = z.string().describe('Name for people.');

const GifRatings = z.record(text, z.strictObject({ id: ChoiceNumber, name: ChoiceName }));

const pixels = z.int().describe('Pixels.');

const realmFields = {
  ...limits,
  server_max_deactivated_realm_deletion_days: int
    .nullable()
    .describe('The longest `deletion_delay_days` of POST /realm/deactivate; null for no limit.'),
  realm_name: OrganizationName,
  realm_description: OrganizationDescription,
  ...each(
    {
      realm_rendered_description: 'Description of the organization, as HTML.',
      realm_url: 'URL of the organization.',
      realm_uri: 'The same as `realm_url`, for clients of older feature levels.',
      realm_bot_domain: 'Domain of the addresses of bots.',
    },
    text,
  ),
  realm_icon_url: IconUrl,
  realm_logo_url: LogoUrl,
  realm_night_logo_url: NightLogoUrl,
  ...each(
    {
      realm_uuid: 'UUID of the organization.',
      realm_empty_topic_display_name: 'What clients display in place of an empty topic.',
    },
    text,
  ),
  realm_icon_source: IconSource,
  realm_logo_source: LogoSource,
  realm_night_logo_source: NightLogoSource,
  ...each(
    {
      realm_date_created: 'When the organization was founded, in UNIX seconds.',
      realm_plan_type: 'Kind of plan; 1, as the operator runs their own server.',
      realm_giphy_rating: 'The same as `realm_gif_rating_policy`, for clients of older feature levels.',
      realm_create_public_stream_policy: 'Who may make public channels, as a number for older clients.',
      realm_create_private_stream_policy: 'Who may make private channels, as a number for older clients.',
      realm_create_web_public_stream_policy:
        'Who may make web-public channels, as a number for older clients.',
      realm_wildcard_mention_policy: 'Who may use wildcard mentions, as a number for older clients.',
    },
    int,
  ),
  ...each({ realm_allow_edit_history: 'Whether changes of texts are displayed, for older clients.' }, bool),
  realm_mandatory_topics: MandatoryTopics,
  ...each(
    {
      realm_push_notifications_enabled: 'Whether this server pushes notifications.',
      realm_email_auth_enabled: 'Whether people log in with passwords, for older clients.',
      realm_password_auth_enabled: 'Whether people log in with passwords.',
      realm_is_zephyr_mirror_realm: 'Always false.',
    },
    bool,
  ),
  realm_push_notifications_enabled_end_timestamp: int
    .nullable()
    .describe('When it will stop doing so, in UNIX seconds; null if never.'),
  realm_upload_quota_mib: int.nullable().describe('MiB of all files of the organization; null for no limit.'),
  realm_available_video_chat_providers: z
    .record(text, z.strictObject({ name: ChoiceName, id: ChoiceNumber }))
    .describe('Providers of calls that can be chosen, by name.'),
  realm_default_external_accounts: z
    .record(
      text,
      z.strictObject({
        name: ChoiceName,
        text: DisplayName,
        hint: Field.shape.hint,
        url_pattern: text.describe('URL of an account, with `%(username)s` in it.'),
      }),
    )
    .describe('Sites of external accounts that profile fields can have, by name.'),
  ...settings,
  ...permissions,
  ...each(
    {
      development_environment: 'Always false: it is a server for use.',
      settings_send_digest_emails: 'Whether the server can send digests.',
      service_plan_is_not_limited: 'Always true: no plan limits the organization.',
      server_inline_image_preview: 'Whether the server shows linked pictures at all.',
      server_inline_url_embed_preview: 'Whether the server shows previews of linked pages at all.',
      server_avatar_changes_disabled: 'Whether the server keeps people from changing pictures.',
      server_name_changes_disabled: 'Whether the server keeps people from changing names.',
      server_web_public_streams_enabled: 'Whether web-public channels can be made.',
      server_needs_upgrade: 'Whether the server should be upgraded.',
      server_can_summarize_topics: 'Always false: the server has no language model.',
    },
    bool,
  ),
  upgrade_text_for_wide_organization_logo: text.describe('Always empty: logos cost nothing.'),
  server_thumbnail_formats: z
    .array(
      z.strictObject({
        name: ChoiceName,
        max_width: pixels,
        max_height: pixels,
        format: text.describe('Type of the picture’s file.'),
        animated: bool.describe('Whether the picture may move.'),
      }),
    )
    .describe('Formats in which uploaded pictures are available as thumbnails.'),
  gif_rating_policy_options: GifRatings.describe('Ratings of pictures that can be chosen.'),
  giphy_rating_options: GifRatings.describe(
    'The same as `gif_rating_policy_options`, for clients of older feature levels.',
  ),
  server_emoji_data_url: text.describe('URL of a table of all Unicode emoji with their names.'),
  server_jitsi_server_url: text
    .nullable()
    .describe('URL of the server’s Jitsi server; null if there is none.'),
  jitsi_server_url: text
    .nullable()
    .describe('The same as `server_jitsi_server_url`, for clients of older feature levels.'),
  server_report_message_types: z
    .array(z.strictObject({ key: ProgramName, name: ChoiceName }))
    .describe('Reasons for which a message can be reported.'),
  server_supported_permission_settings: SupportedSettings.describe('What every group setting can be set to.'),
} as const;

// Fields of what this server does not have yet, as clients expect them.

const ids = z.array(z.int());
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape));

const webhookBot = {
  name: ChoiceName,
  display_name: DisplayName,
  all_event_types: z.array(text).nullable().describe('Names of the events that it can tell of.'),
} as const;

const unsupportedFields = {
  default_stream_groups: {
    realm_default_stream_groups: list({
      id: ChoiceNumber,
      name: ChoiceName,
      description: text.describe('What it is for.'),
      streams: ids.describe('IDs of the channels.'),
    }).describe('Always empty: there are no groups of default channels.'),
  },
  giphy: { giphy_api_key: text.describe('Always empty: this server offers no pictures of GIPHY.') },
  tenor: { tenor_api_key: text.describe('Always empty: this server offers no pictures of Tenor.') },
  klipy: { klipy_api_key: text.describe('Always empty: this server offers no pictures of KLIPY.') },
  realm_billing: {
    realm_billing: z
      .strictObject({ has_pending_sponsorship_request: z.boolean().describe('Always false.') })
      .describe('What is to be paid: nothing.'),
  },
  realm_embedded_bots: {
    realm_embedded_bots: list({
      name: ChoiceName,
      config: z.record(text, text).describe('Settings of the embedded bot.'),
    }).describe('Always empty: there are no embedded bots.'),
  },
  realm_filters: {
    realm_filters: z.array(text).max(0).describe('Always empty: `realm_linkifiers` has the linkifiers.'),
  },
  realm_incoming_webhook_bots: {
    realm_incoming_webhook_bots: list({
      ...webhookBot,
      config_options: list({
        key: ProgramName,
        label: DisplayName,
        validator: text.describe('How its value is checked.'),
      }).describe('Settings of the integration.'),
      url_options: list({
        key: ProgramName,
        label: DisplayName,
        input_type: text.describe('How its value is entered.'),
      }).describe('Settings in the URL of the integration.'),
    }).describe('Always empty: every webhook uses POST /messages.'),
  },
  stop_words: {
    stop_words: z.array(text).describe('Words that a search ignores; empty, as it finds every word.'),
  },
  video_calls: {
    has_zoom_token: z.boolean().describe('Always false: calls of Zoom are not configured.'),
    has_webex_token: z.boolean().describe('Always false: calls of Webex are not configured.'),
  },
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = { realm: realmFields, ...unsupportedFields } as const;
