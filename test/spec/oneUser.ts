/** GET /users/me, /users/{id} and /users/{email}. */
import { showsPeopleTo } from './permissionSteps.ts';
import {
  absent,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  integer,
  leaver,
  matching,
  member,
  owner,
} from './row.ts';
import { parameter, rule, type Row, type Shown, user } from './row.ts';

const one = 'GET /users/{user}';
const me = 'GET /users/me';
const shown = (fields: Shown): Shown =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`user.${name}`, value]));
const ofMe = (name: string, promise: string, value: unknown): Row =>
  field(name, promise, [user(me).shows({ [name]: value })]);
const noSuchUser = ['BAD_REQUEST', 'No such user'] as const;
export const oneUser: Chapter = {
  about: 'GET /users/:user_id, GET /users/me',
  file: 'oneUser.ts',
  rows: [
    parameter('user_id', 'is an ID', [
      member(one).shows(shown({ user_id: '{user}', full_name: '{userName}' })),
    ]),
    parameter('user_id', 'is a real address, in any case, where the caller may see it', [
      member('GET /users/{userEmail}').shows(shown({ user_id: '{user}' })),
    ]),
    parameter('user_id', 'is not an address that the caller may not see', [
      user('PATCH /settings', { email_address_visibility: 4 }),
      member('GET /users/{userEmail}').refused(...noSuchUser),
    ]),
    parameter('user_id', 'is a placeholder address', [
      member('GET /users/user{user}@chat.example.com').shows(shown({ user_id: '{user}' })),
    ]),
    parameter('user_id', 'is not an ID that nobody has', [
      member('GET /users/{nobody}').refused(...noSuchUser),
    ]),
    parameter('user_id', 'is not an address that nobody has', [
      member('GET /users/nobody@example.com').refused(...noSuchUser),
    ]),
    parameter('client_gravatar', 'is true where it is left out', [
      member(one).shows(shown({ avatar_url: null })),
    ]),
    parameter('client_gravatar', 'false asks for the address of the avatar', [
      member(one, { client_gravatar: false }).shows(shown({ avatar_url: matching(/^https:/) })),
    ]),
    parameter('include_custom_profile_fields', 'is false where it is left out', [
      member(one).shows(shown({ profile_data: absent })),
    ]),
    parameter('include_custom_profile_fields', 'true asks for profile_data', [
      member(one, { include_custom_profile_fields: true }).shows(shown({ profile_data: {} })),
    ]),
    field('user', 'has the fields of the listing', [
      member(one).shows(
        shown({
          email: '{userEmail}',
          delivery_email: '{userEmail}',
          date_joined: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/),
          is_active: true,
          is_owner: false,
          is_admin: false,
          is_guest: false,
          is_bot: false,
          bot_type: null,
          bot_owner_id: null,
          role: 400,
          timezone: '',
          avatar_version: integer,
          is_imported_stub: false,
          is_deleted: absent,
        }),
      ),
    ]),
    field('user.is_active', 'is false for deactivated people', [
      member('GET /users/{leaver}').shows(shown({ is_active: false })),
    ]),
    error('BAD_REQUEST', 'answers a guest about a stranger where people are kept from guests', [
      showsPeopleTo('{members}'),
      guest(one).refused(...noSuchUser),
      showsPeopleTo('{everyone}'),
    ]),
    field('user.is_system_bot', 'is true of the notification bot', [
      member('GET /users/{notifier}').shows(shown({ is_system_bot: true, is_bot: true })),
    ]),
    asksForLogin(one),
    error('USER_DEACTIVATED', 'answers somebody whose account was deactivated', [
      leaver(me).refused('USER_DEACTIVATED', 'Account is deactivated', {}, 401),
    ]),
    ofMe('user_id', 'is the caller’s ID', '{user}'),
    ofMe('email', 'is the caller’s API address', '{userEmail}'),
    ofMe('delivery_email', 'is the caller’s real address', '{userEmail}'),
    ofMe('full_name', 'is the caller’s name', '{userName}'),
    ofMe('role', 'is the caller’s role', 400),
    ofMe('is_owner', 'says whether the caller owns the organization', false),
    ofMe('is_admin', 'says whether the caller administers the organization', false),
    ofMe('is_guest', 'says whether the caller is a guest', false),
    ofMe('is_bot', 'says whether the caller is a bot', false),
    ofMe('is_active', 'is true for the caller', true),
    ofMe('date_joined', 'is the time at which the caller joined', matching(/^\d{4}-\d\d-\d\dT/)),
    ofMe('timezone', 'is the caller’s time zone', ''),
    ofMe('avatar_url', 'is the URL of the caller’s avatar', matching(/^https:/)),
    ofMe('avatar_version', 'is a counter', integer),
    ofMe('bot_type', 'is null of people', null),
    ofMe('bot_owner_id', 'is null of people', null),
    ofMe('is_system_bot', 'is present only of bots of the organization', absent),
    ofMe('is_imported_stub', 'is false for people who log in', false),
    ofMe('is_deleted', 'is present only when true', absent),
    ofMe('profile_data', 'has the caller’s profile fields', {}),
    ofMe('max_message_id', 'is -1 before anything was received', -1),
    field('max_message_id', 'is the newest message that one has received', [
      owner('POST /messages', { type: 'direct', to: ['{user}'], content: 'Hello.' }).keeps({ id: 'id' }),
      user(me).shows({ max_message_id: '{id}' }),
    ]),
    rule('people who hide their address see it themselves', [
      user('PATCH /settings', { email_address_visibility: 4 }),
      user(me).shows({ delivery_email: '{userEmail}', email: 'user{user}@chat.example.com' }),
    ]),
  ],
};
