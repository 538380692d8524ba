/** Flags, receipts, reactions and changes of messages. */
import { alike, table, type Table } from './table.ts';

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
