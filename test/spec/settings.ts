/** PATCH /settings. */
import { clientSettings, settingsAtWork } from './clientSettings.ts';
import {
  absent,
  anonymous,
  asksForLogin,
  type Chapter,
  error,
  member,
  owner,
  parameter,
  type Row,
  rule,
  user,
} from './row.ts';

const change = 'PATCH /settings';
const takes = (name: string, values: readonly unknown[], promise = 'is taken'): Row =>
  parameter(name, `${promise}: ${values.map(String).join(', ')}`, [
    ...values.map((value) =>
      user(change, { [name]: value }).shows({ ignored_parameters_unsupported: absent }),
    ),
  ]);
const refuses = (name: string, value: unknown, msg: string): Row =>
  parameter(name, `${String(value)} is refused: ${msg}`, [
    user(change, { [name]: value }).refused('BAD_REQUEST', msg),
  ]);
const boolean = (name: string): readonly Row[] => [
  takes(name, [true, false]),
  refuses(name, 1, `${name} is not a boolean`),
];
const policy = (name: string): readonly Row[] => [
  takes(name, [1, 2, 3, 4]),
  refuses(name, 5, `Invalid ${name}`),
  refuses(name, 'often', `${name} is not valid JSON`),
];
const OLD = 'kiwi-lamp-42';
const NEW = 'plum-desk-17';
const withPassword = owner('POST /users', {
  email: '{fresh}@example.com',
  full_name: 'New Person',
  password: OLD,
});
const login = (password: string) =>
  anonymous('POST /fetch_api_key', { username: '{fresh}@example.com', password });

export const settings: Chapter = {
  about: 'PATCH /settings',
  file: 'settings.ts',
  rows: [
    parameter('full_name', 'is one’s name', [
      user(change, { full_name: ' Another Name ' }).shows(),
      member('GET /users/{user}').shows({ 'user.full_name': 'Another Name' }),
    ]),
    refuses('full_name', 'x', 'Name too short!'),
    parameter('email', 'is one’s address from then on, on servers without mail', [
      user(change, { email: '{fresh}@example.com' }).shows().records(1),
      owner('GET /users/{user}').shows({ 'user.delivery_email': '{fresh}@example.com' }),
    ]),
    refuses('email', 'nobody', 'Invalid email address.'),
    parameter('full_name', 'is refused where the organization has disabled name changes', [
      owner('PATCH /realm', { name_changes_disabled: true }),
      user(change, { full_name: 'Another Name' }).refused(
        'BAD_REQUEST',
        'Name changes are disabled in this organization.',
      ),
      owner('PATCH /realm', { name_changes_disabled: false }).shows(),
    ]),
    parameter('full_name', 'may be changed by administrators all the same', [
      owner('PATCH /realm', { name_changes_disabled: true }),
      owner('PATCH /users/{user}', { role: 200 }),
      user(change, { full_name: 'Another Name' }).shows(),
      owner('PATCH /realm', { name_changes_disabled: false }).shows(),
    ]),
    parameter('new_password', 'asks for the old one', [
      user(change, { old_password: 'wrong', new_password: NEW }).refused('BAD_REQUEST', 'Wrong password!'),
    ]),
    takes('email_address_visibility', [1, 2, 3, 4, 5]),
    refuses('email_address_visibility', 6, 'Invalid email_address_visibility'),
    refuses('email_address_visibility', 0, 'Invalid email_address_visibility'),
    ...policy('automatically_follow_topics_policy'),
    ...policy('automatically_unmute_topics_in_muted_streams_policy'),
    ...boolean('automatically_follow_topics_where_mentioned'),
    ...boolean('presence_enabled'),
    ...boolean('translate_emoticons'),
    ...boolean('send_read_receipts'),
    ...boolean('send_private_typing_notifications'),
    ...boolean('send_stream_typing_notifications'),
    ...boolean('enable_offline_push_notifications'),
    ...boolean('enable_online_push_notifications'),
    ...boolean('enable_stream_push_notifications'),
    ...boolean('enable_followed_topic_push_notifications'),
    ...boolean('wildcard_mentions_notify'),
    ...boolean('enable_followed_topic_wildcard_mentions_notify'),
    takes('timezone', ['', 'UTC', 'Asia/Kolkata'], 'is an IANA identifier or empty'),
    refuses('timezone', 'Mars/Olympus', 'Invalid timezone'),
    ...clientSettings,
    ...settingsAtWork,
    rule('settings may be changed together', [
      user(change, { timezone: 'UTC', email_address_visibility: 3 }).shows(),
      user('GET /users/me').shows({ timezone: 'UTC', email: 'user{user}@chat.example.com' }),
    ]),
    rule('of settings that are refused in part, none is changed', [
      user(change, { timezone: 'UTC', full_name: 'x' }).refused('BAD_REQUEST', 'Name too short!'),
      user('GET /users/me').shows({ timezone: '' }),
    ]),
    rule('nothing need be changed', [user(change).shows()]),
    rule('what nobody can set is ignored, and said to be', [
      user(change, { shoe_size: 44 }).shows({ ignored_parameters_unsupported: ['shoe_size'] }),
    ]),
    rule('PATCH /settings/display is a deprecated name', [
      user('PATCH /settings/display', { timezone: 'UTC' }).shows(),
      user('GET /users/me').shows({ timezone: 'UTC' }),
    ]),
    rule('PATCH /settings/notifications is a deprecated name', [
      user('PATCH /settings/notifications', { timezone: 'UTC' }).shows(),
      user('GET /users/me').shows({ timezone: 'UTC' }),
    ]),
    rule('a key is fetched with the given password', [withPassword, login(OLD).shows()]),
    asksForLogin(change),
  ],
};

/** The owner has had this password since the organization was founded. */
const loginOfOwner = (password: string) =>
  anonymous('POST /fetch_api_key', { username: 'owner@example.com', password });
const wrongly = owner(change, { old_password: 'wrong', new_password: NEW }).refused(
  'BAD_REQUEST',
  'Wrong password!',
);

export const passwords: Chapter = {
  about: `${change}: passwords`,
  file: 'settings.ts',
  server: { RATE_LIMITS: JSON.stringify({ login: { requests: 2, seconds: 1800 } }) },
  rows: [
    parameter('old_password', 'is the present one, which is no more once there is a new one', [
      owner(change, { old_password: OLD, new_password: NEW }).shows(),
      loginOfOwner(OLD).refused('AUTHENTICATION_FAILED', 'Your username or password is incorrect', {}, 401),
      loginOfOwner(NEW).shows(),
      owner(change, { old_password: NEW, new_password: OLD }).shows(),
    ]),
    parameter('new_password', 'is strong', [
      owner(change, { old_password: OLD, new_password: 'abc' }).refused(
        'BAD_REQUEST',
        'New password is too weak!',
      ),
      owner(change, { old_password: OLD, new_password: `${'kiwi'.repeat(25)}s` }).refused(
        'BAD_REQUEST',
        'New password is too long (limit: 100 characters)',
      ),
    ]),
    error(
      'RATE_LIMIT_HIT',
      'answers people who have guessed the old one too often, here or when logging in',
      [
        wrongly,
        wrongly,
        owner(change, { old_password: OLD, new_password: NEW }).refused(
          'RATE_LIMIT_HIT',
          'API usage exceeded rate limit',
          {},
          429,
        ),
        loginOfOwner(OLD).refused('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {}, 429),
      ],
    ),
  ],
};
