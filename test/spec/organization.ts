/** PATCH /realm and POST /realm/deactivate. */
import {
  absent,
  administrator,
  anonymous,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  member,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
} from './row.ts';

const change = 'PATCH /realm';
const administratorsOnly = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'] as const;
const ownersOnly = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'] as const;

/** Values one after the other, the last of which is the default again. */
export const takes = (by: typeof owner, name: string, promise: string, values: readonly unknown[]): Row =>
  parameter(
    name,
    `${promise}: ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    values.map((value) => by(change, { [name]: value }).shows({ [name]: value })),
  );
export const refuses = (
  name: string,
  value: unknown,
  msg: string,
  code = 'BAD_REQUEST',
  extra: Shown = {},
): Row => parameter(name, `is refused: ${msg}`, [owner(change, { [name]: value }).refused(code, msg, extra)]);
const forOwners = (name: string, value: unknown): Row =>
  parameter(name, 'is for owners', [administrator(change, { [name]: value }).refused(...ownersOnly)]);

export const flag = (name: string, byDefault: boolean): readonly Row[] => [
  takes(administrator, name, 'is taken', [!byDefault, byDefault]),
  refuses(name, 1, `${name} is not a boolean`),
];
const ownersFlag = (name: string, byDefault: boolean): readonly Row[] => [
  takes(owner, name, 'is taken', [!byDefault, byDefault]),
  forOwners(name, !byDefault),
  refuses(name, 'no', `${name} is not valid JSON`),
];
const limit = (name: string, byDefault: number): readonly Row[] => [
  parameter(name, 'is a number of seconds, or "unlimited", which is shown as null', [
    administrator(change, { [name]: 60 }).shows({ [name]: 60 }),
    administrator(change, { [name]: '"unlimited"' }).shows({ [name]: null }),
    administrator(change, { [name]: byDefault }).shows({ [name]: byDefault }),
  ]),
  refuses(name, 0, `Bad value for '${name}': 0`, 'REQUEST_VARIABLE_INVALID', {
    var_name: name,
    bad_value: 0,
  }),
  refuses(name, '"soon"', `Bad value for '${name}': soon`, 'REQUEST_VARIABLE_INVALID', {
    var_name: name,
    bad_value: 'soon',
  }),
];
export const channel = (name: string, which: string): readonly Row[] => [
  parameter(name, 'is a channel, or -1 for none', [
    owner(change, { [name]: `{${which}}` }).shows({ [name]: `{${which}}` }),
    owner(change, { [name]: -1 }).shows({ [name]: -1 }),
  ]),
  refuses(name, '{nobody}', 'Invalid channel ID'),
  refuses(name, '"x"', `${name} is not an integer`),
];

export const organizationSettings: Chapter = {
  about: 'PATCH /realm',
  file: 'organization.ts',
  server: { WEB_PUBLIC_CHANNELS: 'on' },
  rows: [
    takes(administrator, 'name', 'is the name, of at most 40 characters', [
      'Acme',
      'x'.repeat(40),
      'Hansard',
    ]),
    refuses('name', 'x'.repeat(41), 'name is too long (limit: 40 characters)'),
    refuses('name', ' ', 'name cannot be blank'),
    takes(administrator, 'description', 'is Markdown', ['We *build*.', '']),
    parameter('description', 'is shown as HTML', [
      owner(change, { description: 'We *build*.' }),
      anonymous('GET /server_settings').shows({ realm_description: '<p>We <em>build</em>.</p>' }),
    ]),
    refuses('description', 'x'.repeat(1001), 'description is too long (limit: 1000 characters)'),
    parameter('authentication_methods', 'turns methods on and off', [
      owner(change, { authentication_methods: { LDAP: true, Email: false } }).shows({
        'authentication_methods.LDAP': true,
        'authentication_methods.Email': false,
      }),
      anonymous('GET /server_settings').shows({
        email_auth_enabled: false,
        'authentication_methods.password': false,
      }),
      owner(change, { authentication_methods: { LDAP: false, Email: true } }).shows({
        'authentication_methods.Email': true,
      }),
    ]),
    field('authentication_methods', 'has every method as it is then', [
      owner(change, { authentication_methods: { LDAP: true } }).shows({
        'authentication_methods.Email': true,
        'authentication_methods.SAML': false,
        'authentication_methods.LDAP': true,
      }),
      owner(change, { authentication_methods: { LDAP: false } }).shows({
        'authentication_methods.LDAP': false,
      }),
    ]),
    refuses(
      'authentication_methods',
      { Email: false },
      'At least one authentication method must be enabled.',
    ),
    forOwners('authentication_methods', { LDAP: true }),
    ...flag('allow_message_editing', true),
    ...flag('enable_read_receipts', true),
    ...flag('enable_spectator_access', false),
    ...flag('name_changes_disabled', false),
    ...flag('presence_disabled', false),
    ...flag('require_unique_names', false),
    ...flag('send_channel_events_messages', false),
    ...ownersFlag('disallow_disposable_email_addresses', true),
    ...ownersFlag('emails_restricted_to_domains', false),
    ...ownersFlag('invite_required', true),
    ...limit('message_content_delete_limit_seconds', 600),
    ...limit('message_content_edit_limit_seconds', 600),
    ...limit('move_messages_between_streams_limit_seconds', 604_800),
    ...limit('move_messages_within_stream_limit_seconds', 604_800),
    takes(administrator, 'message_edit_history_visibility_policy', 'is taken', ['moves', 'none', 'all']),
    refuses(
      'message_edit_history_visibility_policy',
      'some',
      'Invalid message_edit_history_visibility_policy',
    ),
    parameter('message_retention_days', 'is a number of days, or "unlimited", which is shown as -1', [
      owner(change, { message_retention_days: 30 }).shows({ message_retention_days: 30 }),
      owner(change, { message_retention_days: '"unlimited"' }).shows({ message_retention_days: -1 }),
    ]),
    refuses(
      'message_retention_days',
      0,
      "Bad value for 'message_retention_days': 0",
      'REQUEST_VARIABLE_INVALID',
      { var_name: 'message_retention_days', bad_value: 0 },
    ),
    forOwners('message_retention_days', 30),
    ...channel('new_stream_announcements_stream_id', 'channel'),
    ...channel('signup_announcements_stream_id', 'channel'),
    ...channel('moderation_request_channel_id', 'secret'),
    refuses('moderation_request_channel_id', '{channel}', 'Moderation request channel must be private.'),
    takes(administrator, 'topics_policy', 'is taken', ['disable_empty_topic', 'allow_empty_topic']),
    refuses('topics_policy', 'empty_topic_only', 'Invalid topics_policy'),
    takes(owner, 'waiting_period_threshold', 'is a number of days', [3, 0]),
    refuses('waiting_period_threshold', -1, 'waiting_period_threshold is too small'),
    forOwners('waiting_period_threshold', 3),
    takes(administrator, 'welcome_message_custom_text', 'is Markdown', ['Welcome!', '']),
    refuses(
      'welcome_message_custom_text',
      'x'.repeat(8001),
      'welcome_message_custom_text is too long (limit: 8000 characters)',
    ),
    rule('the answer names what did change, and nothing else', [
      owner(change, { name: 'Hansard', presence_disabled: true }).shows({
        presence_disabled: true,
        name: absent,
        description: absent,
      }),
      owner(change, { presence_disabled: false }).shows(),
    ]),
    rule('nothing need be changed', [owner(change).shows()]),
    rule('of settings that are refused in part, none is changed', [
      owner(change, { presence_disabled: true, topics_policy: 'none' }).refused(
        'BAD_REQUEST',
        'Invalid topics_policy',
      ),
      owner(change, { presence_disabled: false }).shows({ presence_disabled: absent }),
    ]),
    ...[moderator, member, guest].map((caller, index) =>
      error('UNAUTHORIZED_PRINCIPAL', `answers ${['moderators', 'members', 'guests'][index]}`, [
        caller(change, { name: 'Mine' }).refused(...administratorsOnly),
      ]),
    ),
    asksForLogin(change, { name: 'Mine' }),
    rule('required uniqueness of names is enforced', [
      owner(change, { require_unique_names: true }),
      owner('PATCH /users/{user}', { full_name: 'Mia Member' }).refused(
        'BAD_REQUEST',
        'Unique names required in this organization.',
      ),
      owner(change, { require_unique_names: false }).shows(),
    ]),
    rule('without restriction to domains, disposable addresses alone are refused', [
      newAccount('{fresh}@mailinator.com').refused(
        'BAD_REQUEST',
        'Disposable email addresses are not allowed in this organization',
      ),
      owner(change, { disallow_disposable_email_addresses: false }),
      newAccount('{fresh}@mailinator.com').shows(),
      owner(change, { disallow_disposable_email_addresses: true }).shows(),
    ]),
    rule('restricted to domains, other addresses are refused', [
      owner(change, { emails_restricted_to_domains: true }),
      newAccount('{fresh}@elsewhere.example').refused(
        'BAD_REQUEST',
        "Email '{fresh}@elsewhere.example' not allowed in this organization",
      ),
      newAccount('{fresh}+1@elsewhere.example').refused(
        'BAD_REQUEST',
        'Email addresses containing + are not allowed.',
      ),
      owner(change, { emails_restricted_to_domains: false }).shows(),
    ]),
  ],
};

function newAccount(email: string): Step {
  return owner('POST /users', { email, full_name: 'New Person', password: 'kiwi-lamp-42' });
}

const ended = ['REALM_DEACTIVATED', 'This organization has been deactivated', {}, 401] as const;

export const organizationDeactivation: Chapter = {
  about: 'POST /realm/deactivate',
  file: 'organization.ts',
  server: {},
  rows: [
    error('UNAUTHORIZED_PRINCIPAL', 'answers administrators', [
      administrator('POST /realm/deactivate').refused(...ownersOnly),
    ]),
    parameter('deletion_delay_days', 'is at least 14', [
      owner('POST /realm/deactivate', { deletion_delay_days: 13 }).refused(
        'BAD_REQUEST',
        'Data deletion time must be at least 14 days in the future.',
      ),
    ]),
    parameter('deletion_delay_days', 'is an integer', [
      owner('POST /realm/deactivate', { deletion_delay_days: 'x' }).refused(
        'BAD_REQUEST',
        'deletion_delay_days is not valid JSON',
      ),
    ]),
    error('REALM_DEACTIVATED', 'answers everybody once the organization has ended', [
      owner('POST /realm/deactivate', { deletion_delay_days: 14 }).shows(),
      member('GET /users').refused(...ended),
      owner('PATCH /realm', { name: 'Again' }).refused(...ended),
    ]),
    error('REALM_DEACTIVATED', 'answers fetching a key', [
      anonymous('POST /fetch_api_key', { username: 'owner@example.com', password: 'kiwi-lamp-42' }).refused(
        ...ended,
      ),
    ]),
    rule('a client still learns what it must know before it logs in', [
      anonymous('GET /server_settings').shows({ realm_name: 'Hansard' }),
    ]),
  ],
};
