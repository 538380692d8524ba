/** Who is there. */
import { alike, table, type Table } from './table.ts';

export const presenceTables: readonly Table[] = [
  ...alike(
    [
      ['POST /users/me/presence', { status: 'active', last_update_id: -1 }],
      ['GET /users/{caller}/presence', {}],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     no     gone  key    login
    `,
  ),
  table(
    'GET /users/{user}/presence',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    present     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    aMember     no     no     no         no      no     no     no     gone  key    login
    aGuest      no     no     no         no      no     no     no     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'GET /realm/presence',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    everybody   ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
];
