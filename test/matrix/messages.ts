/** Messages and reactions, by channel (spec/endpoint-details.md 1.3, 14, 15). */
import { table, type Table } from './table.ts';

export const messageTables: readonly Table[] = [
  table(
    'POST /messages',
    { type: 'channel', to: '{channel}', topic: 'logo', content: 'Hello.' },
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
    `,
  ),
  table(
    'GET /messages/{message}',
    {},
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
    archived    ok     ok     ok         ok      ok     no     ok     gone  key    login
    archived+   ok     ok     ok         ok      ok     ok     ok     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'POST /messages/{message}/reactions',
    { emoji_name: 'heart' },
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
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'GET /messages',
    { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['channel', '{channel}']] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     ok     ok     gone  key    login
    public+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    protected+  ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
];
