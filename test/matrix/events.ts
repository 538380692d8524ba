/** Queues of client events, and who types where. */
import { alike, table, type Table } from './table.ts';

const poll = { queue_id: '{queue}', last_event_id: -1, dont_block: true };
const start = { type: 'channel', stream_id: '{channel}', topic: 'logo', op: 'start' };

export const eventTables: readonly Table[] = [
  table(
    'POST /register',
    { fetch_event_types: ['alert_words'], event_types: [] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     ok     gone  key    ok
    `,
  ),
  ...alike(
    [
      ['GET /events', poll],
      ['DELETE /events', { queue_id: '{queue}' }],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    anothers    queue  queue  queue      queue   queue  queue  queue  gone  key    login
    absent      queue  queue  queue      queue   queue  queue  queue  gone  key    login
    `,
  ),
  table(
    'POST /typing',
    start,
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    login
    shared      no     no     no         no      no     no     no     gone  key    login
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    archived+   no     no     no         no      no     no     no     gone  key    login
    posting+    ok     ok     ok         ok      no     no     ok     gone  key    login
    `,
  ),
  // A message of the caller's own, where subscribed; nobody may edit those of others.
  table(
    'POST /messages/{written}/typing',
    { op: 'start' },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      no     no     no         no      no     no     no     gone  key    login
    public+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    shared      no     no     no         no      no     no     no     gone  key    login
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
];
