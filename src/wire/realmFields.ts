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
import { named } from './define.ts';
import { settingSchema } from './organizations.ts';
import { GroupSetting } from './userGroups.ts';

// What group settings may be set to, for clients that offer to set them.

const SupportedSetting = named(
  'PermissionRule',
  z.strictObject({
    require_system_group: z.boolean(),
    allow_internet_group: z.boolean(),
    allow_nobody_group: z.boolean(),
    allow_everyone_group: z.boolean(),
    default_group_name: z.string(),
    default_for_system_groups: z.string().nullable(),
    allowed_system_groups: z.array(z.string()),
  }),
);
const table = z.record(z.string(), SupportedSetting);

const SupportedSettings = z.strictObject({ realm: table, stream: table, group: table });

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

const each = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Readonly<Record<Name, Schema>>;
const realm = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [`realm_${name}`, schema])) as Readonly<
    Record<Prefixed<Name>, Schema>
  >;

/** With the prefix of POST /register. */
const settings = Object.fromEntries(
  namesIn(ORGANIZATION_SETTINGS).map((name) => [
    `realm_${ORGANIZATION_SETTINGS[name].wireName}`,
    settingSchema(name),
  ]),
) as Readonly<Record<Prefixed<WireName<typeof ORGANIZATION_SETTINGS>>, z.ZodType>>;

const limits = each(
  [
    'max_message_length',
    'max_topic_length',
    'max_stream_name_length',
    'max_stream_description_length',
    'max_channel_folder_name_length',
    'max_channel_folder_description_length',
    'max_reminder_note_length',
    'max_bulk_new_subscription_messages',
    'max_file_upload_size_mib',
    'max_avatar_file_size_mib',
    'max_icon_file_size_mib',
    'max_logo_file_size_mib',
    'event_queue_longpoll_timeout_seconds',
    'server_presence_ping_interval_seconds',
    'server_presence_offline_threshold_seconds',
    'password_min_length',
    'server_typing_started_expiry_period_milliseconds',
    'password_max_length',
    'server_typing_stopped_wait_period_milliseconds',
    'password_min_guesses',
    'server_typing_started_wait_period_milliseconds',
    'server_generation',
    'server_min_deactivated_realm_deletion_days',
  ] as const,
  int,
);

const GifRatings = z.record(text, z.strictObject({ id: int, name: text }));

const realmFields = {
  ...limits,
  server_max_deactivated_realm_deletion_days: int.nullable(),
  ...realm(
    [
      'name',
      'description',
      'rendered_description',
      'url',
      'uri',
      'bot_domain',
      'icon_url',
      'logo_url',
      'night_logo_url',
      'uuid',
      'empty_topic_display_name',
    ] as const,
    text,
  ),
  realm_icon_source: z.enum(['G', 'U']),
  realm_logo_source: z.enum(['D', 'U']),
  realm_night_logo_source: z.enum(['D', 'U']),
  ...realm(
    [
      'date_created',
      'plan_type',
      'giphy_rating',
      'create_public_stream_policy',
      'create_private_stream_policy',
      'create_web_public_stream_policy',
      'wildcard_mention_policy',
    ] as const,
    int,
  ),
  ...realm(
    [
      'allow_edit_history',
      'mandatory_topics',
      'push_notifications_enabled',
      'email_auth_enabled',
      'password_auth_enabled',
      'is_zephyr_mirror_realm',
    ] as const,
    bool,
  ),
  realm_push_notifications_enabled_end_timestamp: int.nullable(),
  realm_upload_quota_mib: int.nullable(),
  realm_available_video_chat_providers: z.record(text, z.strictObject({ name: text, id: int })),
  realm_default_external_accounts: z.record(
    text,
    z.strictObject({ name: text, text, hint: text, url_pattern: text }),
  ),
  ...settings,
  ...realm(OrganizationPermission.options, GroupSetting),
  ...each(
    [
      'development_environment',
      'settings_send_digest_emails',
      'service_plan_is_not_limited',
      'server_inline_image_preview',
      'server_inline_url_embed_preview',
      'server_avatar_changes_disabled',
      'server_name_changes_disabled',
      'server_web_public_streams_enabled',
      'server_needs_upgrade',
      'server_can_summarize_topics',
    ] as const,
    bool,
  ),
  upgrade_text_for_wide_organization_logo: text,
  server_thumbnail_formats: z.array(
    z.strictObject({ name: text, max_width: int, max_height: int, format: text, animated: bool }),
  ),
  gif_rating_policy_options: GifRatings,
  giphy_rating_options: GifRatings,
  server_emoji_data_url: text,
  server_jitsi_server_url: text.nullable(),
  jitsi_server_url: text.nullable(),
  server_report_message_types: z.array(z.strictObject({ key: text, name: text })),
  server_supported_permission_settings: SupportedSettings,
} as const;

// Fields of what this server does not have yet, as clients expect them.

const ids = z.array(z.int());
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape));

const webhookBot = {
  name: text,
  display_name: text,
  all_event_types: z.array(text).nullable(),
} as const;

const unsupportedFields = {
  default_stream_groups: {
    realm_default_stream_groups: list({
      id: z.int(),
      name: text,
      description: text,
      streams: ids,
    }),
  },
  giphy: { giphy_api_key: text },
  tenor: { tenor_api_key: text },
  klipy: { klipy_api_key: text },
  realm_billing: { realm_billing: z.strictObject({ has_pending_sponsorship_request: z.boolean() }) },
  realm_embedded_bots: {
    realm_embedded_bots: list({
      name: text,
      config: z.record(text, text),
    }),
  },
  realm_filters: { realm_filters: z.array(text).max(0) },
  realm_incoming_webhook_bots: {
    realm_incoming_webhook_bots: list({
      ...webhookBot,
      config_options: list({ key: text, label: text, validator: text }),
      url_options: list({ key: text, label: text, input_type: text }),
    }),
  },
  stop_words: { stop_words: z.array(text) },
  video_calls: { has_zoom_token: z.boolean(), has_webex_token: z.boolean() },
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = { realm: realmFields, ...unsupportedFields } as const;
