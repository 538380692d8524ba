/** Flags, receipts, reactions and changes of messages. */
import { SOME_DAY } from '../support/makers.ts';
import { alike, table, type Table } from './table.ts';

const heart = { emoji_name: 'heart' };
const topic = { stream_id: '{channel}', topic_name: 'logo' };
const inChannel = [['channel', '{channel}']];
const last = { anchor: 'newest', num_before: 1, num_after: 0 };
const VOTE = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });

export const readingTables: readonly Table[] = [
  ...alike(
    [
      ['POST /messages/flags', { messages: ['{message}'], op: 'add', flag: 'starred' }],
      ['GET /messages/{message}/read_receipts', {}],
      ['POST /messages/{message}/report', { report_type: 'spam' }],
      ['POST /mark_stream_as_read', { stream_id: '{channel}' }],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      ok         ok      ok      no      ok      gone    key     login
    public+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web+        ok      ok      ok         ok      ok      ok      ok      gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    protected   no      no      no         no      no      no      no      gone    key     login
    protected+  ok      ok      ok         ok      ok      ok      ok      gone    key     login
    archived    ok      ok      ok         ok      ok      no      ok      gone    key     login
    archived+   ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /messages/{message}', { topic: 'another' }],
      ['POST /messages/{message}/reactions', { emoji_name: 'heart' }],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      ok         ok      ok      no      ok      gone    key     login
    public+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web+        ok      ok      ok         ok      ok      ok      ok      gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    protected   no      no      no         no      no      no      no      gone    key     login
    protected+  ok      ok      ok         ok      ok      ok      ok      gone    key     login
    archived    no      no      no         no      no      no      no      gone    key     login
    archived+   no      no      no         no      no      no      no      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['GET /messages/{message}/history', {}],
      ['POST /reminders', { message_id: '{message}', ...SOME_DAY }],
      ['POST /submessage', { message_id: '{poll}', msg_type: 'widget', content: VOTE }],
      ['DELETE /messages/{message}/reactions', heart, ['POST /messages/{message}/reactions', heart]],
      ['POST /mark_topic_as_read', topic, ['GET /messages/{message}', {}]],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      ok         ok      ok      no      ok      gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    protected+  ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['GET /messages/matches_narrow', { msg_ids: ['{message}'], narrow: inChannel }],
      ['POST /messages/flags/narrow', { ...last, narrow: inChannel, op: 'add', flag: 'starred' }],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      ok         ok      ok      narrow  ok      gone    key     login
    shared      ok      ok      narrow     narrow  narrow  narrow  narrow  gone    key     login
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      narrow  narrow  narrow     narrow  narrow  narrow  narrow  gone    key     login
    `,
  ),
  ...alike(
    [
      ['POST /mark_all_as_read', {}],
      ['POST /messages/render', { content: 'Hello.' }],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    `,
  ),
  table(
    'DELETE /messages/{message}',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      no         no      no      no      no      gone    key     login
    public+     ok      ok      no         no      no      no      no      gone    key     login
    web         ok      ok      no         no      no      no      no      gone    key     login
    web+        ok      ok      no         no      no      no      no      gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     ok      ok      no         no      no      no      no      gone    key     login
    protected   no      no      no         no      no      no      no      gone    key     login
    protected+  ok      ok      no         no      no      no      no      gone    key     login
    archived    no      no      no         no      no      no      no      gone    key     login
    archived+   no      no      no         no      no      no      no      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
