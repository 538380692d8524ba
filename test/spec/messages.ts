/** POST /messages. */
import {
  absent,
  administrator,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  including,
  integer,
  lacking,
  member,
  owner,
  parameter,
  rule,
  type Shown,
  text,
} from './row.ts';

const toChannel = (fields: Shown = {}): Shown => ({
  type: 'channel',
  to: '{channel}',
  topic: 'logo',
  content: 'Hello.',
  ...fields,
});
const toMember = (fields: Shown = {}): Shown => ({
  type: 'direct',
  to: ['{member}'],
  content: 'Hello.',
  ...fields,
});
const send = 'POST /messages';
const sent = { id: 'id' };
const raw = { apply_markdown: false };
const missing = (name: string) => ({ var_name: name });

const POLL = { widget_type: 'poll', extra_data: { question: 'Soup?', options: ['Yes', 'No'] } };

export const messages: Chapter = {
  about: 'POST /messages',
  file: 'messages.ts',
  rows: [
    parameter('type', '`channel` sends to a channel', [
      owner(send, toChannel()).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.type': 'stream', 'message.stream_id': '{channel}' }),
    ]),
    parameter('type', '`stream` is another word for `channel`', [
      owner(send, toChannel({ type: 'stream' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.type': 'stream' }),
    ]),
    parameter('type', '`direct` sends to people', [
      owner(send, toMember()).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.type': 'private' }),
    ]),
    parameter('type', '`private` is a deprecated word for `direct`', [
      owner(send, toMember({ type: 'private' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.type': 'private' }),
    ]),
    parameter('type', 'is required', [
      owner(send, { to: '{channel}', topic: 'logo', content: 'x' }).refused(
        'REQUEST_VARIABLE_MISSING',
        "Missing 'type' argument",
        missing('type'),
      ),
    ]),
    parameter('type', 'is one of four words', [
      owner(send, toChannel({ type: 'email' })).refused('BAD_REQUEST', 'Invalid type'),
    ]),
    parameter('content', 'is the body', [
      owner(send, toChannel({ content: 'Shall it be blue?' })).keeps(sent),
      member('GET /messages/{id}', raw).shows({ 'message.content': 'Shall it be blue?' }),
    ]),
    parameter('content', 'is required', [
      owner(send, { type: 'channel', to: '{channel}', topic: 'logo' }).refused(
        'REQUEST_VARIABLE_MISSING',
        "Missing 'content' argument",
        missing('content'),
      ),
    ]),
    parameter('content', 'is not empty', [
      owner(send, toChannel({ content: ' \n' })).refused('BAD_REQUEST', 'Message must not be empty'),
    ]),
    parameter('content', 'has no null bytes', [
      owner(send, toChannel({ content: 'a\u0000b' })).refused(
        'BAD_REQUEST',
        'Message must not contain null bytes',
      ),
    ]),
    parameter('content', 'loses white space at its end and line breaks at its start', [
      owner(send, toChannel({ content: '\n  indented \n ' })).keeps(sent),
      member('GET /messages/{id}', raw).shows({ 'message.content': '  indented' }),
    ]),
    parameter('content', 'is cut at max_message_length, 10,000', [
      owner(send, toChannel({ content: '{tooLong}' })).keeps(sent),
      member('GET /messages/{id}', raw).shows({
        'message.content.length': 10_000,
        'message.content': `${'x'.repeat(9980)}\n[message truncated]`,
      }),
    ]),
    parameter('topic', 'is where in a channel it is said', [
      owner(send, toChannel({ topic: ' logo ' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.subject': 'logo' }),
    ]),
    parameter('topic', 'is required for a channel message', [
      owner(send, { type: 'channel', to: '{channel}', content: 'x' }).refused('BAD_REQUEST', 'Missing topic'),
    ]),
    parameter('topic', 'is ignored for a direct message', [
      owner(send, toMember({ topic: 'logo' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.subject': '' }),
    ]),
    parameter('topic', 'is cut at max_topic_length, 60', [
      owner(send, toChannel({ topic: '{long}' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.subject': `${'x'.repeat(57)}...` }),
    ]),
    parameter('topic', 'has printable characters only', [
      owner(send, toChannel({ topic: 'a\u0007' })).refused(
        'BAD_REQUEST',
        'Invalid character in topic, at position 2.',
      ),
    ]),
    parameter('topic', 'is the same in any case, and keeps its first spelling', [
      owner(send, toChannel({ topic: 'Logo' })),
      owner(send, toChannel({ topic: 'LOGO' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.subject': 'Logo' }),
    ]),
    parameter('topic', 'may be the empty string, shown by its display name', [
      owner(send, toChannel({ topic: '' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.subject': 'general chat' }),
    ]),
    parameter('topic', '`(no topic)` means the empty string', [
      owner(send, toChannel({ topic: '(no topic)' })).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.subject': 'general chat' }),
    ]),
    parameter('topic', 'the display name means the empty string', [
      owner(send, toChannel({ topic: '' })),
      owner(send, toChannel({ topic: 'general chat' })).keeps(sent),
      member('GET /messages', {
        anchor: 'newest',
        num_before: 9,
        num_after: 0,
        narrow: [
          ['channel', '{channel}'],
          ['topic', ''],
        ],
      }).shows({ 'messages.length': 2 }),
    ]),
    parameter('subject', 'is a deprecated name of `topic`', [
      owner(send, { type: 'channel', to: '{channel}', subject: 'logo', content: 'x' }).keeps(sent),
      member('GET /messages/{id}').shows({ 'message.subject': 'logo' }),
    ]),
    parameter('subject', 'is not sent beside `topic`', [
      owner(send, toChannel({ subject: 'logo' })).refused(
        'REQUEST_CONFUSING_VAR',
        "Can't decide between 'topic' and 'subject' arguments",
        { var_name1: 'topic', var_name2: 'subject' },
      ),
    ]),
    parameter('queue_id', 'with the same local_id is the same message', [
      owner(send, toChannel({ queue_id: '{fresh}', local_id: '1.01' })).keeps(sent),
      owner(send, toChannel({ queue_id: '{fresh}', local_id: '1.01' })).shows({ id: '{id}' }),
    ]),
    parameter('queue_id', 'asks for local_id', [
      owner(send, toChannel({ queue_id: 'q' })).refused(
        'BAD_REQUEST',
        'queue_id and local_id must be given together',
      ),
    ]),
    parameter('queue_id', 'of somebody else is refused', [
      member('POST /register', { fetch_event_types: [] }).keeps({ foreign: 'queue_id' }),
      owner(send, toChannel({ queue_id: '{foreign}', local_id: '1' })).refused(
        'BAD_EVENT_QUEUE_ID',
        'Bad event queue ID: {foreign}',
        { queue_id: '{foreign}' },
      ),
      member('DELETE /events', { queue_id: '{foreign}' }),
      member(send, toChannel({ queue_id: '{foreign}', local_id: '1' })).shows(),
    ]),
    parameter('local_id', 'asks for queue_id', [
      owner(send, toChannel({ local_id: '1' })).refused(
        'BAD_REQUEST',
        'queue_id and local_id must be given together',
      ),
    ]),
    parameter('read_by_sender', 'true lets the message start read for the sender', [
      owner(send, toChannel({ read_by_sender: true })).keeps(sent),
      owner('GET /messages/{id}').shows({ 'message.flags': including('read') }),
    ]),
    parameter('read_by_sender', 'false lets it start unread', [
      owner(send, toChannel({ read_by_sender: false, client: 'website' })).keeps(sent),
      owner('GET /messages/{id}').shows({ 'message.flags': lacking('read') }),
    ]),
    parameter('read_by_sender', 'left out, it is true of the clients that people use', [
      owner(send, toChannel({ client: 'website' })).keeps(sent),
      owner('GET /messages/{id}').shows({ 'message.flags': including('read') }),
    ]),
    parameter('read_by_sender', 'left out, it is false of other clients', [
      owner(send, toChannel({ client: 'a script' })).keeps(sent),
      owner('GET /messages/{id}').shows({ 'message.flags': lacking('read') }),
    ]),
    parameter('widget_content', 'is a poll, a to-do list or choices that the message is shown with', [
      owner(send, toChannel({ widget_content: POLL })).keeps(sent),
      owner('GET /messages/{id}').shows({
        'message.submessages[0].msg_type': 'widget',
        'message.submessages[0].content': JSON.stringify(POLL),
      }),
    ]),
    parameter('widget_content', 'is refused where it is no widget', [
      owner(send, toChannel({ widget_content: 'x' })).refused(
        'BAD_REQUEST',
        'widget_content is not valid JSON',
      ),
      owner(send, toChannel({ widget_content: { widget_type: 'game' } })).refused(
        'BAD_REQUEST',
        'Invalid widget_content',
      ),
      owner(send, toChannel({ widget_content: { widget_type: 'poll' } })).refused(
        'BAD_REQUEST',
        'widget_content["extra_data"] field is missing',
      ),
    ]),
    ...['sender', 'forged', 'time'].map((name) =>
      parameter(name, 'is for accounts that mirror others, of which there are none', [
        owner(send, toChannel({ [name]: '1' })).refused('BAD_REQUEST', text),
      ]),
    ),
    field('id', 'is the ID of the new message', [owner(send, toChannel()).shows({ id: integer })]),
    error('STREAM_DOES_NOT_EXIST', 'names the channel that was asked for by name', [
      owner(send, toChannel({ to: 'no such channel' })).refused(
        'STREAM_DOES_NOT_EXIST',
        "Channel 'no such channel' does not exist",
        { stream: 'no such channel' },
      ),
    ]),
    error('STREAM_DOES_NOT_EXIST', 'names the channel that was asked for by ID', [
      owner(send, toChannel({ to: '{nobody}' })).refused(
        'STREAM_DOES_NOT_EXIST',
        "Channel with ID '{nobody}' does not exist",
        { stream_id: '{nobody}' },
      ),
    ]),
    error('BAD_REQUEST', 'answers an ID that nobody has', [
      owner(send, toMember({ to: ['{nobody}'] })).refused('BAD_REQUEST', 'Invalid user ID {nobody}'),
    ]),
    error('BAD_REQUEST', 'answers an address that nobody has', [
      owner(send, toMember({ to: ['nobody@example.com'] })).refused(
        'BAD_REQUEST',
        "Invalid email 'nobody@example.com'",
      ),
    ]),
    error('BAD_REQUEST', 'answers a recipient who has left', [
      owner(send, toMember({ to: ['{leaver}'] })).refused(
        'BAD_REQUEST',
        "'{leaverEmail}' is no longer using the service.",
      ),
    ]),
    error('BAD_REQUEST', 'answers a guest who is not subscribed', [
      guest(send, toChannel({ to: '{quietName}' })).refused(
        'BAD_REQUEST',
        "Not authorized to send to channel '{quietName}'",
      ),
    ]),
    error('BAD_REQUEST', 'answers administrators outside of a private channel', [
      administrator(send, toChannel({ to: '{secretName}' })).refused(
        'BAD_REQUEST',
        "Not authorized to send to channel '{secretName}'",
      ),
    ]),
    error('IDEMPOTENCY_KEY_REUSED', 'answers another message under the same queue_id and local_id', [
      owner(send, toChannel({ queue_id: '{fresh}', local_id: '1' })),
      owner(send, toChannel({ queue_id: '{fresh}', local_id: '1', content: 'Other.' })).refused(
        'IDEMPOTENCY_KEY_REUSED',
        'This idempotency key was used for another message.',
        {},
        409,
      ),
    ]),
    asksForLogin(send, toChannel()),
    rule('any member may write to a public channel without being subscribed', [
      member(send, toChannel({ to: '{quiet}' })).shows({ id: integer }),
    ]),
    rule('a guest may write where subscribed', [guest(send, toChannel()).shows({ id: integer })]),
    rule('the automatic policy is left out of the answer where nothing changed', [
      owner(send, toMember()).shows({ automatic_new_visibility_policy: absent }),
    ]),
  ],
};
