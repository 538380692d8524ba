/** PATCH /messages/{id}: giving messages another topic or channel. */
import {
  absent,
  error,
  guest,
  integer,
  later,
  member,
  moderator,
  owner,
  parameter,
  rule,
  type Chapter,
  type Shown,
} from './row.ts';

const change = 'PATCH /messages/{message}';
const read = 'GET /messages/{message}';
const direct = owner('POST /messages', { type: 'direct', to: ['{member}'], content: 'Psst.' }).keeps({
  direct: 'id',
});
const send = (topic: string) =>
  member('POST /messages', { type: 'channel', to: '{channel}', topic, content: 'Hello.' });
const realm = (fields: Shown) => owner('PATCH /realm', fields);
const is = (fields: Shown) =>
  member(read).shows(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`message.${name}`, value])),
  );
const mayNotEdit = ['BAD_REQUEST', "You don't have permission to edit this message"] as const;
const DAY = 86_400;

const move = (fields: Shown) => owner(change, fields);
const topicsOf = (...topics: readonly string[]) =>
  topics.map((topic, index) => member(`GET /messages/{m${index + 1}}`).shows({ 'message.subject': topic }));
const three = [1, 2, 3].map((number) => send('before').keeps({ [`m${number}`]: 'id' }));
const mayNotMove = ['BAD_REQUEST', "You don't have permission to move this message"] as const;

export const moving: Chapter = {
  about: 'PATCH /messages/:message_id: topic and channel',
  file: 'messageMoves.ts',
  server: {},
  rows: [
    parameter('topic', 'is the new topic', [
      move({ topic: ' brand ' }).shows(),
      is({ subject: 'brand', last_moved_timestamp: integer, last_edit_timestamp: absent }),
    ]),
    parameter('topic', 'is cut at 60 characters', [
      move({ topic: '{long}' }).shows(),
      is({ subject: `${'x'.repeat(57)}...` }),
    ]),
    parameter('topic', 'has printable characters only', [
      move({ topic: 'a\u0007' }).refused('BAD_REQUEST', 'Invalid character in topic, at position 2.'),
    ]),
    parameter('subject', 'is a deprecated name of `topic`', [
      move({ subject: 'brand' }).shows(),
      is({ subject: 'brand' }),
    ]),
    parameter('subject', 'is not sent beside `topic`', [
      move({ topic: 'brand', subject: 'brand' }).refused(
        'REQUEST_CONFUSING_VAR',
        "Can't decide between 'topic' and 'subject' arguments",
        { var_name1: 'topic', var_name2: 'subject' },
      ),
    ]),
    parameter('stream_id', 'is the new channel', [
      move({ stream_id: '{quiet}' }).shows(),
      is({ stream_id: '{quiet}', subject: 'logo', display_recipient: '{quietName}' }),
    ]),
    parameter('stream_id', 'is a channel that the caller can see', [
      move({ stream_id: '{nobody}' }).refused('BAD_REQUEST', 'Invalid channel ID'),
      moderator(change, { stream_id: '{secret}' }).refused('BAD_REQUEST', 'Invalid channel ID'),
    ]),
    parameter('propagate_mode', '`change_one` is the default, and moves one message', [
      ...three,
      owner('PATCH /messages/{m2}', { topic: 'after' }),
      ...topicsOf('before', 'after', 'before'),
    ]),
    parameter('propagate_mode', '`change_later` moves those after it, too', [
      ...three,
      owner('PATCH /messages/{m2}', { topic: 'after', propagate_mode: 'change_later' }),
      ...topicsOf('before', 'after', 'after'),
    ]),
    parameter('propagate_mode', '`change_all` moves the whole topic', [
      ...three,
      owner('PATCH /messages/{m2}', { topic: 'after', propagate_mode: 'change_all' }),
      ...topicsOf('after', 'after', 'after'),
    ]),
    parameter('propagate_mode', 'is one of three words', [
      move({ topic: 'brand', propagate_mode: 'all' }).refused('BAD_REQUEST', 'Invalid propagate_mode'),
    ]),
    parameter('send_notification_to_old_thread', 'is a boolean', [
      move({ topic: 'brand', send_notification_to_old_thread: 'x' }).refused(
        'BAD_REQUEST',
        'send_notification_to_old_thread is not valid JSON',
      ),
    ]),
    parameter('send_notification_to_new_thread', 'is a boolean', [
      move({ topic: 'brand', send_notification_to_new_thread: 1 }).refused(
        'BAD_REQUEST',
        'send_notification_to_new_thread is not a boolean',
      ),
    ]),
    error('BAD_REQUEST', 'answers changes that direct messages cannot have', [
      direct,
      owner('PATCH /messages/{direct}', { stream_id: '{channel}' }).refused(
        'BAD_REQUEST',
        'Direct messages cannot be moved to channels.',
      ),
      owner('PATCH /messages/{direct}', { topic: 'logo' }).refused(
        'BAD_REQUEST',
        'Direct messages cannot have topics.',
      ),
    ]),
    error('BAD_REQUEST', 'answers people who may not give messages another topic', [
      realm({ can_move_messages_between_topics_group: { new: '{moderators}' } }),
      member(change, { topic: 'brand' }).refused(...mayNotEdit),
      owner('PATCH /streams/{channel}', { can_move_messages_within_channel_group: { new: '{members}' } }),
      member(change, { topic: 'brand' }).shows(),
      realm({ can_move_messages_between_topics_group: { new: '{everyone}' } }).shows(),
    ]),
    error('BAD_REQUEST', 'answers people who may not give messages another channel', [
      realm({ can_move_messages_between_channels_group: { new: '{moderators}' } }),
      member(change, { stream_id: '{quiet}' }).refused(...mayNotMove),
      owner('PATCH /streams/{channel}', { can_move_messages_out_of_channel_group: { new: '{members}' } }),
      member(change, { stream_id: '{quiet}' }).shows(),
      realm({ can_move_messages_between_channels_group: { new: '{members}' } }).shows(),
    ]),
    rule('guests may give messages another topic', [
      guest(change, { topic: 'brand' }).shows(),
      is({ subject: 'brand' }),
    ]),
    error('BAD_REQUEST', 'answers people who may not resolve topics', [
      realm({ can_resolve_topics_group: { new: '{moderators}' } }),
      member(change, { topic: '✔ logo' }).refused(
        'BAD_REQUEST',
        "You don't have permission to resolve topics in this channel.",
      ),
      owner('PATCH /streams/{channel}', { can_resolve_topics_group: { new: '{members}' } }),
      member(change, { topic: '✔ logo' }).shows(),
      realm({ can_resolve_topics_group: { new: '{everyone}' } }).shows(),
    ]),
    error('BAD_REQUEST', 'answers resolving the general chat', [
      send('').keeps({ general: 'id' }),
      owner('PATCH /messages/{general}', { topic: '✔ ' }).refused(
        'BAD_REQUEST',
        'General chat cannot be marked as resolved',
      ),
    ]),
    rule('resolving is no move', [
      move({ topic: '✔ logo' }).shows(),
      is({ subject: '✔ logo', last_moved_timestamp: absent }),
    ]),
    error('BAD_REQUEST', 'answers a new topic of an old message', [
      member(read),
      later(7 * DAY + 5),
      member(change, { topic: 'brand' }).refused(
        'BAD_REQUEST',
        "The time limit for editing this message's topic has passed.",
      ),
      member(change, { topic: '✔ logo' }).shows(),
      moderator(change, { topic: 'brand' }).shows(),
    ]),
    error('BAD_REQUEST', 'answers another channel for an old message', [
      member(read),
      later(7 * DAY + 5),
      member(change, { stream_id: '{quiet}' }).refused(
        'BAD_REQUEST',
        "The time limit for editing this message's channel has passed",
      ),
      moderator(change, { stream_id: '{quiet}' }).shows(),
    ]),
    error('BAD_REQUEST', 'answers a new topic of an old message also where the channel is another one', [
      member(read),
      realm({ move_messages_between_streams_limit_seconds: '"unlimited"' }),
      later(7 * DAY + 5),
      member(change, { stream_id: '{quiet}', topic: 'brand' }).refused(
        'BAD_REQUEST',
        "The time limit for editing this message's topic has passed.",
      ),
      member(change, { stream_id: '{quiet}' }).shows(),
      realm({ move_messages_between_streams_limit_seconds: 7 * DAY }).shows(),
    ]),
    rule('without a limit messages may be moved at any time', [
      member(read),
      realm({
        move_messages_within_stream_limit_seconds: '"unlimited"',
        move_messages_between_streams_limit_seconds: '"unlimited"',
      }),
      later(30 * DAY),
      member(change, { topic: 'brand' }).shows(),
      member(change, { stream_id: '{quiet}' }).shows(),
      realm({
        move_messages_within_stream_limit_seconds: 7 * DAY,
        move_messages_between_streams_limit_seconds: 7 * DAY,
      }).shows(),
    ]),
    error('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', 'says from where on a topic may be moved', [
      send('before').keeps({ old: 'id' }),
      later(8 * DAY),
      send('before').keeps({ young: 'id' }),
      member('PATCH /messages/{young}', { topic: 'after', propagate_mode: 'change_all' }).refused(
        'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        'You only have permission to move the 1/2 most recent messages in this topic.',
        {
          first_message_id_allowed_to_move: '{young}',
          total_messages_in_topic: 2,
          total_messages_allowed_to_move: 1,
        },
      ),
      member('PATCH /messages/{young}', { topic: 'after', propagate_mode: 'change_later' }).shows(),
      member('GET /messages/{old}').shows({ 'message.subject': 'before' }),
    ]),
    error('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', 'answers another channel for a topic, too', [
      send('before').keeps({ old: 'id' }),
      later(8 * DAY),
      send('before').keeps({ young: 'id' }),
      member('PATCH /messages/{young}', { stream_id: '{quiet}', propagate_mode: 'change_all' }).refused(
        'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        'You only have permission to move the 1/2 most recent messages in this topic.',
        { first_message_id_allowed_to_move: '{young}' },
      ),
      moderator('PATCH /messages/{young}', { stream_id: '{quiet}', propagate_mode: 'change_all' }).shows(),
      member('GET /messages/{old}').shows({ 'message.stream_id': '{quiet}' }),
    ]),
    error('BAD_REQUEST', 'answers a channel where the caller may not post', [
      owner('PATCH /streams/{quiet}', { can_send_message_group: { new: '{moderators}' } }),
      member(change, { stream_id: '{quiet}' }).refused(
        'BAD_REQUEST',
        'You do not have permission to post in this channel.',
      ),
    ]),
    error('BAD_REQUEST', 'answers another topic of a channel where the caller may not post', [
      member(read),
      owner('PATCH /streams/{channel}', { can_send_message_group: { new: '{moderators}' } }),
      member(change, { topic: 'brand' }).refused(
        'BAD_REQUEST',
        'You do not have permission to post in this channel.',
      ),
      member(change, { topic: '✔ logo' }).shows(),
    ]),
    error('BAD_REQUEST', 'answers a topic that the caller may not begin', [
      member(read),
      owner('PATCH /streams/{channel}', { can_create_topic_group: { new: '{moderators}' } }),
      member(change, { topic: 'brand' }).refused(
        'BAD_REQUEST',
        'You do not have permission to create new topics in this channel.',
      ),
    ]),
    error('BAD_REQUEST', 'answers the empty topic where the channel has none', [
      member(read),
      owner('PATCH /streams/{channel}', { topics_policy: 'disable_empty_topic' }),
      move({ topic: '' }).refused(
        'BAD_REQUEST',
        'Sending messages to the *general chat* topic is not allowed in this channel.',
        { empty_topic_display_name: 'general chat' },
      ),
    ]),
    rule('a topic that is moved as a whole keeps what it is to people', [
      member('POST /user_topics', { stream_id: '{channel}', topic: 'logo', visibility_policy: 1 }),
      member(read),
      move({ topic: 'brand', propagate_mode: 'change_all' }),
      member('PATCH /users/me/subscriptions/muted_topics', {
        stream_id: '{channel}',
        topic: 'brand',
        op: 'remove',
      }).shows(),
    ]),
  ],
};
