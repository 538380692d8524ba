/** POST /register: parameters, what is always answered, and what the queue tells afterwards. */
import {
  absent,
  anonymous,
  bot,
  type Chapter,
  error,
  field,
  guest,
  including,
  integer,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  text,
  user,
} from './row.ts';

const register = 'POST /register';
const queue = { queue: 'queue_id', last: 'last_event_id' };
const [understands, older] = [{ notification_settings_null: true }, { notification_settings_null: false }];

/** Registers for messages alone and is told no more. */
const forMessages = (fields: Shown = {}): Shown => ({
  event_types: ['message'],
  fetch_event_types: [],
  ...fields,
});
const sends = (content: string, topic = 'logo'): Step =>
  owner('POST /messages', { type: 'channel', to: '{channel}', topic, content });
const receives = (shown: Shown): Step =>
  member('GET /events', { queue_id: '{queue}', last_event_id: '{last}', dont_block: true }).shows(shown);
const receivesNothing = receives({ events: [] });

const fetched = (type: string, shown: Shown, more: Shown = {}): Step =>
  member(register, { event_types: [], fetch_event_types: [type], ...more }).shows(shown);
const refused = (name: string, promise: string, value: unknown, msg: string): Row =>
  parameter(name, promise, [member(register, { [name]: value }).refused('BAD_REQUEST', msg)]);

export const registering: Chapter = {
  about: register,
  file: 'register.ts',
  rows: [
    parameter('event_types', 'are those that the queue delivers', [
      member(register, forMessages()).keeps(queue),
      sends('hi'),
      receives({ 'events[0].type': 'message', 'events[0].message.content': 'hi', 'events[1]': absent }),
    ]),
    parameter('event_types', 'may be unknown, and tell nothing', [
      member(register, forMessages({ event_types: ['nothing'] })).keeps(queue),
      sends('hi'),
      receivesNothing,
    ]),
    refused(
      'event_types',
      'are 100 at most',
      Array.from({ length: 101 }, () => 'message'),
      'event_types has more than 100 elements',
    ),
    parameter('fetch_event_types', 'are those that the answer contains', [
      fetched('user_settings', {
        'user_settings.presence_enabled': true,
        twenty_four_hour_time: false,
        pm_content_in_desktop_notifications: true,
        streams: absent,
      }),
    ]),
    parameter('fetch_event_types', 'are `event_types` where they are left out', [
      member(register, { event_types: ['user_settings'] }).shows({
        'user_settings.presence_enabled': true,
        streams: absent,
      }),
    ]),
    parameter('fetch_event_types', 'may be none', [
      member(register, { fetch_event_types: [] }).shows({ queue_id: text, realm_users: absent }),
    ]),
    parameter('apply_markdown', 'asks for HTML', [
      member(register, forMessages({ apply_markdown: true })).keeps(queue),
      sends('*hi*'),
      receives({
        'events[0].message.content': '<p><em>hi</em></p>',
        'events[0].message.content_type': 'text/html',
      }),
    ]),
    parameter('client_gravatar', 'leaves pictures out that clients can compute', [
      fetched('realm_user', { 'realm_users[0].avatar_url': null }),
      fetched('realm_user', { 'realm_users[0].avatar_url': text }, { client_gravatar: false }),
    ]),
    parameter('include_subscribers', 'asks for those who follow channels', [
      sends('hi'),
      member(register, { fetch_event_types: ['subscription'] }).shows({
        'subscriptions[0].subscribers': absent,
      }),
      member(register, { fetch_event_types: ['subscription'], include_subscribers: true }).shows({
        'subscriptions[0].subscribers': including('{member}'),
      }),
    ]),
    parameter('include_subscribers', '`partial` asks for all of them in small channels', [
      sends('hi'),
      fetched(
        'subscription',
        { 'subscriptions[0].subscribers': including('{member}') },
        {
          include_subscribers: 'partial',
        },
      ),
    ]),
    parameter('slim_presence', 'asks for presences by ID', [
      member('POST /users/me/presence', { status: 'active' }),
      fetched('presence', { 'presences.{member}.active_timestamp': integer }, { slim_presence: true }),
    ]),
    parameter('presence_history_limit_days', '0 leaves everybody out', [
      fetched('presence', { presences: {} }, { presence_history_limit_days: 0 }),
    ]),
    parameter('all_public_streams', 'includes channels that the caller does not follow', [
      member(register, forMessages({ all_public_streams: true })).keeps(queue),
      owner('POST /messages', { type: 'channel', to: '{quiet}', topic: 'logo', content: 'hi' }),
      receives({ 'events[0].message.display_recipient': '{quietName}' }),
    ]),
    parameter('all_public_streams', 'is not for guests', [
      guest(register, { all_public_streams: true }).refused(
        'BAD_REQUEST',
        'User not authorized for this query',
      ),
    ]),
    parameter('narrow', 'tells only of messages that match it', [
      member(register, forMessages({ narrow: [['topic', 'LOGO']] })).keeps(queue),
      sends('hi', 'else'),
      sends('there'),
      receives({ 'events[0].message.content': 'there', 'events[1]': absent }),
    ]),
    parameter('narrow', 'has terms in the form of objects, too', [
      member(register, forMessages({ narrow: [{ operator: 'channel', operand: '{channelName}' }] })).keeps(
        queue,
      ),
      sends('hi'),
      receives({ 'events[0].message.content': 'hi' }),
    ]),
    refused(
      'narrow',
      'has operators that events can be judged by',
      [['near', '1']],
      'Operator near not supported.',
    ),
    refused(
      'narrow',
      'has 2,000 characters at most',
      [['topic', 'x'.repeat(1_996)]],
      'narrow is too long (limit: 2000)',
    ),
    parameter('client_capabilities', '`notification_settings_null` shows inherited settings as null', [
      sends('hi'),
      fetched(
        'subscription',
        { 'subscriptions[0].push_notifications': null },
        { client_capabilities: understands },
      ),
      fetched(
        'subscription',
        { 'subscriptions[0].push_notifications': false },
        { client_capabilities: older },
      ),
    ]),
    parameter('client_capabilities', 'may have names that are unknown', [
      member(register, {
        fetch_event_types: [],
        client_capabilities: { ...understands, telepathy: true },
      }).shows(),
    ]),
    parameter('idle_queue_timeout', 'is announced', [
      member(register, { fetch_event_types: [], idle_queue_timeout: 1800 }).shows({
        idle_queue_timeout_secs: 1800,
      }),
    ]),
    parameter('idle_queue_timeout', 'is 600 seconds where it is left out', [
      member(register, { fetch_event_types: [] }).shows({ idle_queue_timeout_secs: 600 }),
    ]),
    parameter('idle_queue_timeout', '`mobile` is twelve hours, and nothing is more', [
      member(register, { fetch_event_types: [], idle_queue_timeout: 'mobile' }).shows({
        idle_queue_timeout_secs: 43_200,
      }),
      member(register, { fetch_event_types: [], idle_queue_timeout: 43_201 }).shows({
        idle_queue_timeout_secs: 43_200,
      }),
    ]),
    parameter('idle_queue_timeout', 'is JSON where it is valid JSON', [
      member(register, { fetch_event_types: [], idle_queue_timeout: ' "\\u006dobile" ' }).shows({
        idle_queue_timeout_secs: 43_200,
      }),
      member(register, { fetch_event_types: [], idle_queue_timeout: '"mobile' }).refused(
        'BAD_REQUEST',
        'Invalid idle_queue_timeout',
      ),
    ]),
    parameter('queue_lifespan_secs', 'is an older word for the same', [
      member(register, { fetch_event_types: [], queue_lifespan_secs: 1800 }).shows({
        idle_queue_timeout_secs: 1800,
      }),
    ]),
    field('last_event_id', 'is where the queue begins: earlier events are not delivered', [
      sends('before'),
      member(register, forMessages()).keeps(queue),
      receivesNothing,
    ]),
    field('service_feature_level', 'is always present, with the version', [
      member(register, { fetch_event_types: [] }).shows({
        service_feature_level: integer,
        service_version: text,
        service_merge_base: text,
      }),
    ]),
    field('never_subscribed', 'has the channels that one sees and never followed', [
      owner('GET /streams/{quiet}').keeps({ name: 'stream.name' }),
      fetched('subscription', { 'never_subscribed[0].stream_id': integer }),
    ]),
    field('unread_msgs', 'comes with messages and their flags', [
      user(register, { fetch_event_types: ['message'] }).shows({
        max_message_id: integer,
        unread_msgs: absent,
      }),
      user(register, { fetch_event_types: ['message', 'update_message_flags'] }).shows({
        'unread_msgs.count': integer,
        'unread_msgs.mentions': [],
      }),
    ]),
    field('muted_topics', 'is left out where `user_topic` is asked for', [
      user(register, { fetch_event_types: ['muted_topics', 'user_topic'] }).shows({
        muted_topics: absent,
        user_topics: [],
      }),
      user(register, { fetch_event_types: ['muted_topics'] }).shows({ muted_topics: [] }),
    ]),
    field('realm_default_streams', 'is empty for guests', [
      guest(register, { fetch_event_types: ['default_streams'] }).shows({ realm_default_streams: [] }),
    ]),
    error('UNAUTHENTICATED_USER', 'answers callers who are not logged in where nothing is public', [
      anonymous(register).refused(
        'UNAUTHENTICATED_USER',
        'Not logged in: API authentication or user session required',
        {},
        401,
      ),
    ]),
    rule('bots register', [bot(register, { fetch_event_types: [] }).shows({ queue_id: text })]),
    rule('the answer says who the caller is', [
      guest(register, { fetch_event_types: ['realm_user'] }).shows({ is_guest: true, user_id: '{guest}' }),
      owner(register, { fetch_event_types: ['realm_user'] }).shows({ is_owner: true, is_guest: false }),
    ]),
  ],
};
