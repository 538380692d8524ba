/** Methods, rate limits, keys and other clients' names. */
import {
  absent,
  administrator,
  anonymous,
  type Chapter,
  error,
  field,
  integer,
  later,
  leaver,
  matching,
  member,
  owner,
  parameter,
  rule,
  user,
} from './row.ts';

export const methods: Chapter = {
  about: 'Methods and headers',
  file: 'protocol.ts',
  rows: [
    rule('HEAD is answered wherever GET is', [owner('HEAD /users/me').answers(200)]),
    rule('OPTIONS is answered with the methods that are allowed', [
      owner('OPTIONS /users/me')
        .answers(204)
        .hasHeaders({ allow: matching(/GET.*HEAD|HEAD.*GET/) }),
    ]),
    rule('the answer to a wrong method names the allowed ones', [
      owner('PUT /server_settings').answers(405, { msg: 'Method Not Allowed', code: absent }).hasHeaders({
        allow: 'GET, HEAD, OPTIONS',
      }),
    ]),
    rule('a 401 says how to log in', [
      anonymous('GET /users/me')
        .answers(401)
        .hasHeaders({ 'www-authenticate': matching(/^Basic realm="/) }),
    ]),
    rule('answers are not kept by caches', [
      owner('GET /users/me')
        .answers(200)
        .hasHeaders({ 'cache-control': matching(/^private, no-(?:store|cache)$/) }),
    ]),
    rule('answers are JSON', [
      owner('GET /users/me')
        .answers(200)
        .hasHeaders({ 'content-type': matching(/^application\/json/) }),
    ]),
    error('UNAUTHORIZED', 'answers a header that is not Basic', [
      anonymous('GET /users/me')
        .with({ authorization: 'Bearer x' })
        .refused('UNAUTHORIZED', 'Invalid authorization header for basic auth', {}, 401),
    ]),
    error('USER_DEACTIVATED', 'answers people who have been deactivated', [
      leaver('GET /users').refused('USER_DEACTIVATED', 'Account is deactivated', {}, 401),
    ]),
    rule('without the parameter `client`, the User-Agent names the program', [
      member('POST /messages', { type: 'direct', to: ['{owner}'], content: 'x' })
        .with({ 'user-agent': 'Widget/1.2 (test)' })
        .keeps({ id: 'id' }),
      owner('GET /messages/{id}').shows({ 'message.client': 'Widget' }),
    ]),
  ],
};

const LIMITED = {
  'x-ratelimit-limit': '3',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': matching(/^\d{10}$/),
};
const hit = ['RATE_LIMIT_HIT', 'API usage exceeded rate limit'] as const;
const mine = user('GET /users/me');
const login = (password: string) =>
  anonymous('POST /fetch_api_key', { username: 'owner@example.com', password });
const wrong = login('wrong-lamp-42').refused(
  'AUTHENTICATION_FAILED',
  'Your username or password is incorrect',
  {},
  401,
);
const right = login('kiwi-lamp-42').shows({ user_id: '{owner}' });

export const rateLimits: Chapter = {
  about: 'Rate limits',
  file: 'protocol.ts',
  server: {
    RATE_LIMITS: JSON.stringify({
      user: { requests: 3, seconds: 60 },
      anonymous: { requests: 3, seconds: 60 },
      login: { requests: 2, seconds: 1800 },
    }),
  },
  rows: [
    rule('every answer says how many calls are left', [
      mine.answers(200).hasHeaders({ ...LIMITED, 'x-ratelimit-remaining': '2' }),
      mine.answers(200).hasHeaders({ ...LIMITED, 'x-ratelimit-remaining': '1' }),
      mine.answers(200).hasHeaders(LIMITED),
    ]),
    error('RATE_LIMIT_HIT', 'answers people who call too often, with status 429', [
      mine,
      mine,
      mine,
      mine.refused(...hit, {}, 429).hasHeaders({ ...LIMITED, 'retry-after': matching(/^\d+(?:\.\d+)?$/) }),
    ]),
    rule('a minute later calls are let through again', [
      mine,
      mine,
      mine,
      mine.refused(...hit, {}, 429),
      later(61),
      mine.shows(),
    ]),
    error('RATE_LIMIT_HIT', 'counts callers who are not logged in by their IP address', [
      later(61),
      anonymous('GET /server_settings'),
      anonymous('GET /server_settings'),
      anonymous('GET /server_settings'),
      anonymous('GET /server_settings').refused(...hit, {}, 429),
    ]),
    error('RATE_LIMIT_HIT', 'answers people who guess passwords', [
      later(3600),
      wrong,
      wrong,
      login('kiwi-lamp-42').refused(...hit, {}, 429),
    ]),
    rule('the right password forgives the wrong ones', [later(3600), wrong, right, later(61), wrong, right]),
  ],
};

export const compatibility: Chapter = {
  about: 'COMPATIBILITY_NAMES=zulip',
  file: 'protocol.ts',
  server: { COMPATIBILITY_NAMES: 'zulip' },
  rows: [
    field('zulip_version', 'is one that clients can compare; ours stays in service_version', [
      anonymous('GET /server_settings').shows({ zulip_version: '12.0' }),
      member('POST /register', { fetch_event_types: [] }).shows({ zulip_version: '12.0' }),
    ]),
    parameter('zulip_update_announcements_stream_id', 'is taken, answered, and told of under both names', [
      member('POST /register', { event_types: ['realm'], fetch_event_types: [] }).keeps({
        queue: 'queue_id',
        last: 'last_event_id',
      }),
      administrator('PATCH /realm', { zulip_update_announcements_stream_id: '{channel}' }).shows({
        service_update_announcements_stream_id: '{channel}',
        zulip_update_announcements_stream_id: '{channel}',
        ignored_parameters_unsupported: absent,
      }),
      member('GET /events', { queue_id: '{queue}', last_event_id: '{last}', dont_block: true })
        .shows({
          'events[0].property': 'service_update_announcements_stream_id',
          'events[1].property': 'zulip_update_announcements_stream_id',
          'events[1].value': '{channel}',
        })
        .keeps({ first: 'events[0].id' }),
      member('GET /events', { queue_id: '{queue}', last_event_id: '{first}', dont_block: true }).shows({
        'events[0].property': 'zulip_update_announcements_stream_id',
      }),
      administrator('PATCH /realm', { service_update_announcements_stream_id: -1 }).shows({
        zulip_update_announcements_stream_id: -1,
      }),
    ]),
    ...['feature_level', 'merge_base'].map((name) =>
      field(`zulip_${name}`, `stands beside service_${name}`, [
        anonymous('GET /server_settings').keeps({ ours: `service_${name}` }),
        anonymous('GET /server_settings').shows({ [`zulip_${name}`]: '{ours}' }),
      ]),
    ),
    field('ignored_parameters_unsupported', 'lists names as they were sent', [
      anonymous('GET /server_settings', { zulip_version: '1', service_version: '2', a: '3' }).shows({
        ignored_parameters_unsupported: ['a', 'service_version', 'zulip_version'],
      }),
    ]),
    parameter('reaction_type', '`zulip_extra_emoji` is accepted, and answered', [
      member('POST /messages/{message}/reactions', {
        emoji_name: 'hansard',
        emoji_code: 'hansard',
        reaction_type: 'zulip_extra_emoji',
      }).shows(),
      member('GET /messages/{message}').shows({ 'message.reactions[0].reaction_type': 'zulip_extra_emoji' }),
    ]),
    parameter('reaction_type', '`service_extra_emoji` is accepted all the same', [
      member('POST /messages/{message}/reactions', {
        emoji_name: 'hansard',
        emoji_code: 'hansard',
        reaction_type: 'service_extra_emoji',
      }).shows(),
      member('GET /users/me').shows({ user_id: integer }),
    ]),
  ],
};
