/** POST /messages: who may say what where. */
import { permits, showsPeopleTo } from './permissionSteps.ts';
import {
  administrator,
  type Chapter,
  error,
  guest,
  integer,
  member,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const send = 'POST /messages';
const toChannel = (fields: Shown = {}): Shown => ({
  type: 'channel',
  to: '{channel}',
  topic: 'logo',
  content: 'Hello.',
  ...fields,
});
const toPeople = (to: unknown): Shown => ({ type: 'direct', to, content: 'Hello.' });
const sent = { id: 'id' };
const realm = (fields: Shown) => owner('PATCH /realm', fields);
const channel = (fields: Shown, which = 'channel') => owner(`PATCH /streams/{${which}}`, fields);
const mayNotPost = ['BAD_REQUEST', 'You do not have permission to post in this channel.'] as const;
const mayNotBegin = [
  'BAD_REQUEST',
  'You do not have permission to create new topics in this channel.',
] as const;
const DISPLAY = { empty_topic_display_name: 'general chat' };
const notEmpty = [
  'BAD_REQUEST',
  'Sending messages to the *general chat* topic is not allowed in this channel.',
  DISPLAY,
] as const;
const onlyEmpty = [
  'BAD_REQUEST',
  'Only the *general chat* topic is allowed in this channel.',
  DISPLAY,
] as const;
const notRecipients = ['BAD_REQUEST', 'Invalid data type for recipients'] as const;

const refusedTo = (promise: string, fields: Shown, msg: string): Row =>
  parameter('to', promise, [owner(send, fields).refused('BAD_REQUEST', msg)]);

export const recipientForms: Chapter = {
  about: 'POST /messages: forms of `to`',
  file: 'sendingRules.ts',
  rows: [
    parameter('to', 'may be the name of a channel in quotes', [
      owner(send, toChannel({ to: '"{channelName}"' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.stream_id': '{channel}' }),
    ]),
    parameter('to', 'may be a list of one name', [
      owner(send, toChannel({ to: ['{channelName}'] })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.stream_id': '{channel}' }),
    ]),
    parameter('to', 'names a channel without regard to case', [
      owner('PATCH /streams/{channel}', { new_name: 'LOUD {fresh}' }),
      owner(send, toChannel({ to: 'loud {fresh}' })).shows({ id: integer }),
    ]),
    refusedTo('is no other JSON for a channel', toChannel({ to: true }), 'Invalid data type for channel'),
    refusedTo('is not an empty list for a channel', toChannel({ to: [] }), 'Expected exactly one channel'),
    refusedTo('is not empty for a channel', toChannel({ to: '' }), 'Missing channel'),
    parameter('to', 'of digits is the ID of a channel, never a name', [
      owner(send, toChannel({ to: '{nobody}' })).refused(
        'STREAM_DOES_NOT_EXIST',
        "Channel with ID '{nobody}' does not exist",
        { stream_id: '{nobody}' },
      ),
    ]),
    error('STREAM_DOES_NOT_EXIST', 'escapes the name for HTML', [
      owner(send, toChannel({ to: '<b>' })).refused('STREAM_DOES_NOT_EXIST', "Channel '<b>' does not exist", {
        stream: '&lt;b&gt;',
      }),
    ]),
    parameter('to', 'may be one address in plain text', [
      owner(send, toPeople('{memberEmail}')).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.display_recipient.length': 2 }),
    ]),
    parameter('to', 'may be addresses parted by commas, with blanks around them', [
      owner(send, toPeople('{memberEmail}, {userEmail} ,')).keeps(sent),
      user('GET /messages/{id}').shows({ 'message.display_recipient.length': 3 }),
    ]),
    parameter('to', 'may be addresses as JSON text', [
      owner(send, toPeople('"{memberEmail}"')).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.display_recipient.length': 2 }),
    ]),
    parameter('to', 'names somebody once, however often', [
      owner(send, toPeople(['{member}', '{member}'])).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.display_recipient.length': 2 }),
    ]),
    parameter('to', 'is not a bare ID for a direct message', [
      owner(send, toPeople('{member}')).refused(...notRecipients),
    ]),
    parameter('to', 'is no other JSON for a direct message', [
      owner(send, toPeople({ id: '{member}' })).refused(...notRecipients),
    ]),
    parameter('to', 'is required for a direct message', [
      owner(send, { type: 'direct', content: 'Hello.' }).refused(
        'BAD_REQUEST',
        'Message must have recipients',
      ),
    ]),
    parameter('to', 'of blanks is nobody', [
      owner(send, toPeople(' , ')).refused('BAD_REQUEST', 'Message must have recipients'),
    ]),
  ],
};

const wherePosting = (who: string, refused: typeof member, allowed: typeof member): Row =>
  rule(`where ${who} may post, others may not`, [
    channel({ can_send_message_group: { new: `{${who}}` } }),
    refused(send, toChannel()).refused(...mayNotPost),
    allowed(send, toChannel()).shows({ id: integer }),
  ]);

export const sendingRules: Chapter = {
  about: 'POST /messages: who may send where',
  file: 'sendingRules.ts',
  server: { WEB_PUBLIC_CHANNELS: 'on' },
  rows: [
    wherePosting('administrators', moderator, administrator),
    wherePosting('moderators', member, moderator),
    wherePosting('members', guest, member),
    rule('where people may post, others may not', [
      channel({ can_send_message_group: { new: { direct_members: ['{user}'], direct_subgroups: [] } } }),
      owner(send, toChannel()).refused(...mayNotPost),
      user(send, toChannel()).shows({ id: integer }),
    ]),
    rule('where nobody may post, nobody may', [
      channel({ can_send_message_group: { new: '{noone}' } }),
      owner(send, toChannel()).refused(...mayNotPost),
    ]),
    error('BAD_REQUEST', 'answers messages to an archived channel', [
      owner('DELETE /streams/{channel}'),
      owner(send, toChannel()).refused('BAD_REQUEST', "Not authorized to send to channel '{channelName}'"),
    ]),
    rule('to a web-public channel even guests may send without being subscribed', [
      realm({ enable_spectator_access: true }),
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'agora {fresh}' }],
        is_web_public: true,
      }),
      guest(send, toChannel({ to: 'agora {fresh}' })).shows({ id: integer }),
    ]),
    rule('to a private channel its subscribers may send', [
      member(send, toChannel({ to: '{secret}' })).shows({ id: integer }),
    ]),
    rule('to a private channel with shared history those may send who may subscribe to it', [
      channel(
        { history_public_to_subscribers: true, can_subscribe_group: { new: '{moderators}' } },
        'secret',
      ),
      moderator(send, toChannel({ to: '{secret}' })).shows({ id: integer }),
      user(send, toChannel({ to: '{secret}' })).refused('BAD_REQUEST', 'Not authorized to send to channel'),
    ]),
    rule('to a private channel with shared history those may send who may add subscribers', [
      channel(
        { history_public_to_subscribers: true, can_add_subscribers_group: { new: '{moderators}' } },
        'secret',
      ),
      moderator(send, toChannel({ to: '{secret}' })).shows({ id: integer }),
    ]),
    rule('to a private channel with protected history its subscribers alone may send', [
      channel({ can_subscribe_group: { new: '{moderators}' } }, 'secret'),
      moderator(send, toChannel({ to: '{secret}' })).refused(
        'BAD_REQUEST',
        "Not authorized to send to channel '{secretName}'",
      ),
    ]),
    error('BAD_REQUEST', 'answers people who may not begin topics', [
      channel({ can_create_topic_group: { new: '{moderators}' } }),
      member(send, toChannel()).refused(...mayNotBegin),
      moderator(send, toChannel()).shows(),
    ]),
    rule('people who may not begin topics may continue one', [
      owner(send, toChannel()),
      channel({ can_create_topic_group: { new: '{moderators}' } }),
      member(send, toChannel({ topic: 'LOGO' })).shows({ id: integer }),
    ]),
    error('BAD_REQUEST', 'answers the empty topic where the channel has none, with its display name', [
      channel({ topics_policy: 'disable_empty_topic' }),
      owner(send, toChannel({ topic: '' })).refused(...notEmpty),
      owner(send, toChannel({ topic: '(no topic)' })).refused(...notEmpty),
      owner(send, toChannel({ topic: 'general chat' })).refused(...notEmpty),
      owner(send, toChannel()).shows(),
    ]),
    error('BAD_REQUEST', 'answers a named topic where the channel has none, with the display name', [
      channel({ topics_policy: 'empty_topic_only' }),
      owner(send, toChannel()).refused(...onlyEmpty),
      owner(send, toChannel({ topic: '' })).shows({ id: integer }),
    ]),
    error('BAD_REQUEST', 'answers the empty topic where the organization has none and the channel inherits', [
      realm({ topics_policy: 'disable_empty_topic' }),
      owner(send, toChannel({ topic: '' })).refused(...notEmpty),
      channel({ topics_policy: 'allow_empty_topic' }),
      owner(send, toChannel({ topic: '' })).shows(),
      realm({ topics_policy: 'allow_empty_topic' }).shows(),
    ]),
    error('BAD_REQUEST', 'answers direct messages where the organization has none', [
      permits('direct_message_permission_group', '{noone}'),
      owner(send, toPeople(['{member}'])).refused(
        'BAD_REQUEST',
        'Direct messages are disabled in this organization.',
      ),
      owner(send, toPeople(['{owner}'])).shows({ id: integer }),
      permits('direct_message_permission_group', '{everyone}'),
    ]),
    error('BAD_REQUEST', 'answers a conversation that none of its people can authorize', [
      permits('direct_message_permission_group', '{moderators}'),
      member(send, toPeople(['{user}'])).refused(
        'BAD_REQUEST',
        'This conversation does not include any users who can authorize it.',
      ),
      member(send, toPeople(['{user}', '{moderator}'])).shows({ id: integer }),
      permits('direct_message_permission_group', '{everyone}'),
    ]),
    error('BAD_REQUEST', 'answers people who may not initiate a conversation', [
      permits('direct_message_initiator_group', '{moderators}'),
      member(send, toPeople(['{user}'])).refused(
        'BAD_REQUEST',
        'You do not have permission to initiate direct message conversations.',
      ),
      moderator(send, toPeople(['{user}'])).shows(),
      user(send, toPeople(['{moderator}'])).shows({ id: integer }),
      member(send, toPeople(['{member}'])).shows({ id: integer }),
      permits('direct_message_initiator_group', '{everyone}'),
    ]),
    error('BAD_REQUEST', 'answers a guest who writes to somebody whom they may not know', [
      showsPeopleTo('{members}'),
      guest(send, toPeople(['{user}'])).refused(
        'BAD_REQUEST',
        'You do not have permission to access some of the recipients.',
      ),
      showsPeopleTo('{everyone}'),
    ]),
    ...['ios', 'Android', 'snipe', 'HansardMobile'].map((client) =>
      parameter('read_by_sender', `left out, it is true of ${client}`, [
        owner(send, { ...toPeople(['{owner}']), client }).keeps(sent),
        owner('GET /messages/{id}').shows({ 'message.flags': ['read'] }),
      ]),
    ),
    parameter('read_by_sender', 'is a boolean', [
      owner(send, toChannel({ read_by_sender: 1 })).refused('BAD_REQUEST', 'read_by_sender is not a boolean'),
    ]),
    rule('a message starts unread for others', [
      owner(send, toChannel({ client: 'website' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.flags': [] }),
    ]),
  ],
};
