/** POST /users, PATCH and DELETE /users/{id}, reactivating. */
import { showsPeopleTo } from './permissionSteps.ts';
import {
  administrator,
  anonymous,
  type Chapter,
  error,
  field,
  guest,
  including,
  integer,
  leaver,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const create = 'POST /users';
const change = 'PATCH /users/{user}';
const PASSWORD = 'kiwi-lamp-42';
const person = (fields: Shown = {}): Shown => ({
  email: '{fresh}@example.com',
  full_name: 'New Person',
  password: PASSWORD,
  ...fields,
});
const without = (name: string): Shown =>
  Object.fromEntries(Object.entries(person()).filter(([other]) => other !== name));
const missing = (name: string): Row =>
  parameter(name, 'is required', [
    owner(create, without(name)).refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, {
      var_name: name,
    }),
  ]);
const administratorsOnly = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'] as const;
const ownersOnly = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'] as const;
const noSuchUser = ['BAD_REQUEST', 'No such user'] as const;
const created = { created: 'user_id' };
const badName = (name: string, msg: string): Row =>
  parameter('full_name', `\`${name.slice(0, 8)}\` is refused: ${msg}`, [
    owner(change, { full_name: name }).refused('BAD_REQUEST', msg),
  ]);

export const creatingAccounts: Chapter = {
  about: 'POST /users',
  file: 'accounts.ts',
  rows: [
    parameter('email', 'is the address of the account', [
      owner(create, person()).keeps(created),
      owner('GET /users/{created}').shows({ 'user.delivery_email': '{fresh}@example.com' }),
    ]),
    missing('email'),
    parameter('email', 'is an address', [
      owner(create, person({ email: 'nobody' })).refused('BAD_REQUEST', 'Invalid email address.'),
    ]),
    parameter('email', 'is unique, whatever its case', [
      owner(create, person({ email: '{userEmail}' })).refused(
        'BAD_REQUEST',
        "Email '{userEmail}' already in use",
      ),
    ]),
    parameter('full_name', 'is the name', [
      owner(create, person({ full_name: ' New Person ' })).keeps(created),
      owner('GET /users/{created}').shows({ 'user.full_name': 'New Person' }),
    ]),
    missing('full_name'),
    parameter('password', 'is the password that a key is fetched with', [
      owner(create, person()).keeps(created),
      anonymous('POST /fetch_api_key', { username: '{fresh}@example.com', password: PASSWORD }).shows({
        user_id: '{created}',
      }),
    ]),
    missing('password'),
    parameter('password', 'is strong', [
      owner(create, person({ password: 'abc' })).refused('BAD_REQUEST', 'New password is too weak!'),
    ]),
    parameter('password', 'has as many characters as POST /register says', [
      owner('POST /register', { fetch_event_types: ['realm'] }).shows({ password_max_length: 100 }),
      owner(create, person({ password: `${'kiwi'.repeat(25)}s` })).refused(
        'BAD_REQUEST',
        'New password is too long (limit: 100 characters)',
      ),
      owner(create, person({ password: 'kiwi'.repeat(25) })).shows(),
    ]),
    field('user_id', 'is the ID of the account', [owner(create, person()).shows({ user_id: integer })]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who do not administer the organization', [
      member(create, person()).refused(...administratorsOnly),
    ]),
    rule('every administrator creates accounts', [
      administrator(create, person()).shows({ user_id: integer }),
    ]),
    rule('somebody new is a member', [
      owner(create, person()).keeps(created),
      owner('GET /users/{created}').shows({ 'user.role': 400, 'user.is_active': true }),
    ]),
    rule('somebody new is subscribed to the default channels', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'default {fresh}' }],
        is_default_stream: true,
      }),
      owner('GET /get_stream_id', { stream: 'default {fresh}' }).keeps({ default: 'stream_id' }),
      owner(create, person()).keeps(created),
      owner('GET /streams/{default}/members').shows({ subscribers: including('{created}') }),
    ]),
  ],
};

export const changingAccounts: Chapter = {
  about: 'PATCH /users/:user_id, DELETE /users/:user_id, DELETE /users/me, POST /users/:user_id/reactivate',
  file: 'accounts.ts',
  server: {},
  rows: [
    parameter('user_id', 'may be an address', [
      owner('PATCH /users/{userEmail}', { full_name: 'Another Name' }).shows(),
      owner('GET /users/{user}').shows({ 'user.full_name': 'Another Name' }),
    ]),
    parameter('user_id', 'must be somebody', [
      owner('PATCH /users/{nobody}', { full_name: 'Another Name' }).refused(...noSuchUser),
    ]),
    parameter('full_name', 'is the new name', [
      administrator(change, { full_name: 'Another Name' }).shows(),
      owner('GET /users/{user}').shows({ 'user.full_name': 'Another Name' }),
    ]),
    badName('x'.repeat(101), 'Name too long!'),
    badName('x', 'Name too short!'),
    badName('a*b', 'Invalid characters in name!'),
    badName('a"b', 'Invalid characters in name!'),
    badName('Anne|7', 'Invalid format!'),
    ...[100, 200, 300, 400, 600].map((role) =>
      parameter('role', `${role} is a role`, [
        owner(change, { role }).shows(),
        owner('GET /users/{user}').shows({ 'user.role': role }),
        owner(change, { role: 400 }).shows(),
      ]),
    ),
    parameter('role', 'is one of five', [
      owner(change, { role: 500 }).refused('BAD_REQUEST', 'Invalid role'),
    ]),
    parameter('role', '100 is for owners to give', [
      administrator(change, { role: 100 }).refused(...ownersOnly),
    ]),
    parameter('role', '100 is for owners to take', [
      owner(change, { role: 100 }),
      administrator(change, { role: 400 }).refused(...ownersOnly),
      owner(change, { role: 400 }).shows(),
    ]),
    parameter('role', 'of the only owner stays', [
      owner('PATCH /users/{owner}', { role: 400 }).refused(
        'BAD_REQUEST',
        'The owner permission cannot be removed from the only organization owner.',
      ),
    ]),
    parameter('new_email', 'is the new address', [
      owner(change, { new_email: '{fresh}@example.com' }).shows(),
      owner('GET /users/{user}').shows({ 'user.delivery_email': '{fresh}@example.com' }),
    ]),
    parameter('new_email', 'is for owners to give', [
      administrator(change, { new_email: '{fresh}@example.com' }).refused(...ownersOnly),
    ]),
    parameter('new_email', 'is unique', [
      owner(change, { new_email: '{memberEmail}' }).refused(
        'BAD_REQUEST',
        "Email '{memberEmail}' already in use",
      ),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers a member who would change somebody', [
      member(change, { full_name: 'Another Name' }).refused(...administratorsOnly),
    ]),
    rule('an account that is deactivated is not used any more', [
      administrator('DELETE /users/{user}').shows(),
      user('GET /users/me').refused('USER_DEACTIVATED', 'Account is deactivated', {}, 401),
    ]),
    parameter('deactivation_notification_comment', 'is sent to the person', [
      owner('DELETE /users/{user}', { deactivation_notification_comment: 'Farewell.' }).shows(),
    ]),
    parameter('deactivation_notification_comment', 'has at most 2,000 characters', [
      owner('DELETE /users/{user}', { deactivation_notification_comment: 'x'.repeat(2001) }).refused(
        'BAD_REQUEST',
        'deactivation_notification_comment is too long (limit: 2000 characters)',
      ),
    ]),
    error('BAD_REQUEST', 'answers the deactivation of the only owner', [
      owner('DELETE /users/{owner}').refused('BAD_REQUEST', 'Cannot deactivate the only organization owner'),
    ]),
    parameter('user_id', 'of an account that is deactivated is somebody', [
      owner('DELETE /users/{nobody}').refused(...noSuchUser),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers a member who would deactivate somebody', [
      member('DELETE /users/{user}').refused(...administratorsOnly),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers an administrator who would deactivate an owner', [
      owner(change, { role: 100 }),
      administrator('DELETE /users/{user}').refused(...ownersOnly),
      owner(change, { role: 400 }).shows(),
    ]),
    rule('somebody may deactivate himself', [
      user('DELETE /users/me').shows(),
      owner('GET /users/{user}').shows({ 'user.is_active': false }),
    ]),
    error('CANNOT_DEACTIVATE_LAST_USER', 'answers the only owner who deactivates themselves', [
      owner('DELETE /users/me').refused(
        'CANNOT_DEACTIVATE_LAST_USER',
        'Cannot deactivate the only organization owner.',
        { is_last_owner: true, entity: 'organization owner' },
      ),
    ]),
    rule('an account that was deactivated can be reactivated, with its key', [
      administrator('POST /users/{leaver}/reactivate').shows(),
      leaver('GET /users/me').shows({ is_active: true }),
    ]),
    rule('reactivating an active account changes nothing', [owner('POST /users/{user}/reactivate').shows()]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers a member who would reactivate somebody', [
      member('POST /users/{leaver}/reactivate').refused(...administratorsOnly),
    ]),
    parameter('user_id', 'of an account that is reactivated is somebody', [
      owner('POST /users/{nobody}/reactivate').refused(...noSuchUser),
    ]),
    error('BAD_REQUEST', 'reveals nothing of strangers to a limited guest', [
      showsPeopleTo('{members}'),
      guest('PATCH /users/{user}', { full_name: 'Another Name' }).refused(...noSuchUser),
      guest('DELETE /users/{user}').refused(...noSuchUser),
      guest('POST /users/{user}/reactivate').refused(...noSuchUser),
      showsPeopleTo('{everyone}'),
    ]),
  ],
};
