/** Accounts. */
import { hmacToken } from '../support/tokens.ts';
import { alike, table, type Table } from './table.ts';

export const peopleTables: readonly Table[] = [
  table(
    'GET /users/{user}/status',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    aMember     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'POST /users/{user}/status',
    { status_text: 'Out' },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    aMember     ok     ok     admin      admin   admin  admin  admin  gone  key    login
    anOwner     ok     ok     admin      admin   admin  admin  admin  gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'GET /users',
    { user_ids: ['{user}'] },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    aMember     ok     ok     ok         ok      ok     ok     ok     gone  key    ok
    absent      ok     ok     ok         ok      ok     ok     ok     gone  key    ok
    `,
  ),
  table(
    'PATCH /users/{user}',
    { full_name: 'Another Name' },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    aMember     ok     ok     admin      admin   admin  admin  admin  gone  key    login
    aGuest      ok     ok     admin      admin   admin  admin  admin  gone  key    login
    anAdmin     ok     ok     admin      admin   admin  admin  admin  gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  ...alike(
    [
      ['PATCH /users/{user}', { role: 300 }],
      ['DELETE /users/{user}', {}],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    aMember     ok     ok     admin      admin   admin  admin  admin  gone  key    login
    aGuest      ok     ok     admin      admin   admin  admin  admin  gone  key    login
    anAdmin     ok     ok     admin      admin   admin  admin  admin  gone  key    login
    anOwner     ok     admin  admin      admin   admin  admin  admin  gone  key    login
    absent      no     no     no         no      no     no     no     gone  key    login
    `,
  ),
  table(
    'POST /users',
    { email: '{fresh}@example.com', full_name: '{fresh}', password: 'kiwi-lamp-42' },
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    any         ok     ok     admin      admin   admin  admin  admin  gone  key    login
    `,
  ),
  table(
    'DELETE /users/me',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
  table(
    'POST /users/me/api_key/regenerate',
    {},
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     no     gone  key    login
    `,
  ),
  ...alike(
    [
      ['POST /fetch_api_key', { username: 'owner@example.com', password: 'kiwi-lamp-42' }],
      ['POST /jwt/fetch_api_key', { token: hmacToken({ email: 'owner@example.com' }) }],
      ['POST /sessions', { username: 'owner@example.com', password: 'kiwi-lamp-42' }],
      ['GET /server_settings', {}],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    any         ok     ok     ok         ok      ok     ok     ok     ok    ok     ok
    `,
  ),
];
