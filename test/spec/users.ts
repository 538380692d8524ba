/** GET /users. */
import {
  absent,
  anonymous,
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
  text,
} from './row.ts';

const list = 'GET /users';
const mine = 'members[user_id={member}]';

const ofMember = (name: string, promise: string, value: unknown): Row =>
  field(`members[].${name}`, promise, [owner(list).shows({ [`${mine}.${name}`]: value })]);

export const users: Chapter = {
  about: 'GET /users',
  file: 'users.ts',
  rows: [
    parameter('client_gravatar', 'is true where it is left out: addresses of gravatars are for the client', [
      owner(list).shows({ [`${mine}.avatar_url`]: null }),
    ]),
    parameter('client_gravatar', 'false asks for the address of every avatar', [
      owner(list, { client_gravatar: false }).shows({ [`${mine}.avatar_url`]: text }),
    ]),
    parameter('client_gravatar', 'is a boolean', [
      owner(list, { client_gravatar: 1 }).refused('BAD_REQUEST', 'client_gravatar is not a boolean'),
    ]),
    parameter('user_ids', 'limits the answer to these', [
      owner(list, { user_ids: ['{member}', '{guest}'] }).shows({
        'members.length': 2,
        [`${mine}.user_id`]: '{member}',
      }),
    ]),
    parameter('user_ids', 'that nobody has are left out', [
      owner(list, { user_ids: ['{nobody}'] }).shows({ members: [] }),
    ]),
    parameter('user_ids', 'is a list of integers', [
      owner(list, { user_ids: ['x'] }).refused('BAD_REQUEST', 'user_ids[0] is not an integer'),
    ]),
    field('members', 'lists everybody, by ascending ID', [
      guest(list).shows({ 'members[0].user_id': '{owner}', [`${mine}.user_id`]: '{member}' }),
    ]),
    ofMember('user_id', 'is the ID', integer),
    ofMember('email', 'is the API address', matching(/@/)),
    ofMember('delivery_email', 'is the real address, or null', '{memberEmail}'),
    ofMember('full_name', 'is the name', 'Mia Member'),
    ofMember('date_joined', 'is a time to the minute', matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/)),
    ofMember('is_active', 'is true', true),
    field('members[].is_active', 'is false for deactivated people', [
      owner(list, { user_ids: ['{leaver}'] }).shows({ 'members[0].is_active': false }),
    ]),
    ofMember('is_owner', 'is false of a member', false),
    field('members[].is_owner', 'is true for an owner, who is an administrator, too', [
      member(list).shows({
        'members[user_id={owner}].is_owner': true,
        'members[user_id={owner}].is_admin': true,
      }),
    ]),
    field('members[].is_admin', 'is true of an administrator', [
      member(list).shows({
        'members[user_id={administrator}].is_admin': true,
        'members[user_id={administrator}].is_owner': false,
      }),
    ]),
    field('members[].is_guest', 'is true of a guest', [
      member(list).shows({ 'members[user_id={guest}].is_guest': true, [`${mine}.is_guest`]: false }),
    ]),
    ofMember('is_bot', 'is false of a person', false),
    ofMember('role', 'is 400 of a member', 400),
    field(
      'members[].role',
      'is 100 of an owner, 200 of an administrator, 300 of a moderator, 600 of a guest',
      [
        member(list).shows({
          'members[user_id={owner}].role': 100,
          'members[user_id={administrator}].role': 200,
          'members[user_id={moderator}].role': 300,
          'members[user_id={guest}].role': 600,
        }),
      ],
    ),
    ofMember('timezone', 'is an IANA identifier, empty where nobody set it', ''),
    ofMember('avatar_url', 'is null where it is a gravatar and the client makes its address', null),
    ofMember('avatar_version', 'is a counter', integer),
    ofMember('is_imported_stub', 'is false', false),
    ofMember('is_deleted', 'is present only when true', absent),
    ofMember('profile_data', 'is present only when custom profile fields were asked for', absent),
    error(
      'UNAUTHENTICATED_USER',
      'answers callers who are not logged in where the organization is not public',
      [
        anonymous(list).refused(
          'UNAUTHENTICATED_USER',
          'Not logged in: API authentication or user session required',
          {},
          401,
        ),
      ],
    ),
    error('INVALID_API_KEY', 'answers wrong credentials', [
      anonymous(list)
        .with({ authorization: `Basic ${btoa(`owner@example.com:${'x'.repeat(32)}`)}` })
        .refused('INVALID_API_KEY', 'Invalid API key', {}, 401),
    ]),
    field('members', 'is complete: somebody new is in it at once', [
      owner(list, { user_ids: ['{user}'] }).shows({ 'members[0].full_name': '{userName}' }),
    ]),
    field('ignored_parameters_unsupported', 'lists parameters that are ignored', [
      owner(list, { nonsense: 1, more: 2 }).shows({ ignored_parameters_unsupported: ['more', 'nonsense'] }),
    ]),
  ],
};
