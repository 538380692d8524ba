/** The organization, its folders, and what everybody has alone. */
import { alike, table, type Table } from './table.ts';

export const organizationTables: readonly Table[] = [
  table(
    'POST /realm/test_welcome_bot_custom_message',
    { welcome_message_custom_text: 'Welcome.' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      admin      admin   admin   admin   no      gone    key     login
    `,
  ),
  ...alike(
    [
      ['GET /realm/linkifiers', {}],
      ['GET /realm/domains', {}],
      ['PATCH /settings/display', { timezone: 'Europe/Paris' }],
      ['PATCH /settings/notifications', { enable_sounds: true }],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    `,
  ),
  ...alike(
    [
      ['POST /realm/filters', { pattern: '{fresh}-(?P<id>1)', url_template: 'https://a.example.com/{+id}' }],
      [
        'POST /realm/playgrounds',
        { name: '{fresh}', pygments_language: 'C', url_template: 'https://a.de/{+code}' },
      ],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /realm/filters/{linkifier}', { example_input: 'x' }],
      ['DELETE /realm/filters/{linkifier}', {}],
      ['DELETE /realm/playgrounds/{playground}', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'POST /realm/domains',
    { domain: '{fresh}.example.com', allow_subdomains: true },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      admin   admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  ...alike(
    [
      ['PATCH /realm/domains/{domain}', { allow_subdomains: true }],
      ['DELETE /realm/domains/{domain}', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    allowed     ok      admin   admin      admin   admin   admin   admin   gone    key     login
    absent      no      admin   admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'POST /export/realm',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      ok      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'DELETE /export/realm/{export}',
    {},
    `
                owner   admin
    finished    ok      ok
    `,
  ),
  table(
    'PATCH /realm/linkifiers',
    { ordered_linkifier_ids: '{order}' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    linkifiers  ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  table(
    'PATCH /channel_folders',
    { order: '{order}' },
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    folders     ok      ok      admin      admin   admin   admin   admin   gone    key     login
    absent      no      no      admin      admin   admin   admin   admin   gone    key     login
    `,
  ),
  ...alike(
    [
      ['DELETE /realm/icon', {}],
      ['DELETE /realm/logo', {}],
      ['POST /realm/icon', { file: '{picture}' }],
      ['POST /realm/logo', { file: '{picture}' }],
      ['GET /export/realm', {}],
      ['GET /export/realm/consents', {}],
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
      ['GET /users/me/unread_count', {}],
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
    any         ok      ok      ok         ok      ok      ok      ok      gone    key     login
    `,
  ),
  ...alike(
    [
      ['POST /record/events', {}],
      ['POST /record/projections', {}],
      ['POST /record/projections/rebuild', { projection: 'drafts' }],
      ['POST /record/projections/verify', { projection: 'drafts' }],
      ['POST /record/integrity', {}],
    ],
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    any         ok      admin   admin      admin   admin   admin   no      gone    key     login
    `,
  ),
  table(
    'DELETE /sessions/{session}',
    {},
    `
                owner   admin   moderator  member  new     guest   bot     gone    other   nobody
    own         ok      ok      ok         ok      ok      ok      no      gone    key     login
    anothers    lost    lost    lost       lost    lost    lost    no      gone    key     login
    absent      lost    lost    lost       lost    lost    lost    no      gone    key     login
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
