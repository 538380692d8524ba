/** Changing and deactivating bots, and their keys. */
import { permits } from './permissionSteps.ts';
import {
  absent,
  administrator,
  asksForLogin,
  bot,
  type Chapter,
  error,
  field,
  guest,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const file = 'botChanges.ts';
const change = 'PATCH /bots/{made}';
const HOOK = 'https://weather.example.com/hook';
const noSuchBot = [badRequest, 'No such bot'] as const;
const notAllowed = [badRequest, 'Insufficient permission'] as const;

const makes = (fields: Shown = {}): Step =>
  user('POST /bots', { full_name: 'Bot {fresh}', short_name: '{fresh}', ...fields }).keeps({
    made: 'user_id',
  });
const outgoing = makes({ bot_type: 3, payload_url: HOOK });
const changes = (fields: Shown, by = user): Step => by(change, fields);

/** What is changed is answered as it is then. */
const changed = (name: string, promise: string, value: unknown, before = makes(), by = user): Row =>
  field(name, promise, [before, changes({ [name]: value }, by).shows({ [name]: value })]);
const refused = (name: string, promise: string, value: unknown, msg: string, before = makes()): Row =>
  parameter(name, promise, [before, changes({ [name]: value }).refused(badRequest, msg)]);

/** Whom a route about one bot refuses. */
const refusals = (method: string, path: string): readonly Row[] => [
  error('BAD_REQUEST', 'answers requests about people who are not bots', [
    user(`${method} /bots/{nobody}${path}`).refused(...noSuchBot),
    owner(`${method} /bots/{member}${path}`).refused(...noSuchBot),
  ]),
  error('BAD_REQUEST', 'answers people who neither own the bot nor administer the organization', [
    makes(),
    member(`${method} /bots/{made}${path}`).refused(...notAllowed),
  ]),
  error('BAD_REQUEST', 'answers guests', [
    makes(),
    guest(`${method} /bots/{made}${path}`).refused(badRequest, 'Not allowed for guest users'),
  ]),
  error('BAD_REQUEST', 'answers bots', [
    bot(`${method} /bots/{bot}${path}`).refused(badRequest, 'This endpoint does not accept bot requests.'),
  ]),
  asksForLogin(`${method} /bots/1${path}`),
];

const channelDefault = (name: string): readonly Row[] => [
  changed(name, 'is the channel from then on', '{quietName}'),
  parameter(name, 'empty is none', [
    makes({ [name]: '{quietName}' }),
    changes({ [name]: '' }).shows({ [name]: null }),
  ]),
  refused(name, 'is a channel that one can see', '{hiddenName}', "Invalid channel name '{hiddenName}'"),
];

export const changedBots: Chapter = {
  about: 'PATCH /bots/:bot_id',
  file,
  rows: [
    parameter('bot_id', 'is a bot of one’s own', [makes(), changes({ full_name: 'New {fresh}' }).shows()]),
    parameter('bot_id', 'is any bot for administrators', [
      makes(),
      changes({ full_name: 'New {fresh}' }, administrator).shows(),
    ]),
    parameter('full_name', 'is the new name', [
      makes(),
      changes({ full_name: ' New {fresh} ' }).shows({ full_name: 'New {fresh}' }),
      member('GET /users/{made}').shows({ 'user.full_name': 'New {fresh}' }),
    ]),
    refused('full_name', 'differs from the names of active people', '{userName}', 'Name is already in use!'),
    refused('full_name', 'has two characters at least', 'x', 'Name too short!'),
    parameter('role', 'is the new role, for administrators to give', [
      makes(),
      changes({ role: 300 }, administrator).shows({ role: 300 }),
      member('GET /users/{made}').shows({ 'user.role': 300 }),
    ]),
    refused('role', 'is one of five', 7, 'Invalid role'),
    error('UNAUTHORIZED_PRINCIPAL', 'answers an owner of the bot who gives it a role', [
      makes(),
      changes({ role: 300 }).refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers an administrator who would make it an owner', [
      makes(),
      changes({ role: 100 }, administrator).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization owner',
      ),
    ]),
    parameter('bot_owner_id', 'is whose bot it is from then on, for administrators to say', [
      makes(),
      changes({ bot_owner_id: '{member}' }, administrator).shows({ bot_owner_id: '{member}' }),
      member('GET /users/{made}').shows({ 'user.bot_owner_id': '{member}' }),
      changes({ full_name: 'Mine {fresh}' }).refused(...notAllowed),
    ]),
    parameter('bot_owner_id', 'gives the bot another API key and signing secret', [
      outgoing,
      user('GET /bots').keeps({ key: 'bots[0].api_key' }),
      changes({ bot_owner_id: '{administrator}' }, administrator).shows().records(3),
      changes({ bot_owner_id: '{user}' }, administrator).shows().records(3),
      user('GET /bots').shows({ 'bots[0].api_key': matching(/^\w{32}$/), 'bots[api_key={key}]': absent }),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers an owner of the bot who gives it away', [
      makes(),
      changes({ bot_owner_id: '{member}' }).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization administrator',
      ),
      changes({ bot_owner_id: '{user}' }).shows({ bot_owner_id: '{user}' }).records(0),
    ]),
    refused('bot_owner_id', 'is somebody', '{nobody}', 'Failed to change owner, no such user'),
    refused('bot_owner_id', 'is active', '{leaver}', 'Failed to change owner, user is deactivated'),
    refused('bot_owner_id', 'is no bot', '{bot}', "Failed to change owner, bots can't own other bots"),
    changed('service_payload_url', 'is the receiver from then on', `${HOOK}/2`, outgoing),
    parameter('service_payload_url', 'is shown with the bot', [
      outgoing,
      changes({ service_payload_url: `${HOOK}/2` }),
      user('GET /bots').shows({ 'bots[0].services[0].base_url': `${HOOK}/2` }),
    ]),
    refused('service_payload_url', 'is a URL', 'weather', 'service_payload_url is not a URL', outgoing),
    refused('service_payload_url', 'is for outgoing webhooks', HOOK, 'This bot has no outgoing webhook.'),
    changed('service_interface', '1 is the one form', 1, outgoing),
    refused('service_interface', 'is no other', 2, 'Invalid interface type', outgoing),
    changed('config_data', 'is empty', {}),
    refused(
      'config_data',
      'is for embedded bots, which are not enabled',
      { key: 'value' },
      'Embedded bots are not enabled.',
    ),
    ...channelDefault('default_sending_stream'),
    ...channelDefault('default_events_register_stream'),
    changed('default_all_public_streams', 'is kept', true),
    refused('default_all_public_streams', 'is a boolean', 1, 'default_all_public_streams is not a boolean'),
    ...['service_payload_url', 'service_interface', 'config_data', 'default_all_public_streams'].map((name) =>
      parameter(name, 'is not answered where it was not sent', [
        makes(),
        changes({ full_name: 'New {fresh}' }).shows({ [name]: absent }),
      ]),
    ),
    error('BAD_IMAGE', 'answers files that are not pictures', [
      makes(),
      changes({})
        .uploads('notes.txt')
        .refused('BAD_IMAGE', 'Could not decode image; did you upload an image file?'),
    ]),
    field('avatar_url', 'is the address of a picture, always', [
      makes(),
      changes({})
        .shows({ avatar_url: matching(/^https:\/\/secure\.gravatar\.com\//) })
        .records(0),
    ]),
    ...refusals('PATCH', ''),
  ],
};

export const deactivatedBots: Chapter = {
  about: 'DELETE /bots/:bot_id',
  file,
  rows: [
    parameter('bot_id', 'is the bot that nobody can use any more', [
      owner('DELETE /bots/{bot}').shows().records(1),
      bot('GET /users/me').refused('USER_DEACTIVATED', 'Account is deactivated', {}, 401),
      member('GET /users/{bot}').shows({ 'user.is_active': false }),
    ]),
    rule('a bot that is deactivated already stays so', [
      owner('DELETE /bots/{bot}'),
      administrator('DELETE /bots/{bot}').shows().records(0),
    ]),
    rule('deactivating people deactivates their bots, too', [
      makes(),
      owner('DELETE /users/{user}'),
      member('GET /users/{made}').shows({ 'user.is_active': false }),
    ]),
    rule('a bot can be reactivated by its owner', [
      makes(),
      user('DELETE /bots/{made}'),
      user('POST /users/{made}/reactivate').shows(),
      member('GET /users/{made}').shows({ 'user.is_active': true }),
    ]),
    rule('a bot is reactivated by who may create bots', [
      makes(),
      user('DELETE /bots/{made}'),
      permits('can_create_bots_group', '{noone}'),
      user('POST /users/{made}/reactivate').refused(...notAllowed),
      permits('can_create_bots_group', '{members}'),
      user('POST /users/{made}/reactivate').shows(),
    ]),
    ...refusals('DELETE', ''),
  ],
};

export const renewedBotKeys: Chapter = {
  about: 'POST /bots/:bot_id/api_key/regenerate',
  file,
  rows: [
    parameter('bot_id', 'is a bot of one’s own, or any for administrators', [
      makes(),
      user('POST /bots/{made}/api_key/regenerate').shows(),
      administrator('POST /bots/{made}/api_key/regenerate').shows(),
    ]),
    field('api_key', 'is another one, and the one that was is refused from then on', [
      bot('GET /users/me').shows(),
      owner('POST /bots/{bot}/api_key/regenerate')
        .shows({ api_key: matching(/^[A-Za-z0-9]{32}$/) })
        .records(1),
      bot('GET /users/me').refused('INVALID_API_KEY', 'Invalid API key', {}, 401),
    ]),
    ...refusals('POST', '/api_key/regenerate'),
  ],
};
