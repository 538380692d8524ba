/** A small handwritten export of Zulip. */
import { PIXEL } from './slackExport.ts';
import type { Files } from './zips.ts';

const AT = 1_577_952_000;
const IDS = { ann: 11, bob: 12, carol: 13, robot: 14, gone: 15, notices: 5 };

const person = (id: number, full_name: string, more: object = {}) => ({
  id,
  full_name,
  email: `user${id}@chat.example.com`,
  is_active: true,
  is_bot: false,
  role: 400,
  delivery_email: `${full_name.split(' ')[0]?.toLowerCase()}@example.com`,
  ...more,
});

const channel = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  description: '',
  invite_only: false,
  deactivated: false,
  creator: IDS.ann,
  history_public_to_subscribers: true,
  date_created: AT,
  ...more,
});

const recipients = [
  ...[11, 12, 13, 14].map((id) => ({ id: 100 + id, type: 1, type_id: id })),
  ...[21, 22, 23, 24].map((id) => ({ id: 100 + id, type: 2, type_id: id })),
  { id: 131, type: 3, type_id: 31 },
];

const subscribed = (recipient: number, ...people: readonly number[]) =>
  people.map((user_profile) => ({
    id: recipient * 100 + user_profile,
    user_profile,
    recipient,
    active: true,
  }));

const zulipMessage = (id: number, sender: number, recipient: number, content: string, more: object = {}) => ({
  id,
  sender,
  recipient,
  realm: 2,
  subject: '',
  content,
  rendered_content: null,
  edit_history: null,
  date_sent: AT + id,
  last_edit_time: null,
  has_attachment: false,
  ...more,
});

const tables = () => ({
  zerver_realm: [{ id: 2, string_id: 'crew', name: 'Crew', date_created: AT - 0.5 }],
  zerver_userprofile: [
    person(IDS.ann, 'Ann'),
    person(IDS.bob, 'Bob Builder'),
    person(IDS.carol, 'Carol', { is_active: false }),
    person(IDS.robot, 'Robot', { is_bot: true, bot_type: 1 }),
    { full_name: 'nobody' },
  ],
  zerver_userprofile_mirrordummy: [person(IDS.gone, 'Gone', { is_mirror_dummy: true })],
  zerver_userprofile_crossrealm: [{ id: IDS.notices, email: 'notification-bot@zulip.com' }],
  zerver_stream: [
    channel(21, 'plans', {
      description: 'What comes',
      can_send_message_group: 53,
      can_administer_channel_group: 51,
      can_resolve_topics_group: 41,
      can_subscribe_group: 52,
      can_add_subscribers_group: 77,
    }),
    channel(22, '!!DEACTIVATED:attic', { deactivated: true }),
    channel(23, 'vault', { invite_only: true }),
    channel(24, 'safe', { invite_only: true, history_public_to_subscribers: false }),
  ],
  zerver_usergroup: [41, 51, 52, 53].map((id) => ({ id, realm: 2 })),
  zerver_namedusergroup: [
    { usergroup_ptr: 41, name: 'role:moderators', is_system_group: true },
    { usergroup_ptr: 51, name: 'crew', description: 'All hands', creator: IDS.bob, is_system_group: false },
    { usergroup_ptr: 52, name: 'leads', description: '', deactivated: true },
    { name: 'nobody' },
  ],
  zerver_usergroupmembership: [
    { id: 1, user_group: 51, user_profile: IDS.ann },
    { id: 2, user_group: 51, user_profile: IDS.bob },
    { id: 3, user_group: 52, user_profile: IDS.carol },
    { id: 4, user_group: 53, user_profile: IDS.bob },
  ],
  zerver_groupgroupmembership: [
    { id: 1, supergroup: 51, subgroup: 52 },
    { id: 2, supergroup: 51, subgroup: 41 },
    { id: 3, supergroup: 52, subgroup: 51 },
    { id: 4, supergroup: 53, subgroup: 51 },
  ],
  zerver_huddle: [{ id: 31, huddle_hash: 'abc' }],
  zerver_recipient: recipients,
  zerver_subscription: [
    ...subscribed(121, IDS.ann, IDS.bob, IDS.carol),
    ...subscribed(122, IDS.bob),
    ...subscribed(123, IDS.ann, IDS.bob),
    ...subscribed(124, IDS.bob),
    ...subscribed(131, IDS.ann, IDS.bob, IDS.carol),
    { id: 99, user_profile: IDS.carol, recipient: 123, active: false },
  ],
  zerver_realmemoji: [
    { id: 1, name: 'party_pixel', file_name: '1.png', deactivated: false, author: IDS.ann },
    { id: 2, name: 'old_pixel', file_name: '2.png', deactivated: true, author: IDS.ann },
    { id: 3, name: 'lost_pixel', file_name: '3.png', deactivated: false, author: IDS.ann },
  ],
  zerver_reaction: [
    { id: 1, user_profile: IDS.bob, message: 2, emoji_name: '+1', emoji_code: '1f44d' },
    { id: 2, user_profile: IDS.carol, message: 2, emoji_name: 'party_pixel', reaction_type: 'realm_emoji' },
    { id: 3, user_profile: IDS.carol, message: 2, emoji_name: 'no_such_emoji', emoji_code: '0' },
    { id: 4, user_profile: IDS.carol, message: 999, emoji_name: '+1', emoji_code: '1f44d' },
  ],
  zerver_useractivity: [{ id: 1 }, { id: 2 }],
});

const HISTORY = [
  { user_id: null, timestamp: AT + 120, prev_stream: 24, stream: 21 },
  { user_id: IDS.ann, timestamp: AT + 90, prev_subject: 'shipping' },
  {
    user_id: IDS.ann,
    timestamp: AT + 60,
    prev_content: 'Ship, @**Bob Builder**',
    prev_rendered_content: '<p>Ship</p>',
  },
  { user_id: IDS.ann, timestamp: AT + 50, prev_content: 'Sh', prev_topic: 'sh', topic: 'shipping' },
  { user_id: IDS.ann, timestamp: AT + 40 },
];
/** It has been in a channel that the export does not describe. */
const FROM_ELSEWHERE = [
  { user_id: IDS.carol, timestamp: AT + 80, prev_content: 'Later?' },
  { user_id: IDS.carol, timestamp: AT + 70, prev_stream: 99, stream: 21 },
  { user_id: IDS.carol, timestamp: AT + 60, prev_content: 'A secret of elsewhere' },
];

/** Texts with links to what is in the export, and to what is not. */
export const LINKS: readonly string[] = [
  '@_**Ann|11** [said](https://chat.example.com/#narrow/stream/21-plans/topic/ship/near/2):\n````quote\nSee https://crew.example.org/#narrow/channel/21-plans/topic/ship/near/3.\n````',
  '[all](#narrow/channel/23-vault), [Bob](/#narrow/dm/12-dm), [later](/#narrow/channel/21-plans/topic/links/near/22)',
  'A link within the batch, #**plans>ship@2**, and one ahead, #**plans>ship@11**',
  'Elsewhere: https://other.example.org/#narrow/channel/21-design/topic/a/near/2, [gone](#narrow/channel/99-gone/near/2)',
  '`https://chat.example.com/#narrow/channel/21-plans/near/2` and [x](https://chat.example.com/#narrow/near/4711)',
  'By name: https://third.example.org/#narrow/channel/21-plans',
];

const first = [
  zulipMessage(
    2,
    IDS.ann,
    121,
    'Ship **it**, @**Bob Builder|12**, @_**Carol**. See #**vault** and `@**Carol**`',
    {
      subject: 'ship',
      last_edit_time: AT + 90,
      edit_history: JSON.stringify(HISTORY),
    },
  ),
  zulipMessage(
    3,
    IDS.bob,
    121,
    'Here: [pixel.png](/user_uploads/2/ab/cd/pixel.png) [x](/user_uploads/2/ab/no/lost.txt)',
    {
      subject: 'ship',
    },
  ),
  zulipMessage(4, IDS.robot, 121, 'green', { subject: 'builds' }),
  zulipMessage(5, IDS.notices, 121, 'Bob has joined.', { subject: 'channel events' }),
  zulipMessage(6, IDS.bob, 122, 'old things', { subject: 'things' }),
  ...LINKS.map((content, index) => zulipMessage(20 + index, IDS.bob, 121, content, { subject: 'links' })),
  zulipMessage(7, IDS.bob, 123, 'a secret', { subject: 'things' }),
  zulipMessage(8, IDS.bob, 111, 'Hello, Ann'),
  { id: 9, sender: IDS.bob },
];
const second = [
  zulipMessage(10, IDS.carol, 131, 'Hello, all'),
  zulipMessage(11, IDS.gone, 121, 'Later', { subject: 'ship', edit_history: JSON.stringify(FROM_ELSEWHERE) }),
  zulipMessage(12, 77, 121, 'by nobody', { subject: 'ship' }),
  zulipMessage(13, IDS.bob, 170, 'nowhere', { subject: 'ship' }),
];

const received = (flags: Readonly<Record<number, number>>) =>
  Object.entries(flags).map(([message, flags_mask], index) => ({
    id: Number(message) * 10 + index,
    user_profile: IDS.ann,
    message: Number(message),
    flags_mask,
  }));

/** Four people and bots, four channels, direct conversations, and two files of messages. */
export const zulipFiles = (): Files => {
  const named = {
    'realm.json': tables(),
    'attachment.json': {
      zerver_attachment: [
        {
          id: 1,
          path_id: '2/ab/cd/pixel.png',
          file_name: 'pixel.png',
          content_type: 'image/png',
          owner: IDS.bob,
        },
        { id: 2, path_id: '2/ab/ef/unused.png', file_name: 'unused.png', owner: IDS.bob },
      ],
    },
    'messages-000001.json': {
      zerver_message: first,
      zerver_usermessage: received({ 2: 3, 3: 5, 4: 0, 6: 0, 8: 0, 999: 3 }),
    },
    'messages-000002.json': { zerver_message: second, zerver_usermessage: received({ 10: 1 }) },
    'uploads/records.json': [{ path: '2/ab/cd/pixel.png', user_profile_id: IDS.bob }],
    'uploads/2/ab/cd/pixel.png': PIXEL,
    'emoji/records.json': [{ path: '2/emoji/images/1.png', name: 'party_pixel' }],
    'emoji/2/emoji/images/1.png': PIXEL,
    'avatars/records.json': [
      { user_profile_id: IDS.bob, path: '2/bob.png' },
      { user_profile_id: IDS.bob, path: '2/bob.original' },
      { user_profile_id: IDS.carol, path: '2/carol.png' },
      { user_profile_id: IDS.ann, path: '2/ann.png' },
      { user_profile_id: IDS.gone, path: '2/lost.png' },
    ],
    'avatars/2/bob.png': PIXEL,
    'avatars/2/bob.original': PIXEL,
    'avatars/2/carol.png': Buffer.from('no picture'),
    'avatars/2/ann.png': PIXEL,
    'analytics.json': {},
  };
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [`zulip-export-x/${name}`, value]));
};
