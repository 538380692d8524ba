/** Messages, by channel. */
import { SOME_DAY } from '../support/makers.ts';
import { alike, table, type Table } from './table.ts';

const hello = { type: 'channel', to: '{channel}', topic: 'logo', content: 'Hello.' };

export const messageTables: readonly Table[] = [
  ...alike(
    [
      ['POST /messages', hello],
      ['POST /scheduled_messages', { ...hello, ...SOME_DAY }],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    login
    public+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    web         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    web+        ok     ok     ok         ok      ok     ok     ok     gone  key    login
    shared      no     no     no         no      no     no     no     gone  key    login
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    protected   no     no     no         no      no     no     no     gone  key    login
    protected+  ok     ok     ok         ok      ok     ok     ok     gone  key    login
    archived    no     no     no         no      no     no     no     gone  key    login
    archived+   no     no     no         no      no     no     no     gone  key    login
    absent      none   none   none       none    none   none   none   gone  key    login
    shared-     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    joinable    ok     ok     ok         ok      no     no     ok     gone  key    login
    posting     ok     ok     ok         ok      no     no     ok     gone  key    login
    posting+    ok     ok     ok         ok      no     no     ok     gone  key    login
    `,
  ),
  table(
    'GET /messages/{message}',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    no
    public+     ok     ok     ok         ok      ok     ok     ok     gone  key    no
    web         ok     ok     ok         ok      ok     ok     ok     gone  key    ok
    web+        ok     ok     ok         ok      ok     ok     ok     gone  key    ok
    shared      no     no     no         no      no     no     no     gone  key    no
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    no
    protected   no     no     no         no      no     no     no     gone  key    no
    protected+  ok     ok     ok         ok      ok     ok     ok     gone  key    no
    archived    ok     ok     ok         ok      ok     no     ok     gone  key    no
    archived+   ok     ok     ok         ok      ok     ok     ok     gone  key    no
    absent      no     no     no         no      no     no     no     gone  key    no
    shared-     ok     ok     ok         ok      ok     ok     no     gone  key    no
    joinable    ok     ok     ok         ok      no     no     ok     gone  key    no
    `,
  ),
  table(
    'GET /messages',
    { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['channel', '{channel}']] },
    `
                owner   admin   moderator  member  new     guest   bot     gone  other  nobody
    public      ok      ok      ok         ok      ok      narrow  ok      gone  key    public
    public+     ok      ok      ok         ok      ok      ok      ok      gone  key    public
    web         ok      ok      ok         ok      ok      ok      ok      gone  key    public
    web+        ok      ok      ok         ok      ok      ok      ok      gone  key    public
    shared      ok      ok      narrow     narrow  narrow  narrow  narrow  gone  key    public
    shared+     ok      ok      ok         ok      ok      ok      ok      gone  key    public
    protected   ok      ok      narrow     narrow  narrow  narrow  narrow  gone  key    public
    protected+  ok      ok      ok         ok      ok      ok      ok      gone  key    public
    archived    ok      ok      ok         ok      ok      narrow  ok      gone  key    public
    archived+   ok      ok      ok         ok      ok      ok      ok      gone  key    public
    absent      narrow  narrow  narrow     narrow  narrow  narrow  narrow  gone  key    public
    shared-     ok      ok      ok         ok      ok      ok      narrow  gone  key    public
    joinable    ok      ok      ok         ok      narrow  narrow  ok      gone  key    public
    `,
  ),
  table(
    'GET /messages',
    {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [
        ['channels', 'web-public'],
        ['channel', '{channel}'],
      ],
    },
    `
                nobody
    public      narrow
    public+     narrow
    web         ok
    web+        ok
    shared      narrow
    protected   narrow
    archived    narrow
    absent      narrow
    `,
  ),
];
