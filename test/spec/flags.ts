/** POST /messages/flags and its deprecated companions. */
import {
  type Chapter,
  error,
  field,
  including,
  lacking,
  matching,
  member,
  owner,
  parameter,
  rule,
  type Shown,
  user,
} from './row.ts';

const flag = 'POST /messages/flags';
const marks = (fields: Shown = {}): Shown => ({
  messages: ['{message}'],
  op: 'add',
  flag: 'starred',
  ...fields,
});
const flags = (what: unknown) => member('GET /messages/{message}').shows({ 'message.flags': what });
const ofOwner = (what: unknown) => owner('GET /messages/{message}').shows({ 'message.flags': what });
const missing = (name: string) =>
  parameter(name, 'is required', [
    member(flag, Object.fromEntries(Object.entries(marks()).filter(([other]) => other !== name))).refused(
      'REQUEST_VARIABLE_MISSING',
      `Missing '${name}' argument`,
      { var_name: name },
    ),
  ]);
const around = { anchor: '{message}', num_before: 0, num_after: 0, narrow: [] };

export const messageFlags: Chapter = {
  about: 'POST /messages/flags',
  file: 'flags.ts',
  rows: [
    ...['messages', 'op', 'flag'].map(missing),
    ...['read', 'starred', 'collapsed'].map((name) =>
      parameter('flag', `\`${name}\` can be set and taken away`, [
        owner(flag, marks({ flag: name })).shows(),
        ofOwner(including(name)),
        owner(flag, marks({ flag: name, op: 'remove' })).shows(),
        ofOwner(lacking(name)),
      ]),
    ),
    ...[
      'mentioned',
      'stream_wildcard_mentioned',
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
      'has_alert_word',
      'historical',
    ].map((name) =>
      parameter('flag', `\`${name}\` cannot be changed`, [
        member(flag, marks({ flag: name })).refused('BAD_REQUEST', `Flag not editable: '${name}'`),
      ]),
    ),
    parameter('flag', 'is a flag', [
      member(flag, marks({ flag: 'pretty' })).refused('BAD_REQUEST', "Invalid flag: 'pretty'"),
    ]),
    parameter('op', 'is `add` or `remove`', [
      member(flag, marks({ op: 'flip' })).refused('BAD_REQUEST', "Invalid message flag operation: 'flip'"),
    ]),
    parameter('messages', 'can be read by the caller', [
      member(flag, marks({ messages: ['{nobody}'] })).refused('BAD_REQUEST', 'Invalid message(s)'),
    ]),
    parameter('messages', 'is a list of integers', [
      member(flag, marks({ messages: ['x'] })).refused('BAD_REQUEST', 'messages[0] is not an integer'),
    ]),
    field('messages', 'are those that were sent', [member(flag, marks()).shows({ messages: ['{message}'] })]),
    field('ignored_because_not_subscribed_channels', 'is empty where nothing was ignored', [
      member(flag, marks()).shows({ ignored_because_not_subscribed_channels: [] }),
    ]),
    field('ignored_because_not_subscribed_channels', 'are channels in which nothing can be unread', [
      user(flag, marks({ flag: 'read', op: 'remove' })).shows({
        ignored_because_not_subscribed_channels: ['{channel}'],
      }),
    ]),
    rule('a message that was never received is `historical` once it is starred', [
      user(flag, marks()).shows(),
      user('GET /messages/{message}').shows({ 'message.flags': including('historical') }),
    ]),
    rule('flags are their holder’s own', [owner(flag, marks()).shows(), flags(lacking('starred'))]),
  ],
};

const NARROW = 'POST /messages/flags/narrow';
const star = { ...around, op: 'add', flag: 'starred' };
const counts = (processed: number) => ({ processed_count: processed });
/** Two messages, the first of which is `{message}`. */
const two = owner('POST /messages', {
  type: 'channel',
  to: '{channel}',
  topic: 'soup',
  content: 'Hot.',
}).keeps({
  second: 'id',
});
const first = member('GET /messages/{message}');

export const flagsInNarrows: Chapter = {
  about: NARROW,
  file: 'flags.ts',
  rows: [
    parameter('anchor', 'is a message, or a word for one', [
      owner(NARROW, star).shows({ first_processed_id: '{message}' }),
      owner(NARROW, { ...star, anchor: 'newest', num_before: 1 }).shows({ last_processed_id: '{message}' }),
      owner(NARROW, { ...star, anchor: 'middle' }).refused('BAD_REQUEST', 'Invalid anchor'),
    ]),
    parameter('include_anchor', 'false leaves the anchor out', [
      first,
      two,
      owner(NARROW, { ...star, num_after: 1, include_anchor: false }).shows({
        ...counts(1),
        first_processed_id: '{second}',
      }),
    ]),
    parameter('num_before', 'is how many messages before the anchor are processed', [
      first,
      two,
      owner(NARROW, { ...star, anchor: '{second}', num_before: 1 }).shows({
        ...counts(2),
        first_processed_id: '{message}',
      }),
    ]),
    parameter('num_after', 'is how many messages after the anchor are processed', [
      first,
      two,
      owner(NARROW, { ...star, num_after: 1 }).shows({ ...counts(2), last_processed_id: '{second}' }),
    ]),
    parameter('narrow', 'bounds what is processed', [
      first,
      two,
      owner(NARROW, {
        ...star,
        num_after: 1,
        narrow: [
          ['channel', '{channel}'],
          ['topic', 'logo'],
        ],
      }).shows(counts(1)),
    ]),
    ...['anchor', 'num_before', 'num_after', 'op', 'flag'].map((name) =>
      parameter(name, 'is required', [
        owner(NARROW, without(star, name)).refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, {
          var_name: name,
        }),
      ]),
    ),
    parameter('op', 'is `add` or `remove`', [
      owner(NARROW, star).shows({ updated_count: 1 }),
      owner(NARROW, { ...star, op: 'remove' }).shows({ updated_count: 1 }),
      owner(NARROW, { ...star, op: 'flip' }).refused('BAD_REQUEST', "Invalid message flag operation: 'flip'"),
    ]),
    parameter('flag', 'is one that can be changed', [
      owner(NARROW, { ...star, flag: 'mentioned' }).refused('BAD_REQUEST', "Flag not editable: 'mentioned'"),
    ]),
    field('processed_count', 'counts what was looked at, and `updated_count` what has changed', [
      owner(NARROW, { ...around, op: 'add', flag: 'read' }).shows({
        processed_count: 1,
        updated_count: 1,
        first_processed_id: '{message}',
        last_processed_id: '{message}',
      }),
      ofOwner(including('read')),
      owner(NARROW, { ...around, op: 'add', flag: 'read' }).shows({ processed_count: 1, updated_count: 0 }),
    ]),
    field('found_oldest', 'and `found_newest` say whether there is more', [
      first,
      two,
      owner(NARROW, { ...star, narrow: [['channel', '{channel}']], num_after: 5, num_before: 5 }).shows({
        found_oldest: true,
        found_newest: true,
      }),
      owner(NARROW, { ...star, narrow: [['channel', '{channel}']] }).shows({ found_newest: false }),
    ]),
    field('ignored_because_not_subscribed_channels', 'are channels in which nothing can be unread', [
      user(NARROW, { ...around, narrow: [['channel', '{channel}']], op: 'remove', flag: 'read' }).shows({
        ignored_because_not_subscribed_channels: ['{channel}'],
      }),
    ]),
    error('BAD_NARROW', 'answers a narrow that names what does not exist', [
      owner(NARROW, { ...star, narrow: [['channel', '{nobody}']] }).refused(
        'BAD_NARROW',
        matching(/^Invalid narrow operator/),
      ),
    ]),
  ],
};

const ALL = 'POST /mark_all_as_read';
const CHANNEL = 'POST /mark_stream_as_read';
const TOPIC = 'POST /mark_topic_as_read';

export const markingRead: Chapter = {
  about: `${ALL}, ${CHANNEL}, ${TOPIC}, GET /users/me/unread_count`,
  file: 'flags.ts',
  rows: [
    ...['stream_id', 'topic_name'].map((name) =>
      parameter(name, 'of a topic is required', [
        owner(TOPIC, without({ stream_id: '{channel}', topic_name: 'logo' }, name)).refused(
          'REQUEST_VARIABLE_MISSING',
          `Missing '${name}' argument`,
          { var_name: name },
        ),
      ]),
    ),
    parameter('stream_id', 'is a channel that the caller can read', [
      user(CHANNEL, { stream_id: '{secret}' }).refused('BAD_REQUEST', 'Invalid channel ID'),
      user(CHANNEL, { stream_id: '{nobody}' }).refused('BAD_REQUEST', 'Invalid channel ID'),
    ]),
    rule('POST /mark_stream_as_read marks a channel', [
      member('GET /messages/{message}'),
      owner('POST /mark_stream_as_read', { stream_id: '{channel}' }).shows(),
      ofOwner(including('read')),
    ]),
    rule('POST /mark_topic_as_read marks a topic', [
      member('GET /messages/{message}'),
      owner('POST /mark_topic_as_read', { stream_id: '{channel}', topic_name: 'logo' }).shows(),
      ofOwner(including('read')),
    ]),
    error('BAD_REQUEST', 'answers a topic that is none', [
      owner('POST /mark_topic_as_read', { stream_id: '{channel}', topic_name: 'none' }).refused(
        'BAD_REQUEST',
        "No such topic 'none'",
      ),
    ]),
    field('count', 'of GET /users/me/unread_count is the number of unread messages that are not muted', [
      member('GET /messages/{message}'),
      owner('POST /mark_all_as_read').shows(),
      owner('GET /users/me/unread_count').shows({ count: 0 }),
      owner('POST /messages/flags', { op: 'remove', flag: 'read', messages: ['{message}'] }).shows(),
      owner('GET /users/me/unread_count').shows({ count: 1 }),
    ]),
    field('complete', 'of POST /mark_all_as_read is true when all are marked', [
      member('GET /messages/{message}'),
      owner('POST /mark_all_as_read').shows({ complete: true }),
      ofOwner(including('read')),
    ]),
  ],
};

function without(fields: Shown, name: string): Shown {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}
