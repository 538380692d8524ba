/** One message, and who has read it. */
import {
  anonymous,
  bot,
  type Chapter,
  error,
  field,
  guest,
  including,
  integer,
  matching,
  member,
  owner,
  parameter,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

const file = 'oneMessage.ts';
const one = 'GET /messages/{message}';
const badRequest = 'BAD_REQUEST';
const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required';
const sends = (name: string, fields: Shown = {}): Step =>
  member('POST /messages', {
    type: 'channel',
    to: '{channel}',
    topic: 'logo',
    content: name,
    ...fields,
  }).keeps({ [name]: 'id' });

export const readingOneMessage: Chapter = {
  about: 'GET /messages/:message_id',
  file,
  rows: [
    parameter('message_id', 'is the message', [member(one).shows({ 'message.id': '{message}' })]),
    parameter('message_id', 'is an existing message', [
      member('GET /messages/{nobody}').refused(badRequest, 'Invalid message(s)'),
    ]),
    error(badRequest, 'answers hidden messages like absent ones', [
      owner('POST /messages', { type: 'channel', to: '{hidden}', topic: 'logo', content: 'x' }).keeps({
        id: 'id',
      }),
      member('GET /messages/{id}').refused(badRequest, 'Invalid message(s)'),
    ]),
    parameter('client_gravatar', 'false asks for the address of the avatar', [
      member(one).shows({ 'message.avatar_url': null }),
      member(one, { client_gravatar: false }).shows({ 'message.avatar_url': matching(/^https:/) }),
    ]),
    parameter('apply_markdown', 'false asks for the source', [
      member(one).shows({ 'message.content': '<p>Hello.</p>' }),
      member(one, { apply_markdown: false }).shows({ 'message.content': 'Hello.' }),
    ]),
    parameter('allow_empty_topic_name', 'true shows the empty topic as it is', [
      member(one),
      sends('empty', { topic: '' }),
      member('GET /messages/{empty}').shows({ 'message.subject': 'general chat' }),
      member('GET /messages/{empty}', { allow_empty_topic_name: true }).shows({ 'message.subject': '' }),
    ]),
    ...['client_gravatar', 'apply_markdown', 'allow_empty_topic_name'].map((name) =>
      parameter(name, 'is a boolean', [
        member(one, { [name]: 1 }).refused(badRequest, `${name} is not a boolean`),
      ]),
    ),
    field('raw_content', 'is the source', [member(one).shows({ raw_content: 'Hello.' })]),
    field('message.flags', 'are the caller’s own', [
      member('POST /messages/flags', { messages: ['{message}'], op: 'add', flag: 'starred' }),
      member(one).shows({ 'message.flags': including('starred') }),
      owner(one).shows({ 'message.flags': [] }),
    ]),
    field('message.topic_links', 'are links in the topic', [
      member(one),
      sends('linked', { topic: 'see https://example.com/a' }),
      member('GET /messages/{linked}').shows({
        'message.topic_links': [{ text: 'https://example.com/a', url: 'https://example.com/a' }],
      }),
    ]),
    field('message.last_edit_timestamp', 'is present once the text has changed', [
      member('PATCH /messages/{message}', { content: 'Bye.' }),
      member(one).shows({
        'message.last_edit_timestamp': integer,
        'message.edit_history[0].user_id': '{member}',
        'message.edit_history[0].timestamp': integer,
        'message.edit_history[0].prev_content': 'Hello.',
        'message.edit_history[0].prev_rendered_content': '<p>Hello.</p>',
      }),
    ]),
    field('message.last_moved_timestamp', 'is present once it has been moved', [
      member('PATCH /messages/{message}', { topic: 'brand' }),
      owner('PATCH /messages/{message}', { stream_id: '{quiet}' }),
      owner(one).shows({
        'message.last_moved_timestamp': integer,
        'message.edit_history[0].prev_stream': '{channel}',
        'message.edit_history[0].stream': '{quiet}',
        'message.edit_history[1].prev_topic': 'logo',
        'message.edit_history[1].topic': 'brand',
      }),
    ]),
    error(
      'UNAUTHENTICATED_USER',
      'answers callers who are not logged in, where the organization is not public',
      [anonymous(one).refused('UNAUTHENTICATED_USER', NOT_LOGGED_IN, {}, 401)],
    ),
  ],
};

const receipts = 'GET /messages/{message}/read_receipts';
const marks = (by: typeof owner): Step =>
  by('POST /messages/flags', { messages: ['{message}'], op: 'add', flag: 'read' });

export const readReceipts: Chapter = {
  about: 'GET /messages/:message_id/read_receipts',
  file,
  rows: [
    field('user_ids', 'are those who have read it, ascending', [
      member(receipts).shows({ user_ids: [] }),
      marks(guest),
      marks(owner),
      member(receipts).shows({ user_ids: ['{owner}', '{guest}'] }),
      owner('POST /messages/flags', { messages: ['{message}'], op: 'remove', flag: 'read' }),
      member(receipts).shows({ user_ids: ['{guest}'] }),
    ]),
    field('user_ids', 'leave out the sender', [marks(member), owner(receipts).shows({ user_ids: [] })]),
    field('user_ids', 'leave out people who have turned receipts off', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: '{channelName}' }],
        principals: ['{user}'],
      }),
      sends('news').keeps({ message: 'id' }),
      marks(user),
      member(receipts).shows({ user_ids: ['{user}'] }),
      user('PATCH /settings', { send_read_receipts: false }),
      member(receipts).shows({ user_ids: [] }),
    ]),
    field('user_ids', 'leave out people who have left', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: '{channelName}' }],
        principals: ['{user}'],
      }),
      sends('news').keeps({ message: 'id' }),
      marks(user),
      owner('DELETE /users/{user}'),
      member(receipts).shows({ user_ids: [] }),
    ]),
    field('user_ids', 'include bots, too', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: '{channelName}' }],
        principals: ['{bot}'],
      }),
      sends('news').keeps({ message: 'id' }),
      marks(bot),
      member(receipts).shows({ user_ids: ['{bot}'] }),
    ]),
    parameter('message_id', 'is an existing message', [
      member('GET /messages/{nobody}/read_receipts').refused(badRequest, 'Invalid message(s)'),
    ]),
    error(badRequest, 'answers hidden messages like absent ones', [
      owner('POST /messages', { type: 'direct', to: ['{owner}'], content: 'x' }).keeps({ id: 'id' }),
      member('GET /messages/{id}/read_receipts').refused(badRequest, 'Invalid message(s)'),
    ]),
    error(badRequest, 'answers everybody while the organization does without', [
      owner('PATCH /realm', { enable_read_receipts: false }),
      member(receipts).refused(badRequest, 'Read receipts are disabled in this organization.'),
      owner('PATCH /realm', { enable_read_receipts: true }),
      member(receipts).shows({ user_ids: [] }),
    ]),
    rule('callers who are not logged in do not see it', [
      anonymous(receipts).refused('UNAUTHORIZED', 'Missing authorization header for basic auth', {}, 401),
    ]),
  ],
};
