/** Custom profile fields and what is in them. */
import { alike, table, type Table } from './table.ts';

export const profileFieldTables: readonly Table[] = [
  table(
    'GET /realm/profile_fields',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    `,
  ),
  table(
    'POST /realm/profile_fields',
    { name: '{fresh}', field_type: 1 },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'PATCH /realm/profile_fields',
    { order: '{order}' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    fields      ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /realm/profile_fields/{field}', { hint: 'Another one.' }],
      ['DELETE /realm/profile_fields/{field}', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aField      ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /users/me/profile_data', { data: [{ id: '{field}', value: 'Ours.' }] }],
      ['DELETE /users/me/profile_data', { data: ['{field}'] }],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aField      ok      ok      ok         ok      ok      ok      no      gone    key     login
    aLocked     ok      ok      no         no      no      no      no      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  table(
    'PATCH /users/{founder}',
    { profile_data: [{ id: '{field}', value: 'Theirs.' }] },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aField      ok      ok      admin      admin   admin   admin   admin   gone    key     login
    aLocked     ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
];
