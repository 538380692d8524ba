/** Channels themselves. */
import { alike, table, type Table } from './table.ts';

export const channelTables: readonly Table[] = [
  table(
    'GET /streams',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    `,
  ),
  table(
    'GET /streams/{channel}/email_address',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    public      ok     ok     ok         ok      ok     no     ok     gone  key    login
    public+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    shared      no     no     no         no      no     no     no     gone  key    login
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    protected   no     no     no         no      no     no     no     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'GET /streams/{channel}',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      ok         ok      ok      no      ok      gone    key     login
    public+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web+        ok      ok      ok         ok      ok      ok      ok      gone    key     login
    shared      ok      ok      no         no      no      no      no      gone    key     login
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    protected   ok      ok      no         no      no      no      no      gone    key     login
    protected+  ok      ok      ok         ok      ok      ok      ok      gone    key     login
    archived    ok      ok      ok         ok      ok      no      ok      gone    key     login
    archived+   ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    shared-     ok      ok      ok         ok      ok      ok      no      gone    key     login
    joinable    ok      ok      ok         ok      no      no      ok      gone    key     login
    `,
  ),
  ...alike(
    [
      ['GET /get_stream_id', { stream: '{channelName}' }],
      ['GET /streams/{channel}/members', {}],
      ['GET /users/{founder}/subscriptions/{channel}', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      ok         ok      ok      no      ok      gone    key     login
    public+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    web+        ok      ok      ok         ok      ok      ok      ok      gone    key     login
    shared      ok      ok      no         no      no      no      no      gone    key     login
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    protected   ok      ok      no         no      no      no      no      gone    key     login
    protected+  ok      ok      ok         ok      ok      ok      ok      gone    key     login
    archived    ok      ok      ok         ok      ok      no      ok      gone    key     login
    archived+   ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /streams/{channel}', { description: 'Another one.' }],
      ['PATCH /streams/{channel}', { new_name: '{fresh}' }],
      ['DELETE /streams/{channel}', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      chief      chief   chief   no      chief   gone    key     login
    public+     ok      ok      chief      chief   chief   chief   chief   gone    key     login
    web         ok      ok      chief      chief   chief   chief   chief   gone    key     login
    web+        ok      ok      chief      chief   chief   chief   chief   gone    key     login
    shared      ok      ok      no         no      no      no      no      gone    key     login
    shared+     ok      ok      chief      chief   chief   chief   chief   gone    key     login
    protected   ok      ok      no         no      no      no      no      gone    key     login
    protected+  ok      ok      chief      chief   chief   chief   chief   gone    key     login
    archived    ok      ok      chief      chief   chief   no      chief   gone    key     login
    archived+   ok      ok      chief      chief   chief   chief   chief   gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  table(
    'PATCH /streams/{channel}',
    { is_private: true },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      chief      chief   chief   no      chief   gone    key     login
    public+     ok      ok      chief      chief   chief   chief   chief   gone    key     login
    web         ok      ok      chief      chief   chief   chief   chief   gone    key     login
    web+        ok      ok      chief      chief   chief   chief   chief   gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     ok      ok      chief      chief   chief   chief   chief   gone    key     login
    protected   no      no      no         no      no      no      no      gone    key     login
    protected+  ok      ok      chief      chief   chief   chief   chief   gone    key     login
    archived    ok      ok      chief      chief   chief   no      chief   gone    key     login
    archived+   ok      ok      chief      chief   chief   chief   chief   gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  table(
    'PATCH /streams/{channel}',
    { is_web_public: true },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      no      chief      chief   chief   no      chief   gone    key     login
    web         ok      ok      chief      chief   chief   chief   chief   gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     no      no      chief      chief   chief   chief   chief   gone    key     login
    protected+  no      no      chief      chief   chief   chief   chief   gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
