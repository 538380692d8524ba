/** Requests of people about their own things: alert words, drafts, snippets, files and muted users. */
import { channelOf, type DeedIn, messageOf, personalSetting, personOf, type Request } from './deedValues.ts';
import { pick } from './world.ts';

export const PERSONAL_DEEDS = {
  alert: (_world, one, other) => [
    one % 3 === 0 ? 'delete' : 'post',
    '/users/me/alert_words',
    { alert_words: [pick(['hello', 'code', 'page'], other)] },
  ],
  draft: (world, one, other) => {
    const conversation = { type: 'private', to: [personOf(world, other)], topic: '' };
    const draft = { ...conversation, content: `draft ${other}`, timestamp: 1 };
    return pick<Request>(
      [
        ['post', '/drafts', { drafts: [draft] }],
        ['patch', `/drafts/${1 + (other % 2)}`, { draft: { ...draft, content: 'another' } }],
        ['delete', `/drafts/${1 + (other % 2)}`],
      ],
      one,
    );
  },
  snippet: (_world, one, other) =>
    pick<Request>(
      [
        ['post', '/saved_snippets', { title: `Snippet ${other}`, content: '*x*' }],
        ['patch', `/saved_snippets/${1 + (other % 2)}`, { title: 'Another' }],
        ['delete', `/saved_snippets/${1 + (other % 2)}`],
      ],
      one,
    ),
  view: (_world, one, other) =>
    pick<Request>(
      [
        [
          'post',
          '/navigation_views',
          { fragment: `v${other % 2}`, is_pinned: true, name: `View ${other % 2}` },
        ],
        ['patch', `/navigation_views/v${other % 2}`, { is_pinned: other % 3 === 0 }],
        ['patch', `/navigation_views/v${other % 2}`, { name: `Other ${other}` }],
        ['delete', `/navigation_views/v${other % 2}`],
      ],
      one,
    ),
  seeStep: (_world, one) => [
    'post',
    '/users/me/onboarding_steps',
    { onboarding_step: pick(['intro_inbox_view_modal', 'intro_resolve_topic'], one) },
  ],
  remind: (world, one, other) =>
    one % 2 === 0
      ? [
          'post',
          '/reminders',
          { message_id: messageOf(world, one), scheduled_delivery_timestamp: world.inSeconds(9_000_000) },
        ]
      : ['delete', `/reminders/${1 + (other % 2)}`],
  preferForAll: (_world, one, other) => [
    'patch',
    '/realm/user_settings_defaults',
    personalSetting(one, other),
  ],
  mute: (world, one, other) => [
    other % 3 === 0 ? 'delete' : 'post',
    `/users/me/muted_users/${personOf(world, one)}`,
  ],
  file: (world, one, other, by) =>
    one % 3 === 2 ? ['delete', `/attachments/${1 + (other % 2)}`] : world.file(by, channelOf(other)),
} satisfies Readonly<Record<string, DeedIn>>;
