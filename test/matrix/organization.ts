/** The organization, its folders, and what everybody has alone. */
import { alike, table, type Table } from './table.ts';

export const organizationTables: readonly Table[] = [
  ...alike(
    [
      ['PATCH /realm', { description: 'Ours.' }],
      ['POST /channel_folders/create', { name: '{fresh}', description: '' }],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  ...alike(
    [
      ['GET /channel_folders', {}],
      ['GET /users/me', {}],
      ['GET /users/me/subscriptions', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    `,
  ),
  table(
    'PATCH /channel_folders/{folder}',
    { description: 'Another one.' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aFolder     ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'PATCH /realm/user_settings_defaults',
    { enter_sends: true },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'PATCH /settings',
    { timezone: 'Europe/Paris' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      no      gone    key     login
    `,
  ),
  table(
    'GET /sessions',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      no      gone    key     login
    `,
  ),
  table(
    'GET /users/{user}',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aMember     ok      ok      ok         ok      ok      ok      ok      gone    key     login
    aGuest      ok      ok      ok         ok      ok      ok      ok      gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  table(
    'POST /users/{user}/reactivate',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    aMember     ok      ok      admin      admin   admin   admin   admin   gone    key     login
    anOwner     ok      admin   admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
