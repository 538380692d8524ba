/** GET /users: who is shown what. */
import { showsPeopleTo } from './permissionSteps.ts';
import {
  absent,
  administrator,
  anonymous,
  type Chapter,
  field,
  guest,
  matching,
  member,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
  type Step,
  user,
} from './row.ts';

const list = 'GET /users';
const them = { user_ids: ['{user}'] };
const first = (shown: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(shown).map(([name, value]) => [`members[0].${name}`, value]));
const hides = (level: number): Step => user('PATCH /settings', { email_address_visibility: level });
const PLACEHOLDER = 'user{user}@chat.example.com';

const SEERS = { owner, administrator, moderator, member, guest, user } as const;
type Seer = keyof typeof SEERS;

const visibility = (level: number, promise: string, seers: readonly Seer[]): Row =>
  field('members[].delivery_email', promise, [
    hides(level),
    ...(Object.keys(SEERS) as Seer[]).map((seer) =>
      SEERS[seer](list, them).shows(
        first({
          delivery_email: seers.includes(seer) ? '{userEmail}' : null,
          email: level === 1 ? '{userEmail}' : PLACEHOLDER,
        }),
      ),
    ),
  ]);

export const usersSeen: Chapter = {
  about: 'GET /users: who is shown what',
  file: 'usersSeen.ts',
  server: { WEB_PUBLIC_CHANNELS: 'on' },
  rows: [
    visibility(1, 'is for everyone where its holder lets everyone see it', Object.keys(SEERS) as Seer[]),
    visibility(2, 'is for members where its holder says so, and not for guests', [
      'owner',
      'administrator',
      'moderator',
      'member',
      'user',
    ]),
    visibility(5, 'is for moderators and administrators where its holder says so', [
      'owner',
      'administrator',
      'moderator',
      'user',
    ]),
    visibility(3, 'is for administrators where its holder says so', ['owner', 'administrator', 'user']),
    visibility(4, 'is for nobody else where its holder says so', ['user']),
    field('members[].email', 'is a placeholder for every viewer where the real address is not for everyone', [
      hides(2),
      user(list, them).shows(first({ email: PLACEHOLDER })),
    ]),
    field('members[].avatar_url', 'is present where the real address is not for everyone, gravatar or not', [
      hides(2),
      member(list, them).shows(first({ avatar_url: matching(/^https?:/) })),
    ]),
    field('members[].timezone', 'is the one that its holder has chosen', [
      user('PATCH /settings', { timezone: 'Europe/Berlin' }),
      guest(list, them).shows(first({ timezone: 'Europe/Berlin' })),
    ]),
    field('members[].bot_type', 'is null of a person', [
      member(list, them).shows(first({ bot_type: null, bot_owner_id: null, is_bot: false })),
    ]),
    field('members[].is_system_bot', 'is present for the organization’s own bots only', [
      member(list, { user_ids: ['{notifier}'] }).shows(
        first({ is_system_bot: true, is_bot: true, bot_owner_id: null }),
      ),
      member(list, { user_ids: ['{bot}'] }).shows(first({ is_system_bot: absent, is_bot: true })),
    ]),
    rule('the organization’s own bots are shown to callers who ask for them by ID', [
      member('GET /users/{notifier}').shows({ 'user.is_system_bot': true }),
      member(list).shows({ 'members[user_id={notifier}].user_id': absent }),
    ]),
    parameter('include_custom_profile_fields', 'false is the default', [
      member(list, them).shows(first({ profile_data: absent })),
    ]),
    parameter('include_custom_profile_fields', 'true asks for profile_data', [
      member(list, { ...them, include_custom_profile_fields: true }).shows(first({ profile_data: {} })),
    ]),
    parameter('include_custom_profile_fields', 'is a boolean', [
      member(list, { include_custom_profile_fields: 'yes' }).refused(
        'BAD_REQUEST',
        'include_custom_profile_fields is not valid JSON',
      ),
    ]),
    parameter('user_ids', 'may be empty, which is nobody', [
      member(list, { user_ids: [] }).shows({ members: [] }),
    ]),
    parameter('user_ids', 'is a list', [
      member(list, { user_ids: 7 }).refused('BAD_REQUEST', 'user_ids is not a list'),
    ]),
    parameter('client_gravatar', 'true leaves the address of a gravatar to the client', [
      member(list, { ...them, client_gravatar: true }).shows(first({ avatar_url: null })),
    ]),
    parameter('client_gravatar', 'false asks for the address of a gravatar', [
      member(list, { ...them, client_gravatar: false }).shows(
        first({ avatar_url: matching(/^https:\/\/secure\.gravatar\.com\//) }),
      ),
    ]),
    rule('a guest sees everybody where the organization keeps nobody from guests', [
      guest(list, them).shows(first({ full_name: '{userName}' })),
    ]),
    rule('a guest from whom people are kept is shown a placeholder for a stranger', [
      showsPeopleTo('{members}'),
      guest(list, { ...them, include_custom_profile_fields: true }).shows({
        members: [
          {
            user_id: '{user}',
            email: PLACEHOLDER,
            delivery_email: null,
            full_name: 'Unknown user',
            date_joined: '1970-01-01T00:00+00:00',
            is_active: true,
            is_owner: false,
            is_admin: false,
            is_guest: false,
            is_bot: false,
            bot_type: null,
            bot_owner_id: null,
            role: 400,
            timezone: '',
            avatar_url: '/images/unknown-user-avatar.svg?version=1',
            avatar_version: 1,
            is_imported_stub: false,
          },
        ],
      }),
      showsPeopleTo('{everyone}'),
    ]),
    rule('a guest from whom people are kept sees those who share a channel', [
      showsPeopleTo('{members}'),
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'lobby {fresh}' }],
        principals: ['{guest}', '{user}'],
      }),
      guest(list, them).shows(first({ full_name: '{userName}' })),
      showsPeopleTo('{everyone}'),
    ]),
    rule('a guest from whom people are kept sees those who have written to him', [
      showsPeopleTo('{members}'),
      user('POST /messages', { type: 'direct', to: ['{guest}'], content: 'Hello.' }),
      guest(list, them).shows(first({ full_name: '{userName}' })),
      showsPeopleTo('{everyone}'),
    ]),
    rule('members see everybody wherever people are kept from guests', [
      showsPeopleTo('{members}'),
      member(list, them).shows(first({ full_name: '{userName}' })),
      showsPeopleTo('{everyone}'),
    ]),
    rule('callers who are not logged in are answered once a web-public channel is public', [
      anonymous(list).refused(
        'UNAUTHENTICATED_USER',
        'Not logged in: API authentication or user session required',
        {},
        401,
      ),
      owner('PATCH /realm', { enable_spectator_access: true }),
      owner('POST /users/me/subscriptions', { subscriptions: [{ name: 'agora' }], is_web_public: true }),
      anonymous(list, them).shows(first({ full_name: '{userName}', email: '{userEmail}' })),
    ]),
    field('members[].date_joined', 'is a day for callers who are not logged in', [
      anonymous(list, them).shows(first({ date_joined: matching(/^\d{4}-\d\d-\d\d$/) })),
    ]),
    field('members[].timezone', 'is absent for callers who are not logged in', [
      anonymous(list, them).shows(first({ timezone: absent })),
    ]),
    rule('callers who are not logged in see no profiles', [
      anonymous(list, { ...them, include_custom_profile_fields: true }).shows(
        first({ profile_data: absent }),
      ),
    ]),
    field(
      'members[].delivery_email',
      'is null for callers who are not logged in, unless everyone may see it',
      [hides(2), anonymous(list, them).shows(first({ delivery_email: null, email: PLACEHOLDER }))],
    ),
  ],
};
