/** What people and bots have for themselves. */
import { alike, type Table } from './table.ts';

const words = { alert_words: ['lunch'] };

const apns = { token: '00ff', appid: 'org.example.app' };

const fcm = { token: 'abc' };

const draft = { type: '', to: [], topic: '', content: 'x' };

const snippet = { title: 'x', content: 'y' };

/** For everybody who is logged in. */
export const personalTables: readonly Table[] = [
  ...alike(
    [
      ['GET /users/me/alert_words', {}],
      ['POST /users/me/alert_words', words],
      ['DELETE /users/me/alert_words', words],
      ['POST /users/me/status', { status_text: 'Out' }],
      ['GET /reminders', {}],
      ['POST /users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' }],
      ['GET /drafts', {}],
      ['POST /drafts', { drafts: [draft] }],
      ['GET /saved_snippets', {}],
      ['POST /saved_snippets', snippet],
      ['GET /navigation_views', {}],
      ['GET /settings', {}],
      ['GET /realm', {}],
      ['GET /user_topics', {}],
      ['POST /navigation_views', { fragment: '{fresh}', is_pinned: true, name: '{fresh}' }],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     ok     gone  key    login
    `,
  ),
  ...alike(
    [
      ['POST /users/me/apns_device_token', apns],
      ['POST /users/me/android_gcm_reg_id', fcm],
      ['POST /mobile_push/test_notification', {}],
      ['DELETE /users/me/apns_device_token', apns, ['POST /users/me/apns_device_token', apns]],
      ['DELETE /users/me/android_gcm_reg_id', fcm, ['POST /users/me/android_gcm_reg_id', fcm]],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     ok     ok     ok         ok      ok     ok     no     gone  key    login
    `,
  ),
  ...alike(
    [
      ['GET /bot_storage', {}],
      ['PUT /bot_storage', { storage: { color: 'blue' } }],
      ['DELETE /bot_storage', {}],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    oneself     bots   bots   bots       bots    bots   bots   ok     gone  key    login
    `,
  ),
  ...alike(
    [
      ['PATCH /drafts/{draft}', { draft }],
      ['DELETE /drafts/{draft}', {}],
      ['PATCH /saved_snippets/{snippet}', snippet],
      ['DELETE /saved_snippets/{snippet}', {}],
      ['PATCH /navigation_views/{view}', { is_pinned: false }],
      ['DELETE /navigation_views/{view}', {}],
      ['DELETE /reminders/{reminder}', {}],
    ],
    `
                owner  admin  moderator  member  new    guest  bot    gone  other  nobody
    own         ok     ok     ok         ok      ok     ok     ok     gone  key    login
    anothers    lost   lost   lost       lost    lost   lost   lost   gone  key    login
    absent      lost   lost   lost       lost    lost   lost   lost   gone  key    login
    `,
  ),
];
