/** Settings that clients keep for their people, and what new people begin with. */
import {
  absent,
  administrator,
  anonymous,
  type Chapter,
  error,
  member,
  owner,
  parameter,
  type Row,
  rule,
  user,
} from './row.ts';

const CHANGE = 'PATCH /settings';
const DEFAULTS = 'PATCH /realm/user_settings_defaults';
const file = 'clientSettings.ts';

/** Name → the default, another value, and one that is refused with a text. */
const SETTINGS: Readonly<
  Record<string, readonly [byDefault: unknown, other: unknown, wrong: unknown, msg: string]>
> = {
  ...on(
    ...['starred_message_counts', 'receives_typing_notifications', 'web_suggest_update_timezone'],
    ...['enable_drafts_synchronization', 'display_emoji_reaction_users', 'web_escape_navigates_to_home_view'],
    ...['web_navigate_to_sent_message', 'enable_followed_topic_desktop_notifications'],
    ...['enable_followed_topic_email_notifications', 'enable_followed_topic_audible_notifications'],
    ...['enable_desktop_notifications', 'pm_content_in_desktop_notifications', 'enable_sounds'],
    ...['enable_offline_email_notifications', 'message_content_in_email_notifications'],
    ...['enable_digest_emails', 'enable_login_emails', 'enable_marketing_emails'],
  ),
  ...off(
    ...['enter_sends', 'left_side_userlist', 'fluid_layout_width', 'high_contrast_mode'],
    ...['twenty_four_hour_time', 'enable_stream_desktop_notifications', 'enable_stream_email_notifications'],
    ...['enable_stream_audible_notifications', 'hide_ai_features', 'allow_private_data_export'],
    ...['web_left_sidebar_show_channel_folders', 'web_left_sidebar_unreads_count_summary'],
  ),
  default_language: ['en', 'de', 'xx-nothing', 'Invalid default_language'],
  web_home_view: ['inbox', 'all_messages', 'x', 'Invalid web_home_view'],
  emojiset: ['google', 'text', 'x', 'Invalid emojiset'],
  notification_sound: ['hansard', 'none', 'x', "Invalid notification sound 'x'"],
  web_animate_image_previews: ['on_hover', 'never', 'x', 'Invalid web_animate_image_previews'],
  resolved_topic_notice_auto_read_policy: [
    'except_followed',
    'always',
    'x',
    'Invalid resolved_topic_notice_auto_read_policy',
  ],
  ...number(
    ['color_scheme', 1, 3],
    ['demote_inactive_streams', 1, 3],
    ['web_mark_read_on_scroll_policy', 1, 3],
  ),
  ...number(
    ['web_channel_default_view', 1, 4],
    ['user_list_style', 2, 3],
    ['desktop_icon_count_display', 1, 4],
  ),
  ...number(
    ['web_stream_unreads_count_display_policy', 2, 3],
    ['realm_name_in_email_notifications_policy', 1, 3],
  ),
  web_font_size_px: [16, 64, 65, 'web_font_size_px is too large'],
  web_line_height_percent: [140, 400, 401, 'web_line_height_percent is too large'],
  email_notifications_batching_period_seconds: [
    120,
    604_800,
    604_801,
    'Invalid email batching period: 604801 seconds',
  ],
};

function on(...names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [name, [true, false, 1, `${name} is not a boolean`]] as const),
  );
}
function off(...names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [name, [false, true, 1, `${name} is not a boolean`]] as const),
  );
}
function number(...rows: readonly (readonly [name: string, byDefault: number, most: number])[]) {
  return Object.fromEntries(
    rows.map(([name, byDefault, most]) => [name, [byDefault, most, most + 1, `Invalid ${name}`]] as const),
  );
}

const registers = (caller: typeof user, list: string, name: string, value: unknown) =>
  caller('POST /register', { fetch_event_types: [list] }).shows({ [`${list}.${name}`]: value });

/** Rows of PATCH /settings. */
export const clientSettings: readonly Row[] = Object.entries(SETTINGS).flatMap(
  ([name, [byDefault, other, wrong, msg]]) => [
    parameter(name, `is stored and shown: ${String(byDefault)}, then ${String(other)}`, [
      registers(user, 'user_settings', name, byDefault),
      user(CHANGE, { [name]: other })
        .shows({ ignored_parameters_unsupported: absent })
        .records(1),
      registers(user, 'user_settings', name, other),
    ]),
    parameter(name, `${String(wrong)} is refused: ${msg}`, [
      user(CHANGE, { [name]: wrong }).refused('BAD_REQUEST', msg),
    ]),
  ],
);

/** The same settings, and those that rules and pushes read. */
const DEFAULTABLE: Readonly<Record<string, readonly [byDefault: unknown, other: unknown]>> = {
  ...Object.fromEntries(
    Object.entries(SETTINGS).map(([name, [byDefault, other]]) => [name, [byDefault, other]] as const),
  ),
  email_address_visibility: [1, 3],
  automatically_follow_topics_policy: [3, 4],
  automatically_unmute_topics_in_muted_streams_policy: [2, 4],
  ...Object.fromEntries(
    [
      'automatically_follow_topics_where_mentioned',
      'presence_enabled',
      'send_read_receipts',
      'send_private_typing_notifications',
      'send_stream_typing_notifications',
      'enable_offline_push_notifications',
      'enable_online_push_notifications',
      'enable_followed_topic_push_notifications',
      'wildcard_mentions_notify',
      'enable_followed_topic_wildcard_mentions_notify',
    ].map((name) => [name, [true, false]] as const),
  ),
  translate_emoticons: [false, true],
  enable_stream_push_notifications: [false, true],
};

export const defaultSettings: Chapter = {
  about: DEFAULTS,
  file,
  server: {},
  rows: [
    ...Object.entries(DEFAULTABLE).map(([name, [byDefault, other]]) =>
      parameter(name, `is the default of new accounts, instead of ${String(byDefault)}`, [
        registers(owner, 'realm_user_settings_defaults', name, byDefault),
        owner(DEFAULTS, { [name]: other })
          .shows({ ignored_parameters_unsupported: absent })
          .records(1),
        registers(owner, 'realm_user_settings_defaults', name, other),
        registers(member, 'user_settings', name, byDefault),
        registers(user, 'user_settings', name, other),
        owner(DEFAULTS, { [name]: byDefault })
          .shows()
          .records(1),
      ]),
    ),
    rule('a state that holds already is no change', [
      owner(DEFAULTS, { enter_sends: false }).shows().records(0),
    ]),
    rule('a name that is no setting is said to be ignored', [
      administrator(DEFAULTS, { timezone: 'UTC' }).shows({ ignored_parameters_unsupported: ['timezone'] }),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      member(DEFAULTS, { enter_sends: true }).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization administrator',
      ),
    ]),
    rule('asks for a login', [anonymous(DEFAULTS, { enter_sends: true }).answers(401)]),
  ],
};

/** Settings that rules read. */
export const settingsAtWork: readonly Row[] = [
  parameter('enable_drafts_synchronization', 'off, drafts are neither listed nor kept', [
    user(CHANGE, { enable_drafts_synchronization: false }),
    user('GET /drafts').refused('BAD_REQUEST', 'User has disabled synchronizing drafts.'),
    user('POST /drafts', { drafts: [{ type: '', to: [], topic: '', content: 'x' }] }).refused(
      'BAD_REQUEST',
      'User has disabled synchronizing drafts.',
    ),
    user('DELETE /drafts/1').refused('BAD_REQUEST', 'User has disabled synchronizing drafts.'),
  ]),
];
