/** POST /users/me/subscriptions: who follows what. */
import { channelIs, newChannel, oneChannel, subscribe } from './channelSteps.ts';
import {
  absent,
  administrator,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  member,
  owner,
  parameter,
  rule,
  type Shown,
} from './row.ts';

const quiet = oneChannel('{quietName}');
const named = (entry: Shown): Shown => ({ subscriptions: [{ name: '{fresh}', ...entry }] });
const badRequest = 'BAD_REQUEST';

export const subscribing: Chapter = {
  about: 'POST /users/me/subscriptions',
  file: 'subscribing.ts',
  rows: [
    parameter('subscriptions', 'names a channel that the caller follows from then on', [
      member(subscribe, quiet).shows({ subscribed: { '{member}': ['{quietName}'] } }),
      owner('GET /streams/{quiet}/members').shows({ subscribers: ['{owner}', '{member}'] }),
    ]),
    parameter('subscriptions', 'creates a channel that does not exist', [
      member(subscribe, oneChannel()).shows({ subscribed: { '{member}': ['{fresh}'] } }),
      member('GET /get_stream_id', { stream: '{fresh}' }).keeps({ id: 'stream_id' }),
      channelIs({ name: '{fresh}', creator_id: '{member}' }),
    ]),
    parameter('subscriptions', 'are as many as are wanted, each once', [
      member(subscribe, {
        subscriptions: [{ name: '{fresh} b' }, { name: '{fresh} a' }, { name: '{fresh} B' }],
      }).shows({ subscribed: { '{member}': ['{fresh} b', '{fresh} a'] } }),
    ]),
    parameter('subscriptions', 'names a channel in any case and with spaces around', [
      owner(subscribe, oneChannel('Case {fresh}')),
      member(subscribe, oneChannel(' CASE {fresh} ')).shows({ subscribed: { '{member}': ['Case {fresh}'] } }),
    ]),
    parameter('subscriptions', 'is required', [
      member(subscribe).refused('REQUEST_VARIABLE_MISSING', "Missing 'subscriptions' argument", {
        var_name: 'subscriptions',
      }),
    ]),
    parameter('subscriptions', 'is JSON', [
      member(subscribe, { subscriptions: 'design' }).refused(badRequest, 'subscriptions is not valid JSON'),
    ]),
    parameter('subscriptions', 'is a list of objects', [
      member(subscribe, { subscriptions: ['design'] }).refused(badRequest, 'subscriptions[0] is not a dict'),
    ]),
    parameter('subscriptions', 'asks for a name in each', [
      member(subscribe, { subscriptions: [{}] }).refused(
        badRequest,
        'subscriptions[0]["name"] field is missing',
      ),
    ]),
    parameter('subscriptions', 'knows name, description and color only', [
      member(subscribe, named({ topic: 'x' })).refused(
        badRequest,
        'Argument "topic" at subscriptions[0]["topic"] is unexpected',
      ),
    ]),
    parameter('subscriptions', 'has names that are not empty', [
      member(subscribe, oneChannel('  ')).refused(badRequest, "Channel name can't be empty."),
    ]),
    parameter('subscriptions', 'has names of max_stream_name_length, 60 characters', [
      member(subscribe, oneChannel('😀'.repeat(60))).shows({
        subscribed: { '{member}': ['😀'.repeat(60)] },
      }),
    ]),
    parameter('subscriptions', 'refuses names of 61 characters', [
      member(subscribe, oneChannel('{long}')).refused(
        badRequest,
        'Channel name is too long (limit: 60 characters)',
      ),
    ]),
    parameter('subscriptions', 'has names of printable characters', [
      member(subscribe, oneChannel('a\u0007')).refused(
        badRequest,
        'Invalid character in channel name, at position 2.',
      ),
    ]),
    parameter('subscriptions', 'has a description in Markdown for a new channel, on one line', [
      owner(subscribe, named({ description: 'What *is*\r\nit?' })),
      owner('GET /get_stream_id', { stream: '{fresh}' }).keeps({ id: 'stream_id' }),
      channelIs({
        description: 'What *is* it?',
        rendered_description: '<p>What <em>is</em> it?</p>',
      }),
    ]),
    parameter('subscriptions', 'has descriptions of max_stream_description_length, 1,024 characters', [
      member(subscribe, named({ description: '{veryLong}' })).refused(
        badRequest,
        'subscriptions[0]["description"] is too long (limit: 1024 characters)',
      ),
    ]),
    parameter('subscriptions', 'does not describe a channel that exists already', [
      ...newChannel(),
      owner(subscribe, named({ description: 'late' })),
      channelIs({ description: '' }),
    ]),
    parameter('subscriptions', 'has a colour for the subscribers', [
      member(subscribe, named({ color: '#ff0000' })),
      member('GET /users/me/subscriptions').shows({ 'subscriptions[name={fresh}].color': '#ff0000' }),
    ]),
    parameter('subscriptions', 'has colours of 3 to 6 hexadecimal digits', [
      member(subscribe, named({ color: 'red' })).refused(
        badRequest,
        'subscriptions[0]["color"] is not a valid hex color code',
      ),
    ]),
    parameter('principals', 'default to the caller, also where they are empty', [
      member(subscribe, { ...quiet, principals: [] }).shows({
        subscribed: { '{member}': ['{quietName}'] },
      }),
    ]),
    parameter('principals', 'are people by their IDs (feature level 9), and then not the caller', [
      owner(subscribe, { ...oneChannel(), principals: ['{member}', '{guest}'] }).shows({
        subscribed: { '{member}': ['{fresh}'], '{guest}': ['{fresh}'] },
      }),
    ]),
    parameter('principals', 'are people by their API addresses', [
      owner(subscribe, { ...quiet, principals: ['{memberEmail}'] }).shows({
        subscribed: { '{member}': ['{quietName}'] },
      }),
    ]),
    parameter('principals', 'are IDs or addresses, not both', [
      owner(subscribe, { ...quiet, principals: ['{member}', '{guestEmail}'] }).refused(
        badRequest,
        'principals[1] is not an integer',
      ),
    ]),
    parameter('principals', 'is a list', [
      owner(subscribe, { ...quiet, principals: '{member}' }).refused(badRequest, 'principals is not a list'),
    ]),
    parameter('authorization_errors_fatal', 'is true where it is left out: nothing is done', [
      member(subscribe, {
        subscriptions: [{ name: '{fresh}' }, { name: '{hiddenName}' }],
      }).refused(badRequest, 'Unable to access channel ({hiddenName}).'),
      owner('GET /get_stream_id', { stream: '{fresh}' }).refused(
        badRequest,
        "Invalid channel name '{fresh}'",
      ),
    ]),
    parameter('authorization_errors_fatal', 'false lets the others be done', [
      member(subscribe, {
        subscriptions: [{ name: '{fresh}' }, { name: '{hiddenName}' }],
        authorization_errors_fatal: false,
      }).shows({ subscribed: { '{member}': ['{fresh}'] }, unauthorized: ['{hiddenName}'] }),
    ]),
    parameter('authorization_errors_fatal', 'is a boolean', [
      member(subscribe, { ...quiet, authorization_errors_fatal: 0 }).refused(
        badRequest,
        'authorization_errors_fatal is not a boolean',
      ),
    ]),
    parameter('send_new_subscription_messages', 'is true where it is left out (feature level 397)', [
      owner(subscribe, quiet).shows({ new_subscription_messages_sent: true }),
    ]),
    parameter('send_new_subscription_messages', 'false notifies nobody', [
      owner(subscribe, { ...quiet, send_new_subscription_messages: false }).shows({
        new_subscription_messages_sent: absent,
      }),
    ]),
    parameter('send_new_subscription_messages', 'is a boolean', [
      owner(subscribe, { ...quiet, send_new_subscription_messages: 1 }).refused(
        badRequest,
        'send_new_subscription_messages is not a boolean',
      ),
    ]),
    field('subscribed', 'are the names of channels by the IDs of their new subscribers', [
      owner(subscribe, { ...quiet, principals: ['{owner}', '{member}'] }).shows({
        subscribed: { '{member}': ['{quietName}'] },
      }),
    ]),
    field('subscribed', 'is empty where nobody is new', [owner(subscribe, quiet).shows({ subscribed: {} })]),
    field('already_subscribed', 'are those of earlier subscribers', [
      owner(subscribe, { ...quiet, principals: ['{owner}', '{member}'] }).shows({
        already_subscribed: { '{owner}': ['{quietName}'] },
      }),
    ]),
    field('already_subscribed', 'is empty where everybody is new', [
      member(subscribe, quiet).shows({ already_subscribed: {} }),
    ]),
    field('unauthorized', 'are the channels that the caller may not enter', [
      member(subscribe, { ...oneChannel('{hiddenName}'), authorization_errors_fatal: false }).shows({
        subscribed: {},
        unauthorized: ['{hiddenName}'],
      }),
    ]),
    field('unauthorized', 'is absent where there are none', [
      member(subscribe, { ...quiet, authorization_errors_fatal: false }).shows({ unauthorized: absent }),
    ]),
    field('new_subscription_messages_sent', 'is true also where nobody was to be notified', [
      owner(subscribe, quiet).shows({ new_subscription_messages_sent: true }),
    ]),
    field('new_subscription_messages_sent', 'is false of more than 100 people', [
      owner(subscribe, { ...oneChannel(), principals: '{crowd}' }).shows({
        new_subscription_messages_sent: false,
      }),
    ]),
    error(badRequest, 'answers an ID that nobody has, with status 400 (feature level 208)', [
      owner(subscribe, { ...quiet, principals: ['{nobody}'] }).refused(badRequest, 'No such user'),
    ]),
    error(badRequest, 'answers an address that nobody has, with status 400 (feature level 208)', [
      owner(subscribe, { ...quiet, principals: ['nobody@example.com'] }).refused(badRequest, 'No such user'),
    ]),
    error(badRequest, 'answers people who have left, with status 400 (feature level 208)', [
      owner(subscribe, { ...quiet, principals: ['{leaver}'] }).refused(badRequest, 'User is deactivated'),
    ]),
    error(badRequest, 'answers guests', [
      guest(subscribe, quiet).refused(badRequest, 'Not allowed for guest users'),
    ]),
    error(badRequest, 'answers people who may not enter a private channel, administrators among them', [
      administrator(subscribe, oneChannel('{hiddenName}')).refused(
        badRequest,
        'Unable to access channel ({hiddenName}).',
      ),
    ]),
    asksForLogin(subscribe, quiet),
    rule('everything is done or nothing', [
      owner(subscribe, { ...oneChannel(), principals: ['{member}', '{nobody}'] }).refused(
        badRequest,
        'No such user',
      ),
      owner('GET /get_stream_id', { stream: '{fresh}' }).refused(
        badRequest,
        "Invalid channel name '{fresh}'",
      ),
    ]),
    rule('nothing is recorded where everybody follows everything already', [
      owner(subscribe, quiet).shows().records(0),
    ]),
    rule('an archived channel can be followed (feature level 362)', [
      owner('DELETE /streams/{quiet}'),
      member(subscribe, quiet).shows({ subscribed: { '{member}': ['{quietName}'] } }),
    ]),
  ],
};
