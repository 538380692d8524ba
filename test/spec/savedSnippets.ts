/** Saved snippets. */
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  field,
  guest,
  integer,
  missing,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const file = 'savedSnippets.ts';
const LIST = 'GET /saved_snippets';
const SAVE = 'POST /saved_snippets';
const EDIT = 'PATCH /saved_snippets/{id}';
const DELETE = 'DELETE /saved_snippets/{id}';
const snippet = (fields: Shown = {}): Shown => ({ title: 'Greeting', content: 'Good *morning*', ...fields });
const saved = user(SAVE, snippet()).keeps({ id: 'saved_snippet_id' });
const lost = ['BAD_REQUEST', 'Saved snippet does not exist.', {}, 404] as const;
const shown = (name: string, promise: string, value: unknown): Row =>
  field(`saved_snippets[].${name}`, promise, [
    saved,
    user(LIST).shows({ [`saved_snippets[id={id}].${name}`]: value }),
  ]);

export const listedSnippets: Chapter = {
  about: LIST,
  file,
  rows: [
    shown('id', 'is the ID that saving has answered', '{id}'),
    shown('title', 'is the title', 'Greeting'),
    shown('content', 'is the text as it was written', 'Good *morning*'),
    shown('date_created', 'is when it was saved, in UNIX seconds', integer),
    rule('everybody sees their own alone', [saved, owner(LIST).shows({ 'saved_snippets[id={id}]': absent })]),
    rule('POST /register has the same', [
      saved,
      user('POST /register', { fetch_event_types: ['saved_snippets'] }).shows({
        'saved_snippets[0].title': 'Greeting',
      }),
    ]),
    asksForLogin(LIST, snippet()),
  ],
};

export const newSnippets: Chapter = {
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
    user(LIST).shows({ [`saved_snippets[0].${name}`]: value, ...more }),
  ]);

export const changedSnippets: Chapter = {
  about: 'PATCH /saved_snippets/:saved_snippet_id',
  file,
  rows: [
    parameter('saved_snippet_id', 'is that of a snippet of the caller’s', [
      saved,
      owner(EDIT, snippet()).refused(...lost),
      user('PATCH /saved_snippets/{nobody}').refused(...lost),
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

export const deletedSnippets: Chapter = {
  about: 'DELETE /saved_snippets/:saved_snippet_id',
  file,
  rows: [
    parameter('saved_snippet_id', 'is that of a snippet of the caller’s', [
      saved,
      owner(DELETE).refused(...lost),
      user(DELETE).shows().records(1),
      user(DELETE).refused(...lost),
      user(LIST).shows({ saved_snippets: [] }),
    ]),
    asksForLogin('DELETE /saved_snippets/1', snippet()),
  ],
};
