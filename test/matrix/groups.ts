/** User groups. */
import { alike, table, type Table } from './table.ts';

export const groupTables: readonly Table[] = [
  table(
    'GET /user_groups',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    `,
  ),
  table(
    'POST /user_groups/create',
    { name: '{fresh}', description: '', members: [] },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      no      ok      gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /user_groups/{group}', { description: 'Another one.' }],
      ['POST /user_groups/{group}/members', { add: ['{user}'] }],
      ['POST /user_groups/{group}/subgroups', { add: [3] }],
      ['POST /user_groups/{group}/deactivate', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aGroup      ok      no      no         no      no      no      no      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['GET /user_groups/{group}/members', {}],
      ['GET /user_groups/{group}/members/{caller}', {}],
      ['GET /user_groups/{group}/subgroups', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aGroup      ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
