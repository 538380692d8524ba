/** POST /users/me/presence and asking who is there. */
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  Demand,
  error,
  field,
  guest,
  integer,
  later,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const report = 'POST /users/me/presence';
const DAY = 24 * 3600;

const number = new Demand('a number', (value) => typeof value === 'number');
const nobody: Shown = { presences: {} };
const those = (what: string, holds: (key: string, entry: Readonly<Record<string, object>>) => boolean) =>
  new Demand(what, (value) => {
    const entries = Object.entries((value ?? {}) as Record<string, Record<string, object>>);
    return entries.length > 0 && entries.every(([key, entry]) => holds(key, entry));
  });
const byId = those(
  'times by ID',
  (key, entry) => /^\d+$/.test(key) && Object.keys(entry).join() === 'active_timestamp,idle_timestamp',
);
const byAddress = those(
  'entries of `aggregated` and `website` by address',
  (key, { aggregated = {}, website = {} }) =>
    key.includes('@') &&
    Object.keys(aggregated).join() === 'client,status,timestamp' &&
    Object.keys(website).join() === 'client,status,timestamp,pushable',
);

/** Says that one is there, and asks for everybody in the modern format. */
const active = (fields: Shown = {}): Shown => ({ status: 'active', last_update_id: -1, ...fields });
const ping = (fields: Shown = {}): Shown => ({ status: 'active', ping_only: true, ...fields });

const wrongType = (name: string, what: string): Row =>
  parameter(name, `is ${what}`, [
    member(report, active({ [name]: 'x' })).refused('BAD_REQUEST', `${name} is not valid JSON`),
    member(report, active({ [name]: '"x"' })).refused('BAD_REQUEST', `${name} is not ${what}`),
  ]);

export const presence: Chapter = {
  about: report,
  file: 'presence.ts',
  server: {},
  rows: [
    parameter('status', 'is required', [
      member(report).refused('REQUEST_VARIABLE_MISSING', "Missing 'status' argument", { var_name: 'status' }),
    ]),
    parameter('status', 'is `active` or `idle`', [
      member(report, { status: 'bored' }).refused('BAD_REQUEST', 'Invalid status: bored'),
    ]),
    parameter('status', '`idle` moves the time of the connection alone', [
      user(report, ping()),
      later(60),
      user(report, { status: 'idle', last_update_id: -1 }).keeps({
        was: 'presences.{user}.active_timestamp',
      }),
      later(60),
      user(report, { status: 'idle', last_update_id: -1 }).shows({
        'presences.{user}.active_timestamp': '{was}',
      }),
    ]),
    parameter('status', '`active` moves both times', [
      user(report, ping()),
      later(3000),
      user(report, active()).keeps({ now: 'presences.{user}.idle_timestamp' }),
      user(report, active()).shows({ 'presences.{user}.active_timestamp': '{now}' }),
    ]),
    wrongType('last_update_id', 'an integer'),
    parameter('last_update_id', 'asks for the modern format', [
      user(report, active()).shows({ presences: byId, 'presences.{user}.active_timestamp': integer }),
    ]),
    parameter('last_update_id', 'asks for what came about later', [
      user(report, active()).keeps({ id: 'presence_last_update_id' }),
      user(report, active({ last_update_id: '{id}' })).shows({ ...nobody, presence_last_update_id: '{id}' }),
    ]),
    wrongType('history_limit_days', 'an integer'),
    parameter('history_limit_days', 'is not negative', [
      member(report, active({ history_limit_days: -1 })).refused(
        'BAD_REQUEST',
        'history_limit_days is too small',
      ),
    ]),
    parameter('history_limit_days', 'is 14 where it is left out', [
      user(report, ping()),
      later(15 * DAY),
      member(report, active()).shows({ 'presences.{user}': absent }),
      member(report, active({ history_limit_days: 16 })).shows({
        'presences.{user}.idle_timestamp': integer,
      }),
    ]),
    parameter('history_limit_days', '0 asks for nobody', [
      member(report, { status: 'active', history_limit_days: 0 }).shows({
        ...nobody,
        presence_last_update_id: -1,
      }),
    ]),
    parameter('history_limit_days', 'is ignored where there is an update to go on from', [
      member(report, active()).keeps({ id: 'presence_last_update_id' }),
      user(report, ping()),
      member(report, active({ last_update_id: '{id}', history_limit_days: 0 })).shows({
        'presences.{user}.active_timestamp': integer,
      }),
    ]),
    wrongType('ping_only', 'a boolean'),
    parameter('ping_only', 'true asks for nobody', [
      member(report, ping()).shows({ presences: absent, server_timestamp: absent }),
    ]),
    parameter('ping_only', 'true records the caller’s presence all the same', [
      user(report, ping()),
      member('GET /users/{user}/presence').shows({ 'presence.aggregated.status': 'active' }),
    ]),
    wrongType('new_user_input', 'a boolean'),
    parameter('new_user_input', 'is taken', [
      member(report, ping({ new_user_input: true })).shows({ ignored_parameters_unsupported: absent }),
    ]),
    wrongType('slim_presence', 'a boolean'),
    parameter('slim_presence', 'asks for the modern format, and is deprecated', [
      member(report, { status: 'active', slim_presence: true })
        .shows({ presences: byId })
        .hasHeaders({ deprecation: '@1795219200' }),
    ]),
    field('presence_last_update_id', 'is the newest update in the answer', [
      user(report, active()).keeps({ id: 'presence_last_update_id' }),
      member(report, active()).shows({ presence_last_update_id: '{id}' }),
    ]),
    field('presence_last_update_id', 'is the number that was sent, where nothing is newer', [
      member(report, active({ last_update_id: 900_000_000 })).shows({
        ...nobody,
        presence_last_update_id: 900_000_000,
      }),
      member(report, ping({ last_update_id: 7 })).shows({ presence_last_update_id: 7 }),
    ]),
    field('presence_last_update_id', 'is -1 where none was sent and nobody was asked for', [
      member(report, ping()).shows({ presence_last_update_id: -1 }),
    ]),
    field('server_timestamp', 'is the time of the server', [
      member(report, active()).shows({ server_timestamp: number }),
    ]),
    field('presences', 'are by address where neither format is asked for', [
      member(report, { status: 'active' }).shows({ presences: byAddress }),
    ]),
    field('presences', 'have the caller', [
      user(report, active()).shows({ 'presences.{user}.idle_timestamp': integer }),
    ]),
    field('presences', 'have nobody who was deactivated', [
      user(report, ping()),
      owner('DELETE /users/{user}'),
      member(report, active()).shows({ 'presences.{user}': absent }),
    ]),
    rule('nothing is recorded for people who have turned `presence_enabled` off', [
      user('PATCH /settings', { presence_enabled: false }),
      user(report, active()).shows({ 'presences.{user}.active_timestamp': absent }),
    ]),
    rule('an organization that has turned presence off shows nobody', [
      owner('PATCH /realm', { presence_disabled: true }),
      member(report, { status: 'active' }).shows({ ...nobody, presence_last_update_id: -1 }),
      member(report, active({ last_update_id: 5 })).shows({ ...nobody, presence_last_update_id: 5 }),
      member('GET /realm/presence').shows(nobody),
      owner('PATCH /realm', { presence_disabled: false }).shows(),
    ]),
    error('BAD_REQUEST', 'answers a bot', [
      bot(report, { status: 'active' }).refused('BAD_REQUEST', 'This endpoint does not accept bot requests.'),
    ]),
    asksForLogin(report, { status: 'active' }),
  ],
};

const one = 'GET /users/{user}/presence';

export const onePresence: Chapter = {
  about: 'GET /users/:user_id/presence',
  file: 'presence.ts',
  server: {},
  rows: [
    parameter('user_id', 'is an ID', [user(report, ping()), guest(one).shows()]),
    parameter('user_id', 'is an address', [
      user(report, ping()),
      member('GET /users/{userEmail}/presence').shows(),
    ]),
    parameter('user_id', 'is somebody', [
      member('GET /users/{nobody}/presence').refused('BAD_REQUEST', 'No such user'),
      member('GET /users/{leaver}/presence').refused('BAD_REQUEST', 'No such user'),
    ]),
    parameter('user_id', 'is somebody who has been there', [
      member(one).refused('BAD_REQUEST', 'No presence data for {user}'),
    ]),
    parameter('user_id', 'is no bot', [
      member('GET /users/{bot}/presence').refused('BAD_REQUEST', 'Presence is not supported for bot users.'),
    ]),
    field('presence.aggregated.status', 'is `offline` after 200 seconds', [
      user(report, ping()),
      later(190),
      member(one).shows({ 'presence.aggregated.status': 'active' }),
      later(20),
      member(one).shows({ 'presence.aggregated.status': 'offline', 'presence.website.status': 'active' }),
    ]),
    field('presence.website.status', 'is `idle` more than 70 seconds after the last activity', [
      user(report, ping()),
      later(75),
      user(report, ping({ status: 'idle' })),
      member(one).shows({ 'presence.website.status': 'idle', 'presence.aggregated.status': 'idle' }),
    ]),
    field('presence.website.timestamp', 'is that of the status', [
      user(report, active()).keeps({ at: 'presences.{user}.active_timestamp' }),
      member(one).shows({ 'presence.website.timestamp': '{at}', 'presence.aggregated.timestamp': '{at}' }),
    ]),
  ],
};

export const allPresences: Chapter = {
  about: 'GET /realm/presence',
  file: 'presence.ts',
  server: {},
  rows: [
    field('presences', 'are by address', [
      member(report, ping()),
      guest('GET /realm/presence').shows({ presences: byAddress }),
    ]),
    field('server_timestamp', 'is the time of the server', [
      bot('GET /realm/presence').shows({ server_timestamp: number }),
    ]),
  ],
};
