/** Making bots. */
import {
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  integer,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  user,
  webhook,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const file = 'bots.ts';
const create = 'POST /bots';
const HOOK = 'https://weather.example.com/hook';
const KEY = matching(/^[A-Za-z0-9]{32}$/);
const GRAVATAR = matching(/^https:\/\/secure\.gravatar\.com\//);

const newBot = (fields: Shown = {}): Shown => ({
  full_name: 'Bot {fresh}',
  short_name: '{fresh}',
  ...fields,
});
const outgoing = (fields: Shown = {}): Shown => newBot({ bot_type: 3, payload_url: HOOK, ...fields });
const makes = (fields: Shown = {}): Step => user(create, newBot(fields)).keeps({ made: 'user_id' });
const shown = (fields: Shown): Step =>
  member('GET /users/{made}').shows(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`user.${name}`, value])),
  );
const listed = (fields: Shown): Step =>
  user('GET /bots').shows(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`bots[0].${name}`, value])),
  );
const refused = (name: string, promise: string, fields: Shown, msg: unknown): Row =>
  parameter(name, promise, [user(create, newBot(fields)).refused(badRequest, msg as string)]);
const missing = (name: string): Row =>
  parameter(name, 'is required', [
    user(create, Object.fromEntries(Object.entries(newBot()).filter(([other]) => other !== name))).refused(
      'REQUEST_VARIABLE_MISSING',
      `Missing '${name}' argument`,
      { var_name: name },
    ),
  ]);

/** A default of a bot that is the name of a channel. */
const channelDefault = (name: string): readonly Row[] => [
  parameter(name, 'is the name of a channel, in any case', [
    user(create, newBot({ [name]: '{quietName}' })).shows({ [name]: '{quietName}' }),
    listed({ [name]: '{quietName}' }),
  ]),
  parameter(name, 'is null where it is left out, or empty', [
    user(create, newBot()).shows({ [name]: null }),
    user(create, newBot({ short_name: '{fresh}-2', full_name: 'Two {fresh}', [name]: '' })).shows({
      [name]: null,
    }),
  ]),
  parameter(name, 'is a channel that its maker can see', [
    user(create, newBot({ [name]: '{hiddenName}' })).refused(
      badRequest,
      "Invalid channel name '{hiddenName}'",
    ),
  ]),
];

const names: readonly Row[] = [
  parameter('full_name', 'is the name', [
    makes({ full_name: ' Bot {fresh} ' }),
    shown({ full_name: 'Bot {fresh}' }),
  ]),
  missing('full_name'),
  refused('full_name', 'has two characters at least', { full_name: 'x' }, 'Name too short!'),
  refused('full_name', 'has 100 at most', { full_name: 'x'.repeat(101) }, 'Name too long!'),
  refused('full_name', 'has no forbidden characters', { full_name: 'a*b' }, 'Invalid characters in name!'),
  refused(
    'full_name',
    'differs from the names of active people',
    { full_name: '{userName}' },
    'Name is already in use!',
  ),
  parameter('short_name', 'is the beginning of the address', [
    makes(),
    shown({ email: '{fresh}-bot@chat.example.com', is_bot: true }),
  ]),
  missing('short_name'),
  refused('short_name', 'is not blank', { short_name: ' ' }, 'Bad name or username'),
  refused('short_name', 'follows the rules for addresses', { short_name: 'a b' }, 'Bad name or username'),
  parameter('short_name', 'is no other bot’s', [
    makes(),
    user(create, newBot({ full_name: 'Another {fresh}' })).refused(badRequest, 'Username already in use'),
  ]),
];

const kinds: readonly Row[] = [
  parameter('bot_type', 'is 1, a generic bot, where it is left out', [makes(), shown({ bot_type: 1 })]),
  parameter('bot_type', '2 is an incoming webhook', [makes({ bot_type: 2 }), shown({ bot_type: 2 })]),
  parameter('bot_type', '3 is an outgoing webhook', [
    user(create, outgoing()).keeps({ made: 'user_id' }),
    shown({ bot_type: 3 }),
  ]),
  refused('bot_type', '4, embedded, is not enabled', { bot_type: 4 }, 'Embedded bots are not enabled.'),
  refused('bot_type', 'is one of these', { bot_type: 7 }, 'Invalid bot type'),
  refused('bot_type', 'is an integer', { bot_type: 'x' }, 'bot_type is not valid JSON'),
  parameter('payload_url', 'is the receiver of an outgoing webhook', [
    user(create, outgoing()).shows(),
    listed({ 'services[0].base_url': HOOK }),
  ]),
  parameter('payload_url', 'may be JSON text', [
    user(create, outgoing({ payload_url: `"${HOOK}"` })).shows(),
    listed({ 'services[0].base_url': HOOK }),
  ]),
  parameter('payload_url', 'is JSON text with all that belongs to it: escapes and blanks around it', [
    user(create, outgoing({ payload_url: ` "${HOOK}?a=1\\u0026b=2" ` })).shows(),
    listed({ 'services[0].base_url': `${HOOK}?a=1&b=2` }),
  ]),
  refused(
    'payload_url',
    'is no half of a JSON text',
    outgoing({ payload_url: `"${HOOK}` }),
    'payload_url is not a URL',
  ),
  refused(
    'payload_url',
    'is no other JSON',
    outgoing({ payload_url: `["${HOOK}"]` }),
    'payload_url is not a string',
  ),
  parameter('payload_url', 'is required of an outgoing webhook', [
    user(create, newBot({ bot_type: 3 })).refused(
      'REQUEST_VARIABLE_MISSING',
      "Missing 'payload_url' argument",
      { var_name: 'payload_url' },
    ),
  ]),
  ...['weather', 'ftp://weather.example.com/', 'javascript:alert(1)'].map((payload_url) =>
    refused(
      'payload_url',
      `is not \`${payload_url}\``,
      outgoing({ payload_url }),
      'payload_url is not a URL',
    ),
  ),
  refused(
    'payload_url',
    'holds no password',
    outgoing({ payload_url: 'https://ada:secret@example.com/' }),
    'payload_url must not hold a user name or password',
  ),
  refused(
    'payload_url',
    'has 2,000 characters at most',
    outgoing({ payload_url: `${HOOK}/${'x'.repeat(2000)}` }),
    'payload_url is too long (limit: 2000 characters)',
  ),
  parameter('service_name', 'names the service of an outgoing webhook', [
    user(create, outgoing({ service_name: 'weather' })).shows(),
  ]),
  refused(
    'service_name',
    'has 100 characters at most',
    outgoing({ service_name: 'x'.repeat(101) }),
    'service_name is too long (limit: 100 characters)',
  ),
  parameter('interface_type', '1 is the form of requests to services', [
    user(create, outgoing({ interface_type: 1 })).shows(),
    listed({ 'services[0].interface': 1 }),
  ]),
  refused('interface_type', 'is no other', outgoing({ interface_type: 2 }), 'Invalid interface type'),
  parameter('config_data', 'may be empty', [user(create, newBot({ config_data: {} })).shows()]),
  refused(
    'config_data',
    'is for embedded bots, which are not enabled',
    { config_data: { key: 'value' } },
    'Embedded bots are not enabled.',
  ),
];

export const newBots: Chapter = {
  about: create,
  file,
  rows: [
    ...names,
    ...kinds,
    ...channelDefault('default_sending_stream'),
    ...channelDefault('default_events_register_stream'),
    parameter('default_all_public_streams', 'is false where it is left out', [
      user(create, newBot()).shows({ default_all_public_streams: false }),
    ]),
    parameter('default_all_public_streams', 'true is kept', [
      user(create, newBot({ default_all_public_streams: true })).shows({ default_all_public_streams: true }),
      listed({ default_all_public_streams: true }),
    ]),
    refused(
      'default_all_public_streams',
      'is a boolean',
      { default_all_public_streams: 1 },
      'default_all_public_streams is not a boolean',
    ),
    field('user_id', 'is the ID', [user(create, newBot()).shows({ user_id: integer })]),
    field('api_key', 'is the key that the bot logs in with', [
      user(create, newBot()).shows({ api_key: KEY }),
      bot('GET /users/me').shows({ user_id: '{bot}', is_bot: true }),
    ]),
    error('BAD_IMAGE', 'answers files that are not pictures', [
      user(create, newBot())
        .uploads('notes.txt')
        .refused('BAD_IMAGE', 'Could not decode image; did you upload an image file?'),
    ]),
    field('avatar_url', 'is the address of a picture', [
      user(create, newBot()).shows({ avatar_url: GRAVATAR }),
    ]),
    rule('a bot is a member, whatever its owner is', [
      owner(create, newBot()).keeps({ made: 'user_id' }),
      shown({ role: 400, bot_owner_id: '{owner}', is_active: true }),
    ]),
    error('BAD_REQUEST', 'answers guests', [
      guest(create, newBot()).refused(badRequest, 'Not allowed for guest users'),
    ]),
    error('BAD_REQUEST', 'answers bots', [
      bot(create, newBot()).refused(badRequest, 'This endpoint does not accept bot requests.'),
    ]),
    asksForLogin(create, newBot()),
  ],
};

const may = (permission: string, group: string): Step =>
  owner('PATCH /realm', { [permission]: { new: group } });

export const botMakers: Chapter = {
  about: `${create}: who may`,
  file,
  server: {},
  rows: [
    error('BAD_REQUEST', 'answers people outside of can_create_bots_group', [
      may('can_create_bots_group', '{administrators}'),
      may('can_create_write_only_bots_group', '{administrators}'),
      user(create, newBot()).refused(badRequest, 'Insufficient permission'),
    ]),
    rule('members of can_create_write_only_bots_group make incoming webhooks, and no other bots', [
      may('can_create_bots_group', '{administrators}'),
      may('can_create_write_only_bots_group', '{members}'),
      user(create, newBot({ bot_type: 2 })).shows(),
      user(create, outgoing()).refused(badRequest, 'Insufficient permission'),
    ]),
    rule('an incoming webhook sends messages and does nothing else', [
      webhook('POST /messages', { type: 'channel', to: '{channel}', topic: 'logo', content: 'x' }).shows({
        id: integer,
      }),
      webhook('GET /users/me').refused(badRequest, 'This API is not available to incoming webhook bots.'),
    ]),
  ],
};
