/** Looking at one channel: itself, its ID, its subscribers, its topics. */
import { channelFieldRows } from './channelFields.ts';
import { newChannel } from './channelSteps.ts';
import {
  administrator,
  anonymous,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  integer,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Step,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const file = 'oneChannel.ts';
const hidden = { invite_only: true };
const invalid = [badRequest, 'Invalid channel ID'] as const;

/** A channel that is not there, and one that the caller cannot see. */
const unseen = (path: (id: string) => string): readonly Row[] => [
  parameter('stream_id', 'is an existing channel', [owner(path('{nobody}')).refused(...invalid)]),
  error(badRequest, 'answers hidden channels like absent ones', [
    member(path('{hidden}')).refused(...invalid),
  ]),
  error(badRequest, 'answers guests about public channels that they do not follow', [
    guest(path('{quiet}')).refused(...invalid),
  ]),
];

export const oneChannel: Chapter = {
  about: 'GET /streams/:stream_id',
  file,
  rows: [
    parameter('stream_id', 'is the channel', [
      owner('GET /streams/{quiet}').shows({ 'stream.name': '{quietName}' }),
    ]),
    ...unseen((id) => `GET /streams/${id}`),
    ...channelFieldRows({ asks: owner('GET /streams/{id}'), prefix: 'stream', path: 'stream' }),
    rule('archived channels are shown', [
      ...newChannel(),
      owner('DELETE /streams/{id}'),
      owner('GET /streams/{id}').shows({ 'stream.is_archived': true }),
    ]),
    rule('administrators are shown private channels that they do not follow', [
      administrator('GET /streams/{hidden}').shows({ 'stream.name': '{hiddenName}' }),
    ]),
    asksForLogin('GET /streams/{quiet}'),
  ],
};

const getId = 'GET /get_stream_id';

export const channelId: Chapter = {
  about: getId,
  file,
  rows: [
    parameter('stream', 'is the name in any case', [
      owner('POST /users/me/subscriptions', { subscriptions: [{ name: 'Case {fresh}' }] }),
      owner(getId, { stream: 'cASE {fresh}' }).shows({ stream_id: integer }),
    ]),
    parameter('stream', 'is required', [
      owner(getId).refused('REQUEST_VARIABLE_MISSING', "Missing 'stream' argument", { var_name: 'stream' }),
    ]),
    parameter('stream', 'is the name of an existing channel', [
      owner(getId, { stream: 'no such' }).refused(badRequest, "Invalid channel name 'no such'"),
    ]),
    field('stream_id', 'is the ID', [
      owner(getId, { stream: '{quietName}' }).shows({ stream_id: '{quiet}' }),
    ]),
    error(badRequest, 'answers hidden channels like absent ones', [
      member(getId, { stream: '{hiddenName}' }).refused(badRequest, "Invalid channel name '{hiddenName}'"),
    ]),
    asksForLogin('GET /get_stream_id?stream=x'),
  ],
};

export const channelMembers: Chapter = {
  about: 'GET /streams/:stream_id/members',
  file,
  rows: [
    parameter('stream_id', 'is the channel', [
      owner('GET /streams/{quiet}/members').shows({ subscribers: ['{owner}'] }),
    ]),
    ...unseen((id) => `GET /streams/${id}/members`),
    field('subscribers', 'are the IDs of its followers, ascending', [
      ...newChannel({ principals: ['{guest}', '{owner}', '{member}'] }),
      member('GET /streams/{id}/members').shows({ subscribers: ['{owner}', '{member}', '{guest}'] }),
    ]),
    field('subscribers', 'are active people only', [
      ...newChannel({ principals: ['{owner}', '{user}'] }),
      owner('DELETE /users/{user}'),
      owner('GET /streams/{id}/members').shows({ subscribers: ['{owner}'] }),
    ]),
    rule('administrators see who follows a private channel', [
      ...newChannel(hidden),
      administrator('GET /streams/{id}/members').shows({ subscribers: ['{owner}'] }),
    ]),
    asksForLogin('GET /streams/{quiet}/members'),
  ],
};

const subscription = (id: string, by = member) => by(`GET /users/{user}/subscriptions/${id}`);

export const oneSubscription: Chapter = {
  about: 'GET /users/:user_id/subscriptions/:stream_id',
  file,
  rows: [
    field('is_subscribed', 'is true for followers of the channel', [
      ...newChannel({ principals: ['{owner}', '{user}'] }),
      subscription('{id}').shows({ is_subscribed: true }),
    ]),
    field('is_subscribed', 'is false for the others', [
      subscription('{quiet}').shows({ is_subscribed: false }),
    ]),
    field('is_subscribed', 'is false for people who have left', [
      ...newChannel({ principals: ['{owner}', '{user}'] }),
      owner('DELETE /users/{user}'),
      subscription('{id}').shows({ is_subscribed: false }),
    ]),
    parameter('user_id', 'may be a bot', [
      ...newChannel({ principals: ['{owner}', '{bot}'] }),
      member('GET /users/{bot}/subscriptions/{id}').shows({ is_subscribed: true }),
    ]),
    parameter('user_id', 'is an existing person', [
      member('GET /users/{nobody}/subscriptions/{quiet}').refused(badRequest, 'No such user'),
    ]),
    ...unseen((id) => `GET /users/{member}/subscriptions/${id}`),
    rule('administrators learn who follows a private channel', [
      ...newChannel({ ...hidden, principals: ['{owner}', '{user}'] }),
      subscription('{id}', administrator).shows({ is_subscribed: true }),
    ]),
    asksForLogin('GET /users/{user}/subscriptions/{quiet}'),
  ],
};

const sends = (topic: string): Step =>
  owner('POST /messages', { type: 'channel', to: '{id}', topic, content: 'x' });
const topics = 'GET /users/me/{id}/topics';

export const channelTopics: Chapter = {
  about: 'GET /users/me/:stream_id/topics',
  file,
  rows: [
    parameter('stream_id', 'is the channel', [...newChannel(), member(topics).shows({ topics: [] })]),
    ...unseen((id) => `GET /users/me/${id}/topics`),
    parameter('allow_empty_topic_name', 'is false where it is left out: the empty topic has a name', [
      ...newChannel(),
      sends(''),
      member(topics).shows({ 'topics[0].name': 'general chat' }),
    ]),
    parameter('allow_empty_topic_name', 'true shows the empty topic as it is (feature level 334)', [
      ...newChannel(),
      sends(''),
      member(topics, { allow_empty_topic_name: true }).shows({ 'topics[0].name': '' }),
    ]),
    parameter('allow_empty_topic_name', 'is a boolean', [
      ...newChannel(),
      member(topics, { allow_empty_topic_name: 1 }).refused(
        badRequest,
        'allow_empty_topic_name is not a boolean',
      ),
    ]),
    field('topics[].name', 'is each topic once, the one with the newest message first', [
      ...newChannel(),
      sends('one'),
      sends('two'),
      sends('ONE'),
      member(topics).shows({ 'topics.length': 2, 'topics[0].name': 'one', 'topics[1].name': 'two' }),
    ]),
    field('topics[].max_id', 'is the newest message of the topic', [
      ...newChannel(),
      sends('one'),
      sends('one').keeps({ said: 'id' }),
      member(topics).shows({ topics: [{ name: 'one', max_id: '{said}' }] }),
    ]),
    rule('a protected history has the topics of messages that the caller received', [
      ...newChannel(hidden),
      sends('before'),
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: '{fresh}' }],
        principals: ['{member}'],
      }),
      sends('after'),
      member(topics).shows({ 'topics.length': 1, 'topics[0].name': 'after' }),
    ]),
    error(badRequest, 'answers administrators outside of a private channel', [
      administrator('GET /users/me/{hidden}/topics').refused(...invalid),
    ]),
    error(
      'UNAUTHENTICATED_USER',
      'answers callers who are not logged in, where the organization is not public',
      [
        anonymous('GET /users/me/{quiet}/topics').refused(
          'UNAUTHENTICATED_USER',
          'Not logged in: API authentication or user session required',
          {},
          401,
        ),
      ],
    ),
  ],
};
