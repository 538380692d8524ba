/** Subscribing and unsubscribing, oneself and others. */
import { alike, table, type Table } from './table.ts';

export const subscriptionTables: readonly Table[] = [
  table(
    'PATCH /users/me/subscriptions',
    { add: [{ name: '{channelName}' }] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    login
    shared      no     no     no         no      no     no     no     gone  key    login
    shared+     ok     ok     ok         ok      ok     no     ok     gone  key    login
    protected   no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'POST /channels/create',
    { name: '{fresh}', subscribers: [] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    absent      ok     ok     ok         ok      ok     no     ok     gone  key    login
    `,
  ),
  table(
    'POST /users/me/subscriptions',
    { subscriptions: [{ name: '{channelName}' }] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    login
    public+     ok     ok     ok         ok      ok     no     ok     gone  key    login
    web         ok     ok     ok         ok      ok     no     ok     gone  key    login
    web+        ok     ok     ok         ok      ok     no     ok     gone  key    login
    shared      no     no     no         no      no     no     no     gone  key    login
    shared+     ok     ok     ok         ok      ok     no     ok     gone  key    login
    protected   no     no     no         no      no     no     no     gone  key    login
    protected+  ok     ok     ok         ok      ok     no     ok     gone  key    login
    shared-     ok     ok     ok         ok      ok     no     no     gone  key    login
    joinable    ok     ok     ok         ok      no     no     ok     gone  key    login
    `,
  ),
  table(
    'POST /users/me/subscriptions',
    { subscriptions: [{ name: '{fresh}' }] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    absent      ok     ok     ok         ok      ok     no     ok     gone  key    login
    `,
  ),
  table(
    'POST /users/me/subscriptions',
    { subscriptions: [{ name: '{channelName}' }], principals: ['{user}'] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    login
    public+     ok     ok     ok         ok      ok     no     ok     gone  key    login
    web         ok     ok     ok         ok      ok     no     ok     gone  key    login
    web+        ok     ok     ok         ok      ok     no     ok     gone  key    login
    shared      no     no     no         no      no     no     no     gone  key    login
    shared+     ok     ok     ok         ok      ok     no     ok     gone  key    login
    protected   no     no     no         no      no     no     no     gone  key    login
    protected+  ok     ok     ok         ok      ok     no     ok     gone  key    login
    `,
  ),
  table(
    'DELETE /users/me/subscriptions',
    { subscriptions: ['{channelName}'] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    login
    public+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    protected+  ok     ok     ok         ok      ok     ok     ok     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'DELETE /users/me/subscriptions',
    { subscriptions: ['{channelName}'], principals: ['{founder}'] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     no         no      no     no     no     gone  key    login
    public+     ok     ok     no         no      no     no     no     gone  key    login
    web         ok     ok     no         no      no     no     no     gone  key    login
    web+        ok     ok     no         no      no     no     no     gone  key    login
    shared      ok     ok     no         no      no     no     no     gone  key    login
    shared+     ok     ok     no         no      no     no     no     gone  key    login
    protected   ok     ok     no         no      no     no     no     gone  key    login
    protected+  ok     ok     no         no      no     no     no     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  ...alike(
    [
      ['PATCH /users/me/subscriptions/{channel}', { property: 'color', value: '#aabbcc' }],
      [
        'POST /users/me/subscriptions/properties',
        { subscription_data: [{ stream_id: '{channel}', property: 'pin_to_top', value: true }] },
      ],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      no      no      no         no      no      no      no      gone    key     login
    public+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web         no      no      no         no      no      no      no      gone    key     login
    web+        ok      ok      ok         ok      ok      ok      ok      gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    protected   no      no      no         no      no      no      no      gone    key     login
    protected+  ok      ok      ok         ok      ok      ok      ok      gone    key     login
    archived    no      no      no         no      no      no      no      gone    key     login
    archived+   ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
