/** Topics and default channels. */
import { alike, table, type Table } from './table.ts';

export const topicTables: readonly Table[] = [
  table(
    'GET /users/me/{channel}/topics',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      ok         ok      ok      no      ok      gone    key     no
    public+     ok      ok      ok         ok      ok      ok      ok      gone    key     no
    web         ok      ok      ok         ok      ok      ok      ok      gone    key     ok
    web+        ok      ok      ok         ok      ok      ok      ok      gone    key     ok
    shared      no      no      no         no      no      no      no      gone    key     no
    shared+     ok      ok      ok         ok      ok      ok      ok      gone    key     no
    protected   no      no      no         no      no      no      no      gone    key     no
    protected+  ok      ok      ok         ok      ok      ok      ok      gone    key     no
    archived    ok      ok      ok         ok      ok      no      ok      gone    key     no
    archived+   ok      ok      ok         ok      ok      ok      ok      gone    key     no
    absent      no      no      no         no      no      no      no      gone    key     no
    `,
  ),
  ...alike(
    [
      ['POST /user_topics', { stream_id: '{channel}', topic: 'logo', visibility_policy: 1 }],
      ['PATCH /users/me/subscriptions/muted_topics', { stream_id: '{channel}', topic: 'logo', op: 'add' }],
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
  table(
    'POST /streams/{channel}/delete_topic',
    { topic_name: 'logo' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      admin      admin   admin   admin   admin   gone    key     login
    public+     ok      ok      admin      admin   admin   admin   admin   gone    key     login
    web         ok      ok      admin      admin   admin   admin   admin   gone    key     login
    web+        ok      ok      admin      admin   admin   admin   admin   gone    key     login
    shared      no      no      admin      admin   admin   admin   admin   gone    key     login
    shared+     ok      ok      admin      admin   admin   admin   admin   gone    key     login
    protected   no      no      admin      admin   admin   admin   admin   gone    key     login
    protected+  ok      ok      admin      admin   admin   admin   admin   gone    key     login
    archived    ok      ok      admin      admin   admin   admin   admin   gone    key     login
    archived+   ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'DELETE /default_streams',
    { stream_id: '{channel}' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      no         no      no      no      no      gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
    ['POST /default_streams', { stream_id: '{channel}' }],
  ),
  table(
    'POST /default_streams',
    { stream_id: '{channel}' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public      ok      ok      no         no      no      no      no      gone    key     login
    public+     ok      ok      no         no      no      no      no      gone    key     login
    web         ok      ok      no         no      no      no      no      gone    key     login
    web+        ok      ok      no         no      no      no      no      gone    key     login
    shared      no      no      no         no      no      no      no      gone    key     login
    shared+     no      no      no         no      no      no      no      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
