/** Who is writing, and what new people are subscribed to. */
import {
  administrator,
  asksForLogin,
  type Chapter,
  error,
  including,
  lacking,
  member,
  owner,
  parameter,
  rule,
  type Shown,
  user,
} from './row.ts';

const file = 'typing.ts';
const TYPING = 'POST /typing';
const EDITING = 'POST /messages/{message}/typing';
const direct = (fields: Shown = {}): Shown => ({ op: 'start', to: ['{owner}'], ...fields });
const inTopic = (fields: Shown = {}): Shown => ({
  op: 'start',
  type: 'channel',
  stream_id: '{channel}',
  topic: 'logo',
  ...fields,
});
const registered = member('POST /register', { event_types: ['typing'], fetch_event_types: [] }).keeps({
  queue: 'queue_id',
  last: 'last_event_id',
});
const told = (shown: Shown) =>
  member('GET /events', { queue_id: '{queue}', last_event_id: '{last}', dont_block: true }).shows(shown);

const typing: Chapter = {
  about: TYPING,
  file,
  rows: [
    parameter('op', 'is `start` or `stop`', [
      member(TYPING, direct()).shows(),
      member(TYPING, direct({ op: 'stop' })).shows(),
      member(TYPING, direct({ op: 'pause' })).refused('BAD_REQUEST', 'Invalid op'),
    ]),
    parameter('op', 'is required', [
      member(TYPING, { to: ['{owner}'] }).refused('REQUEST_VARIABLE_MISSING', "Missing 'op' argument", {
        var_name: 'op',
      }),
    ]),
    parameter('type', 'is `direct` where it is left out, or `channel`', [
      member(TYPING, direct()).shows(),
      member(TYPING, inTopic()).shows(),
      member(TYPING, direct({ type: 'letter' })).refused('BAD_REQUEST', 'Invalid type'),
    ]),
    parameter('to', 'are people; they are told, and so are other clients of the caller', [
      registered,
      user(TYPING, direct({ to: ['{member}'] })).shows(),
      told({ 'events[0].type': 'typing', 'events[0].op': 'start', 'events[0].sender.user_id': '{user}' }),
    ]),
    parameter('to', 'is not empty, and names people', [
      member(TYPING, direct({ to: [] })).refused('BAD_REQUEST', "Empty 'to' list"),
      member(TYPING, { op: 'start' }).refused('REQUEST_VARIABLE_MISSING', "Missing 'to' argument", {
        var_name: 'to',
      }),
    ]),
    parameter('to', 'may have the channel of older clients', [
      member(TYPING, { op: 'start', type: 'stream', to: ['{channel}'], topic: 'logo' }).shows(),
    ]),
    parameter('stream_id', 'is the channel', [
      member(TYPING, inTopic()).shows(),
      member(TYPING, { op: 'start', type: 'channel', topic: 'logo' }).refused(
        'BAD_REQUEST',
        'Missing stream_id',
      ),
    ]),
    error('STREAM_DOES_NOT_EXIST', 'names the channel that was asked for', [
      member(TYPING, inTopic({ stream_id: 999_999 })).refused(
        'STREAM_DOES_NOT_EXIST',
        "Channel with ID '999999' does not exist",
        { stream_id: 999_999 },
      ),
      member(TYPING, { op: 'start', type: 'stream', to: [999_999], topic: 'logo' }).refused(
        'STREAM_DOES_NOT_EXIST',
        "Channel with ID '999999' does not exist",
        { stream_id: 999_999 },
      ),
    ]),
    parameter('topic', 'is the topic', [
      member(TYPING, { op: 'start', type: 'channel', stream_id: '{channel}' }).refused(
        'BAD_REQUEST',
        'Missing topic',
      ),
    ]),
    error('BAD_REQUEST', 'answers people who hide that they write', [
      user('PATCH /settings', { send_stream_typing_notifications: false }).shows(),
      user(TYPING, inTopic()).refused(
        'BAD_REQUEST',
        'User has disabled typing notifications for stream messages',
      ),
    ]),
    error('BAD_REQUEST', 'answers people who may not begin what they write in', [
      owner('PATCH /streams/{channel}', { can_create_topic_group: { new: '{moderators}' } }).shows(),
      user(TYPING, inTopic({ topic: 'another' })).refused(
        'BAD_REQUEST',
        'You do not have permission to create new topics in this channel.',
      ),
      owner('POST /messages', {
        type: 'channel',
        to: '{channel}',
        topic: 'another',
        content: 'Hello.',
      }).shows(),
      user(TYPING, inTopic({ topic: 'another' })).shows(),
    ]),
    error('BAD_REQUEST', 'answers people who may not send direct messages', [
      owner('PATCH /realm', { direct_message_permission_group: { new: '{noone}' } }).shows(),
      user(TYPING, direct()).refused('BAD_REQUEST', 'Direct messages are disabled in this organization.'),
      owner('PATCH /realm', { direct_message_permission_group: { new: '{everyone}' } }).shows(),
    ]),
    rule('nothing is recorded', [member(TYPING, direct()).shows().records(0)]),
    asksForLogin(TYPING, { op: 'start', to: [1] }),
  ],
};

const editing: Chapter = {
  about: 'POST /messages/:message_id/typing',
  file,
  rows: [
    parameter('message_id', 'is the message that is edited', [
      member('GET /messages/{message}'),
      member('POST /register', { event_types: ['typing_edit_message'], fetch_event_types: [] }).keeps({
        queue: 'queue_id',
        last: 'last_event_id',
      }),
      member(EDITING, { op: 'start' }).shows(),
      told({ 'events[0].type': 'typing_edit_message', 'events[0].message_id': '{message}' }),
    ]),
    error('BAD_REQUEST', 'answers people who may not edit the message', [
      owner(EDITING, { op: 'start' }).refused(
        'BAD_REQUEST',
        "You don't have permission to edit this message",
      ),
      owner('PATCH /realm', { allow_message_editing: false }).shows(),
      member(EDITING, { op: 'start' }).refused(
        'BAD_REQUEST',
        'Your organization has turned off message editing',
      ),
      owner('PATCH /realm', { allow_message_editing: true }).shows(),
    ]),
    parameter('message_id', 'must be a message that the caller can see', [
      member('POST /messages/{nobody}/typing', { op: 'start' }).refused('BAD_REQUEST', 'Invalid message(s)'),
    ]),
    parameter('op', 'is `start` or `stop`', [
      member(EDITING, { op: 'stop' }).shows(),
      member(EDITING, { op: 'pause' }).refused('BAD_REQUEST', 'Invalid op'),
    ]),
    asksForLogin(EDITING, { op: 'start' }),
  ],
};

const ADD = 'POST /default_streams';
const REMOVE = 'DELETE /default_streams';
const defaults = (what: unknown) =>
  member('POST /register', { fetch_event_types: ['default_streams'] }).shows({ realm_default_streams: what });
const notPermitted = ['BAD_REQUEST', 'You do not have permission to change default channels.'] as const;
const noChannel = ['BAD_REQUEST', 'Invalid channel ID'] as const;

const defaultChannels: Chapter = {
  about: `${ADD}, ${REMOVE}`,
  file,
  rows: [
    parameter('stream_id', 'is the channel that new people are subscribed to, or not any more', [
      administrator(ADD, { stream_id: '{channel}' }).shows().records(1),
      defaults(including('{channel}')),
      administrator(REMOVE, { stream_id: '{channel}' }).shows().records(1),
      defaults(lacking('{channel}')),
    ]),
    ...[ADD, REMOVE].map((request) =>
      parameter('stream_id', `of ${request} must exist`, [
        administrator(request, { stream_id: '{nobody}' }).refused(...noChannel),
      ]),
    ),
    ...[ADD, REMOVE].map((request) =>
      parameter('stream_id', `of ${request} is no private channel that the caller is not in`, [
        administrator(request, { stream_id: '{secret}' }).refused(
          'BAD_REQUEST',
          'Private channels cannot be made default.',
        ),
      ]),
    ),
    rule('doing it again changes nothing', [
      administrator(ADD, { stream_id: '{channel}' }).shows(),
      administrator(ADD, { stream_id: '{channel}' }).shows().records(0),
      administrator(REMOVE, { stream_id: '{channel}' }).shows(),
      administrator(REMOVE, { stream_id: '{channel}' }).shows().records(0),
    ]),
    error('BAD_REQUEST', 'answers people who do not administer the organization', [
      member(ADD, { stream_id: '{channel}' }).refused(...notPermitted),
      member(REMOVE, { stream_id: '{channel}' }).refused(...notPermitted),
    ]),
    asksForLogin(ADD, { stream_id: 1 }),
    asksForLogin(REMOVE, { stream_id: 1 }),
  ],
};

export const typingAndDefaults: readonly Chapter[] = [typing, editing, defaultChannels];
