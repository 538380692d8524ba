/** Channels themselves (spec/endpoint-details.md 4, 12, 14). */
import { table, type Table } from './table.ts';

export const channelTables: readonly Table[] = [
  table(
    'GET /streams',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    any         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
];
