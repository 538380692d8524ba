/** Messages that are sent later, by whose they are; messages.ts has where one may. */
import { SOME_DAY } from '../support/makers.ts';
import { alike, table, type Table } from './table.ts';

export const scheduledMessageTables: readonly Table[] = [
  table(
    'GET /scheduled_messages',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
  ...alike(
    [
      ['PATCH /scheduled_messages/{scheduled}', { content: 'Hello again.' }],
      ['PATCH /scheduled_messages/{scheduled}', { to: ['{founder}'] }],
      ['PATCH /scheduled_messages/{scheduled}', SOME_DAY],
      ['DELETE /scheduled_messages/{scheduled}', {}],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    anothers    lost   lost   lost       lost    lost   lost   lost   gone  key    login
    absent      lost   lost   lost       lost    lost   lost   lost   gone  key    login
    `,
  ),
];
