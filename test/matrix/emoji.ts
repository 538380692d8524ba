/** Custom emoji, by whose they are. */
import { table, type Table } from './table.ts';

export const emojiTables: readonly Table[] = [
  table(
    'GET /realm/emoji',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    any         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
  table(
    'POST /realm/emoji/{fresh}',
    { file: '{picture}' },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    any         ok     ok     ok         ok      ok     no     ok     gone  key    login
    `,
  ),
  table(
    'DELETE /realm/emoji/{emoji}',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     lost   ok     gone  key    login
    anothers    ok     ok     no         no      no     no     no     gone  key    login
    absent      lost   lost   lost       lost    lost   lost   lost   gone  key    login
    `,
  ),
];
