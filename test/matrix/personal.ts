/** What people and bots have for themselves. */
import { alike, type Table } from './table.ts';

const words = { alert_words: ['lunch'] };

/** For everybody who is logged in. */
export const personalTables: readonly Table[] = [
  ...alike(
    [
      ['GET /users/me/alert_words', {}],
      ['POST /users/me/alert_words', words],
      ['DELETE /users/me/alert_words', words],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
];
