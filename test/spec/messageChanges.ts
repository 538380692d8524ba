/** PATCH /messages/{id}. */
import { hash } from 'node:crypto';
import {
  absent,
  administrator,
  type Chapter,
  error,
  field,
  integer,
  type Row,
  text,
  later,
  member,
  owner,
  parameter,
  rule,
  type Shown,
} from './row.ts';

const change = 'PATCH /messages/{message}';
const read = 'GET /messages/{message}';
const raw = { apply_markdown: false };
const direct = owner('POST /messages', { type: 'direct', to: ['{member}'], content: 'Psst.' }).keeps({
  direct: 'id',
});
const send = (topic: string, content = 'Hello.') =>
  member('POST /messages', { type: 'channel', to: '{channel}', topic, content });
/** What an edit tells of a file that it no longer shows. */
const detached = (shown: Shown): readonly Row[] =>
  Object.entries(shown).map(([name, value]) =>
    field(`detached_uploads[].${name}`, 'is that of the file', [
      member('POST /user_uploads').uploads('notes.txt').keeps({ url: 'url' }),
      member(change, { content: '[notes]({url})' }),
      member(change, { content: 'Without.' }).shows({ [`detached_uploads[0].${name}`]: value }),
    ]),
  );
const realm = (fields: Shown) => owner('PATCH /realm', fields);
const is = (fields: Shown) =>
  member(read, raw).shows(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`message.${name}`, value])),
  );
const refusal = (promise: string, fields: Shown, msg: string, by = member) =>
  error('BAD_REQUEST', promise, [by(change, fields).refused('BAD_REQUEST', msg)]);
const mayNotEdit = ['BAD_REQUEST', "You don't have permission to edit this message"] as const;
const DAY = 86_400;

export const editing: Chapter = {
  about: 'PATCH /messages/:message_id: the text',
  file: 'messageChanges.ts',
  server: {},
  rows: [
    parameter('message_id', 'must be a message that the caller can see', [
      owner('PATCH /messages/{nobody}', { content: 'x' }).refused('BAD_REQUEST', 'Invalid message(s)'),
      direct,
      administrator('PATCH /messages/{direct}', { content: 'x' }).refused(
        'BAD_REQUEST',
        'Invalid message(s)',
      ),
    ]),
    parameter('content', 'is the new text', [
      member(change, { content: '*Bye.*\n' }).shows(),
      is({ content: '*Bye.*', last_edit_timestamp: integer, last_moved_timestamp: absent }),
    ]),
    parameter('content', 'of nothing becomes `(deleted)`', [
      member(change, { content: ' \n' }).shows(),
      is({ content: '(deleted)' }),
    ]),
    parameter('content', 'is cut at 10,000 characters', [
      member(change, { content: '{tooLong}' }).shows(),
      is({ content: `${'x'.repeat(9980)}\n[message truncated]` }),
    ]),
    parameter('content', 'has no null bytes', [
      member(change, { content: 'a\u0000b' }).refused('BAD_REQUEST', 'Message must not contain null bytes'),
    ]),
    parameter('prev_content_sha256', 'is the hash of the text that was seen', [
      member(change, { content: 'Bye.', prev_content_sha256: hash('sha256', 'Hello.') }).shows(),
      is({ content: 'Bye.' }),
    ]),
    error('EXPECTATION_MISMATCH', 'answers the hash of another text', [
      member(change, { content: 'Bye.', prev_content_sha256: hash('sha256', 'Other.') }).refused(
        'EXPECTATION_MISMATCH',
        "'prev_content_sha256' value does not match the expected value.",
        { field_name: 'prev_content_sha256' },
      ),
      is({ content: 'Hello.' }),
    ]),
    error(
      'EXPECTATION_MISMATCH',
      'answers the hash of another text, also where only the topic is to change',
      [
        member(change, { topic: 'other', prev_content_sha256: hash('sha256', 'Other.') }).refused(
          'EXPECTATION_MISMATCH',
          "'prev_content_sha256' value does not match the expected value.",
          { field_name: 'prev_content_sha256' },
        ),
        is({ subject: 'logo' }),
      ],
    ),
    field('detached_uploads', 'are files that nothing refers to any more', [
      member(change, { content: 'Bye.' }).shows({ detached_uploads: [] }),
    ]),
    ...detached({
      id: integer,
      name: 'notes.txt',
      path_id: text,
      size: 18,
      create_time: integer,
      message_ids: [],
    }),
    rule('a file that another message shows is not detached', [
      member('POST /user_uploads').uploads('notes.txt').keeps({ url: 'url' }),
      member(change, { content: '[notes]({url})' }),
      member('POST /messages', { type: 'direct', to: ['{owner}'], content: '[notes]({url})' }),
      member(change, { content: 'Without.' }).shows({ detached_uploads: [] }),
    ]),
    refusal('answers a request for nothing', {}, 'Nothing to change'),
    refusal(
      'answers changes to the present state',
      { content: 'Hello.', topic: 'logo' },
      'Nothing to change',
    ),
    refusal(
      'answers a mode without a move',
      { content: 'x', propagate_mode: 'change_all' },
      'Invalid propagate_mode without topic edit',
    ),
    refusal(
      'answers a text together with a channel',
      { content: 'x', stream_id: '{quiet}' },
      'Cannot change message content while changing channel',
    ),
    error('BAD_REQUEST', 'answers the text of a poll', [
      send('soup', '/poll Soup?\nyes\nno').keeps({ poll: 'id' }),
      member('PATCH /messages/{poll}', { content: 'x' }).refused('BAD_REQUEST', 'Widgets cannot be edited.'),
    ]),
    error('BAD_REQUEST', 'answers where the organization has turned editing off', [
      realm({ allow_message_editing: false }),
      member(change, { content: 'x' }).refused(
        'BAD_REQUEST',
        'Your organization has turned off message editing',
      ),
      realm({ allow_message_editing: true }).shows(),
    ]),
    error('BAD_REQUEST', 'answers everybody but the sender, owners too', [
      owner(change, { content: 'x' }).refused(...mayNotEdit),
    ]),
    error('BAD_REQUEST', 'answers changes that come after the limit and 20 seconds of grace', [
      member(read),
      later(615),
      member(change, { content: 'In time.' }).shows(),
      later(10),
      member(change, { content: 'Too late.' }).refused(
        'BAD_REQUEST',
        'The time limit for editing this message has passed',
      ),
    ]),
    rule('without a limit a text may be edited at any time', [
      member(read),
      realm({ message_content_edit_limit_seconds: '"unlimited"' }),
      later(DAY),
      member(change, { content: 'Long after.' }).shows(),
      realm({ message_content_edit_limit_seconds: 600 }).shows(),
    ]),
    error('STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'answers a new text that calls too many', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: '{manyName}' }],
        principals: ['{another}'],
      }),
      member('POST /messages', { type: 'channel', to: '{many}', topic: 'x', content: 'Hello.' }).keeps({
        id: 'id',
      }),
      member('PATCH /messages/{id}', { content: '@**all**' }).refused(
        'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        'You do not have permission to use channel wildcard mentions in this channel.',
      ),
    ]),
    error('TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'answers a new text that calls too many in its topic', [
      member('POST /messages', { type: 'channel', to: '{many}', topic: 'busy', content: 'Hello.' }).keeps({
        id: 'id',
      }),
      member('PATCH /messages/{id}', { content: '@**topic**' }).refused(
        'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
        'You do not have permission to use topic wildcard mentions in this topic.',
      ),
    ]),
    error('BAD_REQUEST', 'answers a new text that mentions a group that the caller may not', [
      owner('PATCH /user_groups/{group}', { can_mention_group: { new: '{moderators}' } }),
      member(change, { content: '@*{groupName}*' }).refused(
        'BAD_REQUEST',
        "You are not allowed to mention user group '{groupName}'.",
      ),
    ]),
    rule('a direct message may be edited', [
      direct,
      owner('PATCH /messages/{direct}', { content: 'Louder.' }).shows(),
    ]),
  ],
};
