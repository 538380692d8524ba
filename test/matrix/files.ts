/** Uploaded files, by where messages show them. */
import { alike, table, type Table } from './table.ts';

export const fileTables: readonly Table[] = [
  ...alike(
    [
      ['POST /users/me/avatar', { file: '{picture}' }],
      ['DELETE /users/me/avatar', {}],
      ['POST /user_uploads', { file: '{picture}' }],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
  table(
    'GET /user_uploads/{file}',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    unshown     lost   lost   lost       lost    lost   lost   lost   gone  key    login
    absent      lost   lost   lost       lost    lost   lost   lost   gone  key    login
    public      ok     ok     ok         ok      ok     lost   ok     gone  key    login
    public+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    web         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    shared      lost   lost   lost       lost    lost   lost   lost   gone  key    login
    shared+     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    protected   lost   lost   lost       lost    lost   lost   lost   gone  key    login
    protected+  ok     ok     ok         ok      ok     ok     ok     gone  key    login
    joinable    ok     ok     ok         ok      lost   lost   ok     gone  key    login
    `,
  ),
  table(
    'GET /attachments',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
  table(
    'DELETE /attachments/{attachment}',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    unshown     no     no     no         no      no     no     no     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
];
