/** Muted users. */
import { table, type Table } from './table.ts';

export const mutedUserTables: readonly Table[] = [
  table(
    'POST /users/me/muted_users/{user}',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    aMember     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    anOwner     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'DELETE /users/me/muted_users/{user}',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    muted       ok     ok     ok         ok      ok     ok     ok     gone  key    login
    aMember     no     no     no         no      no     no     no     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
];
