/** POST /messages/flags and its deprecated companions. */
import {
  type Chapter,
  error,
  field,
  including,
  lacking,
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
  about: 'POST /messages/flags, POST /messages/flags/narrow',
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
    field('processed_count', 'of a narrow counts what was looked at', [
      owner('POST /messages/flags/narrow', { ...around, op: 'add', flag: 'read' }).shows({
        processed_count: 1,
        updated_count: 1,
        first_processed_id: '{message}',
        last_processed_id: '{message}',
      }),
      ofOwner(including('read')),
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
