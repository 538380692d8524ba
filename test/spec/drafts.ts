/** Drafts. */
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

const file = 'drafts.ts';
const LIST = 'GET /drafts';
const SAVE = 'POST /drafts';
const EDIT = 'PATCH /drafts/{id}';
const DELETE = 'DELETE /drafts/{id}';

const draft = (fields: Shown = {}): Shown => ({
  type: 'stream',
  to: ['{channel}'],
  topic: 'logo',
  content: 'Hello',
  timestamp: 1_800_000_000,
  ...fields,
});
const saves = (...drafts: readonly Shown[]) => user(SAVE, { drafts }).keeps({ id: 'ids[0]' });
const lost = ['BAD_REQUEST', 'Draft does not exist', {}, 404] as const;
const shown = (name: string, promise: string, fields: Shown, value: unknown): Row =>
  field(`drafts[].${name}`, promise, [
    saves(draft(fields)),
    user(LIST).shows({ [`drafts[id={id}].${name}`]: value }),
  ]);

export const listedDrafts: Chapter = {
  about: LIST,
  file,
  rows: [
    field('count', 'is how many there are', [
      user(LIST).shows({ count: 0, drafts: [] }),
      saves(draft(), draft()),
      user(LIST).shows({ count: 2 }),
    ]),
    shown('id', 'is the ID that saving has answered', {}, '{id}'),
    shown('type', 'is `stream` for a channel', {}, 'stream'),
    shown('type', 'is `private` for people', { type: 'private', to: ['{owner}'] }, 'private'),
    shown('type', 'is empty for nobody yet', { type: '', to: [] }, ''),
    shown('to', 'has the ID of the channel', {}, ['{channel}']),
    shown('to', 'has the IDs of the other people', { type: 'private', to: ['{owner}', '{member}'] }, [
      '{owner}',
      '{member}',
    ]),
    shown('topic', 'is the topic', {}, 'logo'),
    shown('topic', 'is empty where there is no channel', { type: '', to: [] }, ''),
    shown('content', 'is the text', {}, 'Hello'),
    shown('timestamp', 'is when it was written, in UNIX seconds', {}, 1_800_000_000),
    rule('the one written last comes at the end, and first for a client that registers', [
      saves(draft({ content: 'late', timestamp: 20 }), draft({ content: 'early', timestamp: 10 })),
      user(LIST).shows({ 'drafts[0].content': 'early', 'drafts[1].content': 'late' }),
      user('POST /register', { fetch_event_types: ['drafts'] }).shows({ 'drafts[0].content': 'late' }),
    ]),
    rule('everybody sees their own alone', [
      saves(draft()),
      owner(LIST).shows({ 'drafts[id={id}]': absent }),
    ]),
    asksForLogin(LIST),
  ],
};

const refuses = (promise: string, fields: Shown, msg: string, request = SAVE): Row =>
  parameter('drafts', promise, [user(request, { drafts: [draft(fields)] }).refused('BAD_REQUEST', msg)]);

export const newDrafts: Chapter = {
  about: SAVE,
  file,
  rows: [
    field('ids', 'has the IDs in the order of the drafts', [
      user(SAVE, { drafts: [draft(), draft()] })
        .shows({ 'ids[0]': integer, 'ids[1]': integer })
        .records(1),
    ]),
    parameter('drafts', 'is demanded', [user(SAVE).refused(...missing('drafts'))]),
    parameter('drafts', 'may be none', [user(SAVE, { drafts: [] }).shows({ ids: [] }).records(0)]),
    refuses('have no other fields', { id: 1 }, 'Argument "id" at drafts[0]["id"] is unexpected'),
    refuses('have one channel', { to: [1, 2] }, 'Must specify exactly 1 stream ID for stream messages'),
    refuses('are for a channel that the caller can read', { to: ['{hidden}'] }, 'Invalid channel ID'),
    refuses('have a topic without null bytes', { topic: '\0' }, 'Topic must not contain null bytes'),
    refuses('are for people', { type: 'private', to: [900_000_001] }, 'Invalid user ID 900000001'),
    refuses('have some content', { content: ' ' }, 'Message must not be empty'),
    refuses('have a time from 1970 on', { timestamp: -1 }, 'Timestamp must not be negative.'),
    parameter('drafts', 'have a time that may have a fraction, which is left out', [
      user(SAVE, { drafts: [draft({ timestamp: 1_595_479_019.987 })] }).keeps({ id: 'ids[0]' }),
      user(LIST).shows({ 'drafts[id={id}].timestamp': 1_595_479_019 }),
      user(SAVE, { drafts: [draft({ timestamp: -0.5 })] }).refused(
        'BAD_REQUEST',
        'Timestamp must not be negative.',
      ),
    ]),
    parameter('drafts', 'without a time have the present one', [
      user(SAVE, { drafts: [{ type: '', to: [], topic: '', content: 'x' }] }).keeps({ id: 'ids[0]' }),
      user(LIST).shows({ 'drafts[id={id}].timestamp': integer }),
    ]),
    parameter('drafts', 'of channels have their topic cut to 60 characters', [
      saves(draft({ topic: 'x'.repeat(61) })),
      user(LIST).shows({ 'drafts[id={id}].topic': `${'x'.repeat(57)}...` }),
    ]),
    rule('guests and bots keep some, too', [
      guest(SAVE, { drafts: [draft()] }).shows(),
      bot(SAVE, { drafts: [draft({ type: '', to: [] })] }).shows(),
    ]),
    asksForLogin(SAVE, { drafts: [] }),
  ],
};

export const changedDrafts: Chapter = {
  about: 'PATCH /drafts/:draft_id',
  file,
  rows: [
    parameter('draft_id', 'is that of a draft of the caller’s', [
      saves(draft()),
      owner(EDIT, { draft: draft() }).refused(...lost),
      user('PATCH /drafts/{nobody}', { draft: draft() }).refused(...lost),
    ]),
    parameter('draft', 'takes the place of the other one', [
      saves(draft()),
      user(EDIT, { draft: draft({ type: 'private', to: ['{owner}'], content: 'Bye', timestamp: 5 }) })
        .shows()
        .records(1),
      user(LIST).shows({
        drafts: [{ id: '{id}', type: 'private', to: ['{owner}'], topic: '', content: 'Bye', timestamp: 5 }],
      }),
    ]),
    parameter('draft', 'is checked like a new one', [
      saves(draft()),
      user(EDIT, { draft: draft({ to: [] }) }).refused(
        'BAD_REQUEST',
        'Must specify exactly 1 stream ID for stream messages',
      ),
    ]),
    parameter('draft', 'is demanded', [saves(draft()), user(EDIT).refused(...missing('draft'))]),
    asksForLogin('PATCH /drafts/1', { draft: draft({ to: [1] }) }),
  ],
};

export const deletedDrafts: Chapter = {
  about: 'DELETE /drafts/:draft_id',
  file,
  rows: [
    parameter('draft_id', 'is that of a draft of the caller’s', [
      saves(draft()),
      owner(DELETE).refused(...lost),
      user(DELETE).shows().records(1),
      user(LIST).shows({ count: 0 }),
      user(DELETE).refused(...lost),
    ]),
    asksForLogin('DELETE /drafts/1'),
  ],
};
