/** Messages that are sent later, by channel and by whose they are (spec/endpoint-details.md 2; spec/beyond.md 4). */
import { alike, table, type Table } from './table.ts';

/** The last second of the year 9999. */
const someDay = { scheduled_delivery_timestamp: 253_402_300_799 };

export const scheduledMessageTables: readonly Table[] = [
  table(
    'POST /scheduled_messages',
    { type: 'channel', to: '{channel}', topic: 'logo', content: 'Hello.', ...someDay },
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
    'GET /scheduled_messages',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
  ...alike(
    [
      ['PATCH /scheduled_messages/{scheduled}', { content: 'Hello again.' }],
      ['PATCH /scheduled_messages/{scheduled}', { to: ['{founder}'] }],
      ['PATCH /scheduled_messages/{scheduled}', someDay],
      ['DELETE /scheduled_messages/{scheduled}', {}],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    anothers    lost   lost   lost       lost    lost   lost   lost   gone  key    login
    absent      lost   lost   lost       lost    lost   lost   lost   gone  key    login
    `,
  ),
];
