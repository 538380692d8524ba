/** All personal settings as clients see them; those that cannot be changed yet have their defaults. */
import { z } from 'zod';
import { column, onTheWire } from '../events/settings.ts';
import { PERSONAL_SETTINGS, type PersonalSettings } from '../events/users.ts';
import { row } from './row.ts';

/** Boolean settings that have the same value for everybody. */
const ON = [
  ...(['starred_message_counts', 'receives_typing_notifications', 'web_suggest_update_timezone'] as const),
  ...(['enable_drafts_synchronization', 'display_emoji_reaction_users'] as const),
  ...(['web_escape_navigates_to_home_view', 'web_navigate_to_sent_message'] as const),
  ...(['enable_followed_topic_desktop_notifications', 'enable_followed_topic_email_notifications'] as const),
  ...(['enable_followed_topic_audible_notifications', 'enable_desktop_notifications'] as const),
  ...([
    'pm_content_in_desktop_notifications',
    'enable_sounds',
    'enable_offline_email_notifications',
  ] as const),
  ...(['message_content_in_email_notifications', 'enable_digest_emails', 'enable_login_emails'] as const),
  'enable_marketing_emails',
] as const;
const OFF = [
  ...(['enter_sends', 'left_side_userlist', 'fluid_layout_width', 'high_contrast_mode'] as const),
  ...(['twenty_four_hour_time', 'enable_stream_desktop_notifications'] as const),
  ...(['enable_stream_email_notifications', 'enable_stream_audible_notifications'] as const),
  ...(['hide_ai_features', 'allow_private_data_export'] as const),
  ...(['web_left_sidebar_show_channel_folders', 'web_left_sidebar_unreads_count_summary'] as const),
] as const;

const TEXTS = {
  default_language: 'en',
  web_home_view: 'inbox',
  emojiset: 'google',
  notification_sound: 'hansard',
  web_animate_image_previews: 'on_hover',
  resolved_topic_notice_auto_read_policy: 'except_followed',
} as const;

const NUMBERS = {
  color_scheme: 1,
  demote_inactive_streams: 1,
  web_mark_read_on_scroll_policy: 1,
  web_channel_default_view: 1,
  user_list_style: 2,
  web_stream_unreads_count_display_policy: 2,
  desktop_icon_count_display: 1,
  realm_name_in_email_notifications_policy: 1,
  web_font_size_px: 16,
  web_line_height_percent: 140,
  email_notifications_batching_period_seconds: 120,
} as const;

const CHOICES = {
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'google-blob', text: 'Google blobs' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
  ],
  available_notification_sounds: ['bell', 'blip', 'chime', 'click', 'ding', 'hansard', 'plink', 'pop'],
};

const each = <Name extends string, Value>(names: readonly Name[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as Readonly<Record<Name, Value>>;
const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[];

export const UserSettings = z.strictObject({
  ...each([...ON, ...OFF], z.boolean()),
  ...each(namesOf(TEXTS), z.string()),
  ...each(namesOf(NUMBERS), z.int()),
  ...onTheWire(PERSONAL_SETTINGS, (name) => PERSONAL_SETTINGS[name].schema),
  emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
  available_notification_sounds: z.array(z.string()),
});

/** A person's settings; without a person, the defaults. */
export const wireUserSettings = (settings: PersonalSettings = column(PERSONAL_SETTINGS, 'byDefault')) => ({
  ...each(ON, true),
  ...each(OFF, false),
  ...TEXTS,
  ...NUMBERS,
  ...onTheWire(PERSONAL_SETTINGS, (name) => settings[name]),
  ...CHOICES,
});

/** Settings that older clients read beside the others: the terminal client does not start without them. */
const OLDER = ['twenty_four_hour_time', 'pm_content_in_desktop_notifications'] as const;

export const olderUserSettingFields = each(OLDER, z.boolean());

export const olderUserSettings = (settings: Readonly<Record<(typeof OLDER)[number], boolean>>) => ({
  twenty_four_hour_time: settings.twenty_four_hour_time,
  pm_content_in_desktop_notifications: settings.pm_content_in_desktop_notifications,
});

/** Client events of personal settings. */
export const userSettingPayloads = {
  'user_settings/update': row('user_settings', 'update', {
    property: z.enum(Object.values(PERSONAL_SETTINGS).map(({ wireName }) => wireName)),
    value: z.union([z.boolean(), z.int(), z.string()]),
  }),
} as const;
