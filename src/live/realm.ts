/** The organization and its server in a snapshot. */
import { createHash } from 'node:crypto';
import type { WireName } from '../events/define.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../events/messages.ts';
import { type ORGANIZATION_SETTINGS, OrganizationPermission } from '../events/organizations.ts';
import { REPORT_TYPES } from '../events/reactions.ts';
import { OFFLINE_AFTER_SECONDS } from '../organization/presence.ts';
import { permissionOf, settingsOf } from '../organization/slices/organizations.ts';
import { externalSites } from '../organization/slices/profileFields.ts';
import { THUMBNAIL_FORMATS } from '../wire/files.ts';
import { pictureFields } from '../wire/organizations.ts';
import { wireOrganizationSettings } from '../wire/organizationSettings.ts';
import { supportedSettings } from '../wire/realmFields.ts';
import { redactNames } from '../wire/redactNames.ts';
import { wireGroupSetting } from '../wire/userGroups.ts';
import { legacySettings, type LegacySettings } from './organizations.ts';
import { type FieldsOf, snapshot, type SnapshotSource } from './translation/snapshot.ts';

type Realm = FieldsOf<'realm'>;
type Settings = Pick<Realm, `realm_${WireName<typeof ORGANIZATION_SETTINGS>}`>;
type Permissions = Pick<Realm, `realm_${OrganizationPermission}`>;

const realmSnapshot = snapshot({
  realm: (source) => ({
    ...limitsOf(source),
    ...identityOf(source),
    ...policiesOf(source),
    ...settingsIn(source),
    ...permissionsIn(source),
    ...olderIn(source),
    ...serverIn(source),
  }),
});

/** Of reminders and typing nothing is there yet: the usual values. */
const limitsOf = ({ server: { limits, startedAt } }: SnapshotSource) =>
  ({
    max_message_length: limits.messageLength,
    max_topic_length: limits.topicLength,
    max_stream_name_length: limits.channelNameLength,
    max_stream_description_length: limits.channelDescriptionLength,
    max_channel_folder_name_length: limits.folderNameLength,
    max_channel_folder_description_length: limits.folderDescriptionLength,
    max_reminder_note_length: 1000,
    max_bulk_new_subscription_messages: 100,
    max_file_upload_size_mib: limits.fileSizeMib,
    max_avatar_file_size_mib: limits.avatarSizeMib,
    max_icon_file_size_mib: limits.avatarSizeMib,
    max_logo_file_size_mib: limits.avatarSizeMib,
    event_queue_longpoll_timeout_seconds: 90,
    server_presence_ping_interval_seconds: 60,
    server_presence_offline_threshold_seconds: OFFLINE_AFTER_SECONDS,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_wait_period_milliseconds: 30_000,
    password_min_length: limits.passwordLength[0],
    password_max_length: limits.passwordLength[1],
    password_min_guesses: 0,
    server_min_deactivated_realm_deletion_days: 0,
    server_max_deactivated_realm_deletion_days: null,
    server_generation: startedAt,
  }) satisfies Partial<Realm>;

const settingsIn = ({ state }: SnapshotSource) =>
  Object.fromEntries(
    Object.entries(wireOrganizationSettings(settingsOf(state))).map(([name, value]) => [
      `realm_${name}`,
      value,
    ]),
  ) as Settings;

/** Under names that only older clients know. */
const olderIn = ({ state }: SnapshotSource) =>
  Object.fromEntries(
    Object.entries(legacySettings(state)).map(([name, value]) => [`realm_${name}`, value]),
  ) as { readonly [Name in keyof LegacySettings as `realm_${Name}`]: LegacySettings[Name] };

function identityOf({ state, access, host, url }: SnapshotSource) {
  const profile = state.organization.profile.get();
  return {
    realm_name: profile?.name ?? '',
    realm_description: profile?.description ?? '',
    realm_rendered_description: redactNames(profile?.renderedDescription ?? '', access),
    realm_url: url,
    realm_uri: url,
    realm_bot_domain: host,
    ...realmPictures(state),
    realm_uuid: uuidOf(`${host}/${state.organizationId}/${profile?.foundedAt ?? 0}`),
    realm_date_created: Math.floor((profile?.foundedAt ?? 0) / 1000),
    realm_plan_type: 1,
  } satisfies Partial<Realm>;
}

/** The same UUID for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

function policiesOf({ state, server }: SnapshotSource) {
  const settings = settingsOf(state);
  return {
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_mandatory_topics: settings.topicsPolicy === 'disable_empty_topic',
    realm_giphy_rating: settings.gifRatingPolicy,
    realm_available_video_chat_providers: VIDEO_CHAT_PROVIDERS,
    realm_push_notifications_enabled: server.pushes,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_upload_quota_mib: server.uploadQuotaMib,
    realm_default_external_accounts: externalAccounts,
    realm_is_zephyr_mirror_realm: false,
  } satisfies Partial<Realm>;
}

const externalAccounts = Object.fromEntries(
  externalSites().map(([subtype, { urlPattern, ...site }]) => [
    subtype,
    { ...site, url_pattern: urlPattern },
  ]),
);

function permissionsIn({ state }: SnapshotSource) {
  const permissions = Object.fromEntries(
    OrganizationPermission.options.map((name) => [
      `realm_${name}`,
      wireGroupSetting(state, permissionOf(state, name)),
    ]),
  );
  return permissions as Permissions;
}

const VIDEO_CHAT_PROVIDERS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
};

const GIF_RATINGS = {
  disabled: { id: 0, name: 'No GIFs' },
  g: { id: 1, name: 'GIFs for everybody' },
  pg: { id: 2, name: 'GIFs that children see with their parents' },
  pg13: { id: 3, name: 'GIFs for people from 13 years' },
  r: { id: 4, name: 'GIFs for people from 17 years' },
};

const serverIn = ({ server }: SnapshotSource) =>
  ({
    development_environment: false,
    settings_send_digest_emails: false,
    service_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
    server_inline_image_preview: true,
    server_inline_url_embed_preview: false,
    server_thumbnail_formats: [...THUMBNAIL_FORMATS],
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_web_public_streams_enabled: server.webPublicChannels,
    gif_rating_policy_options: GIF_RATINGS,
    giphy_rating_options: GIF_RATINGS,
    server_emoji_data_url: server.emojiDataUrl,
    server_needs_upgrade: false,
    server_jitsi_server_url: null,
    jitsi_server_url: null,
    server_can_summarize_topics: false,
    server_report_message_types: Object.entries(REPORT_TYPES).map(([key, name]) => ({ key, name })),
    server_supported_permission_settings: supportedSettings,
  }) satisfies Partial<Realm>;

/** The organization's pictures, by the names of POST /register. */
function realmPictures(organization: SnapshotSource['state']) {
  const icon = pictureFields.icon(organization);
  const logo = pictureFields.logo(organization);
  const night = pictureFields.night_logo(organization);
  return {
    realm_icon_url: icon.icon_url,
    realm_icon_source: icon.icon_source,
    realm_logo_url: logo.logo_url,
    realm_logo_source: logo.logo_source,
    realm_night_logo_url: night.night_logo_url,
    realm_night_logo_source: night.night_logo_source,
  };
}

// Parts that this server does not support: well-formed and empty, so that clients which require them can start.

const unsupportedSnapshot = snapshot({
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  giphy: () => ({ giphy_api_key: '' }),
  tenor: () => ({ tenor_api_key: '' }),
  klipy: () => ({ klipy_api_key: '' }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_filters: () => ({ realm_filters: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  stop_words: () => ({ stop_words: [] }),
  video_calls: () => ({ has_zoom_token: false, has_webex_token: false }),
});

/** What clients get when they register. */
export const snapshotParts = {
  ...realmSnapshot,
  ...unsupportedSnapshot,
};
