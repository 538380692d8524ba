/** DELETE /messages/{id}, GET /messages/{id}/history and `edit_history`. */
import {
  absent,
  administrator,
  type Chapter,
  error,
  field,
  integer,
  later,
  member,
  owner,
  parameter,
  rule,
  type Shown,
  user,
} from './row.ts';

const gone = ['BAD_REQUEST', 'Invalid message(s)'] as const;
const remove = 'DELETE /messages/{message}';
const mayNot = ['BAD_REQUEST', "You don't have permission to delete this message"] as const;
const realm = (fields: Shown) => owner('PATCH /realm', fields);

export const deleting: Chapter = {
  about: 'DELETE /messages/:message_id',
  file: 'messageHistory.ts',
  server: {},
  rows: [
    parameter('message_id', 'is a message that still exists', [
      member(remove).shows(),
      member('GET /messages/{message}').refused(...gone),
    ]),
    parameter('message_id', 'must be a message that the caller can see', [
      owner('DELETE /messages/{nobody}').refused(...gone),
      owner('POST /messages', { type: 'direct', to: ['{member}'], content: 'Psst.' }).keeps({ direct: 'id' }),
      administrator('DELETE /messages/{direct}').refused(...gone),
    ]),
    rule('administrators delete any message at any time', [
      member('GET /messages/{message}'),
      later(86_400),
      administrator(remove).shows(),
    ]),
    rule('the sender deletes within the limit', [
      member('GET /messages/{message}'),
      later(595),
      member(remove).shows(),
    ]),
    error('BAD_REQUEST', 'answers a sender who comes too late', [
      member('GET /messages/{message}'),
      later(605),
      member(remove).refused('BAD_REQUEST', 'The time limit for deleting this message has passed'),
    ]),
    rule('without a limit the sender deletes at any time', [
      realm({ message_content_delete_limit_seconds: '"unlimited"' }),
      member('GET /messages/{message}'),
      later(86_400),
      member(remove).shows(),
      realm({ message_content_delete_limit_seconds: 600 }).shows(),
    ]),
    error('BAD_REQUEST', 'answers everybody but the sender', [user(remove).refused(...mayNot)]),
    error('BAD_REQUEST', 'answers a sender who may not delete', [
      member('GET /messages/{message}'),
      realm({ can_delete_own_message_group: { new: '{moderators}' } }),
      member(remove).refused(...mayNot),
      owner('PATCH /streams/{channel}', { can_delete_own_message_group: { new: '{members}' } }),
      member(remove).shows(),
      realm({ can_delete_own_message_group: { new: '{everyone}' } }).shows(),
    ]),
    rule('administrators may in any case', [
      member('GET /messages/{message}'),
      realm({ can_delete_any_message_group: { new: '{noone}' } }),
      administrator(remove).shows(),
      realm({ can_delete_any_message_group: { new: '{administrators}' } }).shows(),
    ]),
    rule('people who may delete any message of a channel do so', [
      member('GET /messages/{message}'),
      owner('PATCH /streams/{channel}', { can_delete_any_message_group: { new: '{members}' } }),
      user(remove).shows(),
    ]),
    error('BAD_REQUEST', 'answers the second deletion', [
      member(remove).shows(),
      member(remove).refused(...gone),
    ]),
    rule('a channel begins with its next message', [
      member('GET /messages/{message}'),
      member('POST /messages', { type: 'channel', to: '{channel}', topic: 'x', content: 'x' }).keeps({
        next: 'id',
      }),
      member(remove),
      member('GET /streams/{channel}').shows({ 'stream.first_message_id': '{next}' }),
    ]),
  ],
};

const history = 'GET /messages/{message}/history';
const edited = member('PATCH /messages/{message}', { content: 'Bye now.' });
const moved = owner('PATCH /messages/{message}', { topic: 'brand' });
const both = member('PATCH /messages/{message}', { content: 'Bye now.', topic: 'brand' });
const away = owner('PATCH /messages/{message}', { stream_id: '{quiet}' });
const historyEntry = (index: number, fields: Shown): Shown =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`message_history[${index}].${name}`, value]),
  );
const entry = (fields: Shown): Shown =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`message.edit_history[0].${name}`, value]),
  );
const policy = (value: string) => realm({ message_edit_history_visibility_policy: value });

export const messageHistory: Chapter = {
  about: 'GET /messages/:message_id/history, edit_history',
  file: 'messageHistory.ts',
  server: {},
  rows: [
    field('message_history', 'begins with the original, and goes on with each change', [
      edited,
      moved,
      member(history).shows({
        'message_history.length': 3,
        ...historyEntry(0, { content: 'Hello.', prev_content: absent, topic: 'logo', user_id: '{member}' }),
      }),
    ]),
    field('message_history[].content', 'is the text from then on', [
      edited,
      member(history).shows(historyEntry(1, { content: 'Bye now.', rendered_content: '<p>Bye now.</p>' })),
    ]),
    field('message_history[].prev_content', 'is the text before', [
      edited,
      member(history).shows(
        historyEntry(1, { prev_content: 'Hello.', prev_rendered_content: '<p>Hello.</p>' }),
      ),
    ]),
    field('message_history[].content_html_diff', 'shows what went and what came', [
      edited,
      member(history).shows(
        historyEntry(1, {
          content_html_diff:
            '<p><span class="highlight_text_deleted">Hello.</span>' +
            '<span class="highlight_text_inserted">Bye now.</span></p>',
        }),
      ),
    ]),
    field('message_history[].prev_topic', 'is the topic before', [
      moved,
      member(history).shows(historyEntry(1, { prev_topic: 'logo', topic: 'brand', prev_content: absent })),
    ]),
    field('message_history[].prev_stream', 'is the channel before, beside the new one', [
      member('GET /messages/{message}'),
      away,
      member(history).shows(historyEntry(1, { prev_stream: '{channel}', stream: '{quiet}' })),
    ]),
    field('message_history[].user_id', 'is who made the change', [
      moved,
      member(history).shows(historyEntry(1, { user_id: '{owner}', timestamp: integer })),
    ]),
    parameter('allow_empty_topic_name', 'false shows the empty topic by its display name', [
      owner('PATCH /messages/{message}', { topic: '' }),
      member(history).shows(historyEntry(1, { topic: 'general chat' })),
    ]),
    parameter('allow_empty_topic_name', 'false shows no topic of a direct message', [
      owner('POST /messages', { type: 'direct', to: ['{member}'], content: 'Psst.' }).keeps({ direct: 'id' }),
      member('GET /messages/{direct}/history').shows(historyEntry(0, { topic: '' })),
    ]),
    parameter('allow_empty_topic_name', 'true shows the empty topic as it is', [
      owner('PATCH /messages/{message}', { topic: '' }),
      member(history, { allow_empty_topic_name: true }).shows(historyEntry(1, { topic: '' })),
    ]),
    parameter('message_id', 'must be a message that the caller can see', [
      owner('GET /messages/{nobody}/history').refused(...gone),
    ]),
    error('BAD_REQUEST', 'answers where the organization shows no history', [
      edited,
      policy('none'),
      member(history).refused('BAD_REQUEST', 'Message edit history is disabled in this organization'),
      member('GET /messages/{message}').shows({ 'message.edit_history': absent }),
      policy('all').shows(),
    ]),
    rule('where the organization shows moves, edits of the text are left out', [
      edited,
      moved,
      policy('moves'),
      member(history).shows({
        'message_history.length': 2,
        ...historyEntry(1, { prev_topic: 'logo', prev_content: absent }),
      }),
      member('GET /messages/{message}').shows({ 'message.edit_history.length': 1 }),
      policy('all').shows(),
    ]),
    rule('an edit and a move that are asked for at once are one change', [
      both,
      member(history).shows({
        'message_history.length': 2,
        ...historyEntry(1, {
          prev_content: 'Hello.',
          content: 'Bye now.',
          prev_topic: 'logo',
          topic: 'brand',
        }),
      }),
      member('GET /messages/{message}').shows({
        'message.edit_history.length': 1,
        ...entry({ prev_content: 'Hello.', prev_topic: 'logo', topic: 'brand' }),
      }),
    ]),
    rule('an edit and a move at once are the move alone where the organization shows moves', [
      both,
      policy('moves'),
      member('GET /messages/{message}').shows({
        'message.edit_history.length': 1,
        ...entry({ prev_content: absent, prev_topic: 'logo' }),
      }),
      policy('all').shows(),
    ]),
    rule('an edit and a move after it are two changes', [
      edited,
      member('PATCH /messages/{message}', { topic: 'brand' }),
      member('GET /messages/{message}').shows({ 'message.edit_history.length': 2 }),
    ]),
    field('edit_history', 'begins with the newest change', [
      edited,
      moved,
      member('GET /messages/{message}').shows({
        'message.edit_history.length': 2,
        ...entry({ prev_topic: 'logo', topic: 'brand', user_id: '{owner}', timestamp: integer }),
      }),
    ]),
    field('edit_history[].prev_content', 'is the text before, beside its HTML', [
      edited,
      member('GET /messages/{message}').shows(
        entry({
          prev_content: 'Hello.',
          prev_rendered_content: '<p>Hello.</p>',
          prev_rendered_content_version: absent,
          prev_topic: absent,
        }),
      ),
    ]),
    field('edit_history[].prev_stream', 'is the channel before, beside the new one', [
      member('GET /messages/{message}'),
      away,
      member('GET /messages/{message}').shows(
        entry({ prev_stream: '{channel}', stream: '{quiet}', prev_topic: absent }),
      ),
    ]),
    field('last_edit_timestamp', 'is when the text was changed', [
      edited,
      member('GET /messages/{message}').shows({ 'message.last_edit_timestamp': integer }),
    ]),
    field('last_moved_timestamp', 'is when the message was moved', [
      moved,
      member('GET /messages/{message}').shows({ 'message.last_moved_timestamp': integer }),
    ]),
  ],
};
