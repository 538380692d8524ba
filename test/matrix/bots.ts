/** Bots, by whose they are. */
import { alike, table, type Table } from './table.ts';

export const botTables: readonly Table[] = [
  table(
    'POST /service-outgoing-webhook',
    {},
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          no      no      no         no      no      no      ok      gone    key     no
    `,
  ),
  ...alike(
    [
      ['POST /bots', { full_name: '{fresh}', short_name: '{fresh}' }],
      ['POST /bots', { full_name: '{fresh}', short_name: '{fresh}', bot_type: 2 }],
      ['GET /bots', {}],
    ],
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          ok      ok      ok         ok      ok      no      no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /bots/{bot}', { full_name: '{fresh}' }],
      ['DELETE /bots/{bot}', {}],
      ['POST /bots/{bot}/api_key/regenerate', {}],
    ],
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    ownBot       ok      ok      ok         ok      ok      no      no      gone    key     login
    aBot         ok      ok      no         no      no      no      no      gone    key     login
    anOwnersBot  ok      no      no         no      no      no      no      gone    key     login
    absent       no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /bots/{bot}', { role: 300 }],
      ['PATCH /bots/{bot}', { bot_owner_id: '{user}' }],
    ],
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    ownBot       ok      ok      admin      admin   admin   no      no      gone    key     login
    aBot         ok      ok      no         no      no      no      no      gone    key     login
    anOwnersBot  ok      no      no         no      no      no      no      gone    key     login
    absent       no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
