/** Reminders of messages, and saved snippets. */
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  field,
  guest,
  integer,
  lacking,
  later,
  matching,
  member,
  missing,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

const file = 'reminders.ts';
const LIST = 'GET /reminders';
const SET = 'POST /reminders';
const DELETE = 'DELETE /reminders/{id}';
const reminder = (fields: Shown = {}): Shown => ({
  message_id: '{message}',
  scheduled_delivery_timestamp: '{soon}',
  ...fields,
});
const set = (fields: Shown = {}) => owner(SET, reminder(fields)).keeps({ id: 'reminder_id' });
const lost = ['BAD_REQUEST', 'Reminder does not exist', {}, 404] as const;
const shown = (name: string, promise: string, value: unknown, fields: Shown = {}): Row =>
  field(`reminders[].${name}`, promise, [
    set(fields),
    owner(LIST).shows({ [`reminders[reminder_id={id}].${name}`]: value }),
  ]);

const listedReminders: Chapter = {
  about: LIST,
  file,
  rows: [
    shown('reminder_id', 'is the ID that setting has answered', '{id}'),
    shown('type', 'is `private`', 'private'),
    shown('to', 'is the caller', ['{owner}']),
    shown(
      'content',
      'links to the message without quoting it: until then it can change or become unreadable',
      matching(/^You asked to be reminded of \[a message\]\(\/#narrow\/near\/\d+\)\.$/),
    ),
    shown('rendered_content', 'is its HTML', matching(/^<p>You asked .*<a href="[^"]*\/#narrow\/near\/\d+"/)),
    shown('scheduled_delivery_timestamp', 'is when, in UNIX seconds', '{soon}'),
    shown('failed', 'is false', false),
    shown('reminder_target_message_id', 'is the message', '{message}'),
    rule('the next one comes first, also for a client that registers', [
      set({ scheduled_delivery_timestamp: '{tomorrow}' }),
      owner(SET, reminder()).keeps({ first: 'reminder_id' }),
      owner(LIST).shows({ 'reminders[reminder_id={first}].failed': false }),
      owner('POST /register', { fetch_event_types: ['reminders'] }).shows({
        'reminders[reminder_id={id}].failed': false,
      }),
    ]),
    rule('everybody sees their own alone', [
      set(),
      member(LIST).shows({ 'reminders[reminder_id={id}]': absent }),
    ]),
    asksForLogin(LIST, { message_id: 1, scheduled_delivery_timestamp: 1 }),
  ],
};

const newReminders: Chapter = {
  about: SET,
  file,
  rows: [
    field('reminder_id', 'is the ID', [owner(SET, reminder()).shows({ reminder_id: integer }).records(1)]),
    parameter('message_id', 'is demanded', [
      owner(SET, { scheduled_delivery_timestamp: '{soon}' }).refused(...missing('message_id')),
    ]),
    parameter('message_id', 'is that of a message that the caller can read', [
      owner(SET, reminder({ message_id: '{nobody}' })).refused('BAD_REQUEST', 'Invalid message(s)'),
      owner('POST /messages', { type: 'channel', to: '{hidden}', topic: 't', content: 'x' }).keeps({
        secret: 'id',
      }),
      member(SET, reminder({ message_id: '{secret}' })).refused('BAD_REQUEST', 'Invalid message(s)'),
    ]),
    parameter('scheduled_delivery_timestamp', 'is demanded', [
      owner(SET, { message_id: '{message}' }).refused(...missing('scheduled_delivery_timestamp')),
    ]),
    parameter('scheduled_delivery_timestamp', 'is in the future', [
      owner(SET, reminder({ scheduled_delivery_timestamp: 1 })).refused(
        'BAD_REQUEST',
        'Scheduled delivery time must be in the future.',
      ),
    ]),
    parameter('note', 'is shown, too', [
      set({ note: 'Answer this' }),
      owner(LIST).shows({ 'reminders[reminder_id={id}].content': matching(/\n\n> Answer this$/) }),
    ]),
    parameter('note', 'has 1,000 characters at most', [
      owner(SET, reminder({ note: 'x'.repeat(1_000) })).shows(),
      owner(SET, reminder({ note: 'x'.repeat(1_001) })).refused(
        'BAD_REQUEST',
        'note is too long (limit: 1000 characters)',
      ),
    ]),
    rule('guests and bots are reminded, too', [
      guest(SET, reminder()).shows(),
      bot('POST /messages', { type: 'direct', to: ['{owner}'], content: 'x' }).keeps({ message: 'id' }),
      bot(SET, reminder()).shows(),
    ]),
    asksForLogin(SET, { message_id: 1, scheduled_delivery_timestamp: 1 }),
  ],
};

const deletedReminders: Chapter = {
  about: 'DELETE /reminders/:reminder_id',
  file,
  rows: [
    parameter('reminder_id', 'is that of a reminder of the caller’s', [
      set(),
      member(DELETE).refused(...lost),
      owner(DELETE).shows().records(1),
      owner(DELETE).refused(...lost),
    ]),
    asksForLogin('DELETE /reminders/1', { message_id: 1, scheduled_delivery_timestamp: 1 }),
  ],
};

const NEWEST_DIRECT: Shown = {
  anchor: 'newest',
  num_before: 1,
  num_after: 0,
  narrow: [['is', 'dm']],
  apply_markdown: false,
};

/** What the owner is told when the reminder is due. */
const remindedOf = (content: unknown): readonly Step[] => [
  later(60 * 60 + 10),
  owner('GET /messages', NEWEST_DIRECT).shows({ 'messages[0].content': content }),
];
const GONE = matching(/near\/\d+\)\.\n\nYou can no longer read the message\.$/);

const dueReminders: Chapter = {
  about: 'POST /reminders: when it is due',
  file,
  server: {},
  rows: [
    rule('the notification bot sends it to the caller, once, and the reminder is gone', [
      set({ note: 'Answer this' }),
      later(60 * 60 + 10),
      owner('GET /messages', NEWEST_DIRECT).shows({
        'messages[0].sender_full_name': 'Notification Bot',
        'messages[0].content': matching(/\n\n> Answer this\n\n.* said:\n\n```quote\nHello\.\n```$/),
        'messages[0].flags': [],
      }),
      owner(LIST).shows({ reminders: lacking({ id: '{id}' }), 'reminders[reminder_id={id}]': absent }),
      owner(DELETE).refused(...lost),
    ]),
    rule('quotes the message as it is then', [
      set(),
      member('PATCH /messages/{message}', { content: 'Hello again.' }).shows(),
      ...remindedOf(matching(/ said:\n\n```quote\nHello again\.\n```$/)),
    ]),
    rule('quotes 8,000 characters of it at most, whatever is in them', [
      set(),
      member('PATCH /messages/{message}', { content: `\`\`\`\`\n${'x'.repeat(9_000)}` }).shows(),
      ...remindedOf(matching(/said:\n\n`{5}quote\n`{4}\nx{7995}…\n`{5}$/)),
    ]),
    rule('quotes nothing of a message that was deleted', [
      set(),
      owner('DELETE /messages/{message}').shows(),
      ...remindedOf(GONE),
    ]),
    rule('quotes nothing of a message that the caller can no longer read', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'secrets' }],
        principals: ['{member}', '{owner}'],
        invite_only: true,
        history_public_to_subscribers: false,
      }).shows(),
      owner('GET /get_stream_id', { stream: 'secrets' }).keeps({ secrets: 'stream_id' }),
      member('POST /messages', { type: 'channel', to: '{secrets}', topic: 't', content: 'Between us' }).keeps(
        {
          message: 'id',
        },
      ),
      set(),
      owner('DELETE /users/me/subscriptions', { subscriptions: ['secrets'] }).shows(),
      ...remindedOf(GONE),
    ]),
  ],
};

// Saved snippets.

const SNIPPETS = 'GET /saved_snippets';
const SAVE = 'POST /saved_snippets';
const EDIT = 'PATCH /saved_snippets/{id}';
const DELETE_SNIPPET = 'DELETE /saved_snippets/{id}';
const snippet = (fields: Shown = {}): Shown => ({ title: 'Greeting', content: 'Good *morning*', ...fields });
const saved = user(SAVE, snippet()).keeps({ id: 'saved_snippet_id' });
const unknownSnippet = ['BAD_REQUEST', 'Saved snippet does not exist.', {}, 404] as const;
const shownSnippet = (name: string, promise: string, value: unknown): Row =>
  field(`saved_snippets[].${name}`, promise, [
    saved,
    user(SNIPPETS).shows({ [`saved_snippets[id={id}].${name}`]: value }),
  ]);

const listedSnippets: Chapter = {
  about: SNIPPETS,
  file,
  rows: [
    shownSnippet('id', 'is the ID that saving has answered', '{id}'),
    shownSnippet('title', 'is the title', 'Greeting'),
    shownSnippet('content', 'is the text as it was written', 'Good *morning*'),
    shownSnippet('date_created', 'is when it was saved, in UNIX seconds', integer),
    rule('everybody sees their own alone', [
      saved,
      owner(SNIPPETS).shows({ 'saved_snippets[id={id}]': absent }),
    ]),
    rule('POST /register has the same', [
      saved,
      user('POST /register', { fetch_event_types: ['saved_snippets'] }).shows({
        'saved_snippets[0].title': 'Greeting',
      }),
    ]),
    asksForLogin(SNIPPETS, snippet()),
  ],
};

const newSnippets: Chapter = {
  about: SAVE,
  file,
  rows: [
    field('saved_snippet_id', 'is the ID', [
      user(SAVE, snippet()).shows({ saved_snippet_id: integer }).records(1),
    ]),
    parameter('title', 'is demanded', [user(SAVE, { content: 'x' }).refused(...missing('title'))]),
    parameter('title', 'has 60 characters at most', [
      user(SAVE, snippet({ title: 'x'.repeat(60) })).shows(),
      user(SAVE, snippet({ title: '{long}' })).refused(
        'BAD_REQUEST',
        'title is too long (limit: 60 characters)',
      ),
    ]),
    parameter('title', 'is not blank', [
      user(SAVE, snippet({ title: ' ' })).refused('BAD_REQUEST', "Title can't be empty."),
    ]),
    parameter('content', 'is demanded', [user(SAVE, { title: 'x' }).refused(...missing('content'))]),
    parameter('content', 'is not blank', [
      user(SAVE, snippet({ content: ' ' })).refused('BAD_REQUEST', 'Message must not be empty'),
    ]),
    rule('guests and bots save some, too', [guest(SAVE, snippet()).shows(), bot(SAVE, snippet()).shows()]),
    asksForLogin(SAVE, snippet()),
  ],
};

const edits = (name: string, value: string, more: Shown): Row =>
  parameter(name, 'is changed alone', [
    saved,
    user(EDIT, { [name]: value })
      .shows()
      .records(1),
    user(EDIT, { [name]: value })
      .shows()
      .records(0),
    user(SNIPPETS).shows({ [`saved_snippets[0].${name}`]: value, ...more }),
  ]);

const changedSnippets: Chapter = {
  about: 'PATCH /saved_snippets/:saved_snippet_id',
  file,
  rows: [
    parameter('saved_snippet_id', 'is that of a snippet of the caller’s', [
      saved,
      owner(EDIT, snippet()).refused(...unknownSnippet),
      user('PATCH /saved_snippets/{nobody}').refused(...unknownSnippet),
    ]),
    edits('title', 'Farewell', { 'saved_snippets[0].content': 'Good *morning*' }),
    edits('content', 'Good night', { 'saved_snippets[0].title': 'Greeting' }),
    parameter('title', 'is checked like that of a new one', [
      saved,
      user(EDIT, { title: '{long}' }).refused('BAD_REQUEST', 'title is too long (limit: 60 characters)'),
    ]),
    parameter('content', 'is checked like that of a new one', [
      saved,
      user(EDIT, { content: '' }).refused('BAD_REQUEST', 'Message must not be empty'),
    ]),
    asksForLogin('PATCH /saved_snippets/1', snippet()),
  ],
};

const deletedSnippets: Chapter = {
  about: 'DELETE /saved_snippets/:saved_snippet_id',
  file,
  rows: [
    parameter('saved_snippet_id', 'is that of a snippet of the caller’s', [
      saved,
      owner(DELETE_SNIPPET).refused(...unknownSnippet),
      user(DELETE_SNIPPET).shows().records(1),
      user(DELETE_SNIPPET).refused(...unknownSnippet),
      user(SNIPPETS).shows({ saved_snippets: [] }),
    ]),
    asksForLogin('DELETE /saved_snippets/1', snippet()),
  ],
};

/** What people keep for later, in the order of the contract. */
export const keptForLater: readonly Chapter[] = [
  listedReminders,
  newReminders,
  deletedReminders,
  dueReminders,
  listedSnippets,
  newSnippets,
  changedSnippets,
  deletedSnippets,
];
