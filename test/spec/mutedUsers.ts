/** Muting users. */
import { asksForLogin, bot, type Chapter, error, member, owner, parameter, type Row, rule } from './row.ts';

const file = 'mutedUsers.ts';
const MUTE = 'POST /users/me/muted_users/{user}';
const UNMUTE = 'DELETE /users/me/muted_users/{user}';

const absent = (method: string): Row =>
  parameter('muted_user_id', 'is the ID of a user whom the caller may know', [
    member(`${method} /users/me/muted_users/{nobody}`).refused('BAD_REQUEST', 'No such user'),
  ]);

export const muting: Chapter = {
  about: 'POST /users/me/muted_users/:muted_user_id',
  file,
  rows: [
    parameter('muted_user_id', 'is part of the answer to POST /register', [
      member(MUTE).shows().records(1),
      member('POST /register', { fetch_event_types: ['muted_users'] }).shows({
        'muted_users[id={user}].id': '{user}',
      }),
    ]),
    absent('POST'),
    parameter('muted_user_id', 'is not the caller’s', [
      member('POST /users/me/muted_users/{member}').refused('BAD_REQUEST', 'Cannot mute self'),
    ]),
    parameter('muted_user_id', 'is not that of a muted user', [
      member(MUTE).shows(),
      member(MUTE).refused('BAD_REQUEST', 'User already muted'),
    ]),
    rule('what the muted user has sent and sends is read', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'mute {fresh}' }],
        principals: ['{owner}', '{bot}'],
      }),
      bot('POST /messages', { type: 'channel', to: 'mute {fresh}', topic: 't', content: 'Me?' }).keeps({
        id: 'id',
      }),
      owner('GET /messages/{id}').shows({ 'message.flags': [] }),
      owner('POST /users/me/muted_users/{bot}').shows(),
      owner('GET /messages/{id}').shows({ 'message.flags': ['read'] }),
      bot('POST /messages', { type: 'channel', to: 'mute {fresh}', topic: 't', content: 'You?' }).keeps({
        id: 'id',
      }),
      owner('GET /messages/{id}').shows({ 'message.flags': ['read'] }),
    ]),
    rule('bots mute, too', [bot(MUTE).shows()]),
    asksForLogin(MUTE),
  ],
};

export const unmuting: Chapter = {
  about: 'DELETE /users/me/muted_users/:muted_user_id',
  file,
  rows: [
    parameter('muted_user_id', 'is muted no more', [
      member(MUTE).shows(),
      member(UNMUTE).shows().records(1),
      member(UNMUTE).refused('BAD_REQUEST', 'User is not muted'),
    ]),
    absent('DELETE'),
    error('BAD_REQUEST', 'answers where the user is not muted', [
      member(UNMUTE).refused('BAD_REQUEST', 'User is not muted'),
    ]),
    asksForLogin(UNMUTE),
  ],
};
