/** Invitations, by what they give and whose they are. */
import { table, type Table } from './table.ts';

const mailed = { invitee_emails: '{fresh}@example.org', stream_ids: [] };

export const invitationTables: readonly Table[] = [
  ...[mailed, { ...mailed, invite_as: 600 }].map((fields) =>
    table(
      'POST /invites',
      fields,
      `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          ok      ok      ok         ok      ok      no      no      gone    key     login
    `,
    ),
  ),
  table(
    'POST /invites',
    { ...mailed, invite_as: 100 },
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          ok      admin   admin      admin   admin   no      no      gone    key     login
    `,
  ),
  ...[200, 300].map((role) =>
    table(
      'POST /invites',
      { ...mailed, invite_as: role },
      `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          ok      ok      no         no      no      no      no      gone    key     login
    `,
    ),
  ),
  ...['POST /invites', 'POST /invites/multiuse'].map((request) =>
    table(
      request,
      { ...(request === 'POST /invites' && mailed), stream_ids: ['{channel}'] },
      `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    public       ok      ok      X          X       X       no      no      gone    key     login
    web          ok      ok      X          X       X       no      no      gone    key     login
    shared       no      no      no         no      no      no      no      gone    key     login
    shared+      ok      ok      X          X       X       no      no      gone    key     login
    protected    no      no      no         no      no      no      no      gone    key     login
    protected+   ok      ok      X          X       X       no      no      gone    key     login
    joinable     ok      ok      X          X       no      no      no      gone    key     login
    archived     no      no      no         no      no      no      no      gone    key     login
    absent       no      no      no         no      no      no      no      gone    key     login
    `.replaceAll('X ', request === 'POST /invites' ? 'ok' : 'no'),
    ),
  ),
  table(
    'POST /invites',
    { ...mailed, group_ids: ['{group}'] },
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          ok      no      no         no      no      no      no      gone    key     login
    absent       no      no      no         no      no      no      no      gone    key     login
    `,
  ),
  table(
    'POST /invites/multiuse',
    {},
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          ok      ok      no         no      no      no      no      gone    key     login
    `,
  ),
  table(
    'GET /invites',
    {},
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any          ok      ok      ok         ok      ok      no      no      gone    key     login
    `,
  ),
  ...['DELETE /invites/{invitation}', 'POST /invites/{invitation}/resend'].map((request) =>
    table(
      request,
      {},
      `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    own          ok      ok      ok         ok      ok      no      no      gone    key     login
    others       ok      ok      no         no      no      no      no      gone    key     login
    anOwners     ok      admin   no         no      no      no      no      gone    key     login
    absent       no      no      no         no      no      no      no      gone    key     login
    `,
    ),
  ),
  table(
    'DELETE /invites/multiuse/{link}',
    {},
    `
                 owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    others       ok      ok      no         no      no      no      no      gone    key     login
    anOwners     ok      admin   no         no      no      no      no      gone    key     login
    absent       no      no      no         no      no      no      no      gone    key     login
    `,
  ),
];
