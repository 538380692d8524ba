/** Requests over HTTP beyond the steps of the model: each deed takes two numbers, by which it picks its people and objects. */
import fc from 'fast-check';
import { OrganizationPermission } from '../../../src/events/organizations.ts';
import { SUBSCRIPTION_SETTING_NAMES } from '../../../src/wire/subscriptions.ts';
import { WHO, type Who } from '../model/organization.ts';
import {
  channelOf,
  type DeedIn,
  COLOURS,
  groupOf,
  messageOf,
  organizationSetting,
  personalSetting,
  personOf,
  type Request,
  TEXTS,
  TOPICS,
} from './deedValues.ts';
import { ORGANIZATION_DEEDS } from './organizationDeeds.ts';
import { PERSONAL_DEEDS } from './personalDeeds.ts';
import { pick } from './world.ts';

const send = (to: object, topic: string | undefined, text: number): Request => [
  'post',
  '/messages',
  {
    ...to,
    ...(topic !== undefined && { topic }),
    content: pick(TEXTS, text),
    read_by_sender: text % 2 === 0,
  },
];

export const DEEDS = {
  send: (_world, one, other) =>
    send({ type: 'channel', to: channelOf(one) }, pick(TOPICS, other), one + other),
  sendDirect: (world, one, other) =>
    send(
      { type: 'direct', to: [...new Set([personOf(world, one), personOf(world, other)])] },
      undefined,
      other,
    ),
  edit: (world, one, other) => [
    'patch',
    `/messages/${messageOf(world, one)}`,
    { content: `${pick(TEXTS, other)} edited` },
  ],
  retitle: (world, one, other) => [
    'patch',
    `/messages/${messageOf(world, one)}`,
    { topic: pick(TOPICS, other), propagate_mode: pick(['change_one', 'change_later', 'change_all'], other) },
  ],
  move: (world, one, other) => [
    'patch',
    `/messages/${messageOf(world, one)}`,
    { stream_id: channelOf(other), propagate_mode: pick(['change_one', 'change_all'], other) },
  ],
  deleteMessage: (world, one) => ['delete', `/messages/${messageOf(world, one)}`],
  deleteTopic: (_world, one, other) => [
    'post',
    `/streams/${channelOf(one)}/delete_topic`,
    { topic_name: pick(TOPICS, other) },
  ],
  react: (world, one, other) => [
    other % 3 === 0 ? 'delete' : 'post',
    `/messages/${messageOf(world, one)}/reactions`,
    { emoji_name: pick(['heart', 'tada'], other) },
  ],
  vote: (world, one, other) => [
    'post',
    '/submessage',
    {
      message_id: messageOf(world, one),
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: other % 2 === 0 ? 1 : -1 }),
    },
  ],
  flag: (world, one, other) => [
    'post',
    '/messages/flags',
    {
      messages: [messageOf(world, one), messageOf(world, one + 1)],
      op: pick(['add', 'add', 'remove'], other),
      flag: pick(['read', 'starred', 'collapsed'], one + other),
    },
  ],
  markTopic: (_world, one, other) => [
    'post',
    '/mark_topic_as_read',
    { stream_id: channelOf(one), topic_name: pick(TOPICS, other) },
  ],
  markAll: () => ['post', '/mark_all_as_read'],
  type: (world, one, other) =>
    one % 2 === 0
      ? [
          'post',
          '/typing',
          { op: pick(['start', 'stop'], other), type: 'direct', to: [personOf(world, one + other)] },
        ]
      : [
          'post',
          '/typing',
          {
            op: pick(['start', 'stop'], other),
            type: 'channel',
            stream_id: channelOf(one),
            topic: pick(TOPICS, other),
          },
        ],
  typeEdit: (world, one, other) => [
    'post',
    `/messages/${messageOf(world, one)}/typing`,
    { op: pick(['start', 'stop'], other) },
  ],
  appear: (_world, one) => [
    'post',
    '/users/me/presence',
    { status: pick(['active', 'idle'], one), last_update_id: -1 },
  ],
  describeChannel: (_world, one, other) => [
    'patch',
    `/streams/${channelOf(one)}`,
    pick(
      [
        { description: `About *${other}*` },
        { topics_policy: pick(['inherit', 'allow_empty_topic', 'empty_topic_only'], other) },
        { message_retention_days: pick([30, 'unlimited', 'realm_default'], other) },
        { folder_id: pick([1, 2, null], other) },
        { is_default_stream: other % 2 === 0 },
      ],
      one + other,
    ),
  ],
  preferChannel: (_world, one, other) => {
    const property = pick(Object.values(SUBSCRIPTION_SETTING_NAMES), other);
    const value = property === 'color' ? pick(['#76ce90', '#c2726a'], one) : one % 2 === 0;
    return [
      'post',
      '/users/me/subscriptions/properties',
      { subscription_data: [{ stream_id: channelOf(one), property, value }] },
    ];
  },
  preferTopic: (_world, one, other) => [
    'post',
    '/user_topics',
    { stream_id: channelOf(one), topic: pick(TOPICS, other), visibility_policy: (one + other) % 4 },
  ],
  folder: (_world, one, other) =>
    pick<Request>(
      [
        ['post', '/channel_folders/create', { name: `Folder ${other}`, description: '*x*' }],
        ['patch', `/channel_folders/${1 + (other % 2)}`, { name: `Box ${other}` }],
        ['patch', `/channel_folders/${1 + (other % 2)}`, { description: `For **${other}**` }],
        ['patch', `/channel_folders/${1 + (other % 2)}`, { is_archived: other % 3 !== 0 }],
        ['patch', '/channel_folders', { order: other % 2 === 0 ? [2, 1] : [1, 2] }],
      ],
      one,
    ),
  describeGroup: (_world, one, other) => [
    'patch',
    `/user_groups/${9 + (one % 2)}`,
    one % 3 === 0 ? { description: `Of ${other}` } : { name: `crew${other % 3}` },
  ],
  realm: (_world, one, other) => ['patch', '/realm', organizationSetting(one, other)],
  describeRealm: (_world, one, other) => [
    'patch',
    '/realm',
    one % 2 === 0 ? { name: `Acme ${other}` } : { description: `We *are* ${other}` },
  ],
  permit: (world, one, other) => [
    'patch',
    '/realm',
    {
      [pick(OrganizationPermission.options, one)]: {
        new:
          other % 4 === 0
            ? { direct_members: [personOf(world, other)], direct_subgroups: [groupOf(one)] }
            : groupOf(other),
      },
    },
  ],
  /** Guests who know all, or not all. */
  hide: (_world, one) => ['patch', '/realm', { can_access_all_users_group: { new: one % 3 === 0 ? 2 : 3 } }],
  prefer: (_world, one, other) => ['patch', '/settings', personalSetting(one, other)],
  showAddress: (_world, one) => ['patch', '/settings', { email_address_visibility: 1 + (one % 5) }],
  rename: (world, one, other) => ['patch', `/users/${personOf(world, one)}`, { full_name: `Name ${other}` }],
  readdress: (world, one, other, by) => world.readdress(by, pick(WHO, one), other),
  profile: (_world, one, other) => [
    'patch',
    '/users/me/profile_data',
    { data: [{ id: 1 + (one % 3), value: pick<unknown>(['*text*', 'a', 'b', null], other) }] },
  ],
  profileField: (_world, one, other) =>
    pick<Request>(
      [
        ['post', '/realm/profile_fields', { name: `Field ${other}`, field_type: 1, hint: 'x' }],
        ['post', '/realm/profile_fields', { name: `Colour ${other}`, field_type: 3, field_data: COLOURS }],
        ['patch', `/realm/profile_fields/${1 + (other % 3)}`, { name: `Better ${other}`, hint: 'y' }],
        ['patch', '/realm/profile_fields/2', { field_data: other % 2 === 0 ? { b: COLOURS.b } : COLOURS }],
        [
          'patch',
          `/realm/profile_fields/${1 + (other % 3)}`,
          { display_in_profile_summary: other % 2 === 0, required: other % 3 === 0 },
        ],
        ['patch', '/realm/profile_fields', { order: [3, 2, 1] }],
        ['patch', '/realm/profile_fields/3', { field_data: { subtype: pick(['github', 'twitter'], other) } }],
        ['delete', `/realm/profile_fields/${1 + (other % 3)}`],
      ],
      one,
    ),
  bot: (world, one, other) =>
    pick<Request>(
      [
        [
          'post',
          '/bots',
          {
            full_name: `Bot ${one}.${other}`,
            short_name: `bot${one}x${other}`,
            ...(other % 2 === 0
              ? { bot_type: 3, payload_url: 'http://127.0.0.1:9/' }
              : { default_sending_stream: 'alpha' }),
          },
        ],
        ['patch', `/bots/${world.cast.bot.userId}`, { default_all_public_streams: other % 2 === 0 }],
        ['patch', `/bots/${world.cast.bot.userId}`, { default_events_register_stream: 'alpha' }],
        ['patch', `/bots/${world.cast.bot.userId}`, { bot_owner_id: personOf(world, other) }],
        ['patch', `/bots/${world.cast.bot.userId}`, { role: pick([400, 600], other) }],
        ['patch', `/bots/${world.hookId}`, { service_payload_url: `http://127.0.0.1:9/${other}` }],
        ['delete', `/bots/${pick([world.cast.bot.userId, world.hookId], other)}`],
        ['post', `/users/${pick([world.cast.bot.userId, world.hookId], other)}/reactivate`],
      ],
      one,
    ),
  newcomer: (world, one) => world.newcomer(one),
  invite: (_world, one, other) =>
    pick<Request>(
      [
        ['post', '/invites', { invitee_emails: `in${one}x${other}@example.org`, stream_ids: [] }],
        ['post', '/invites/multiuse', { stream_ids: [], invite_expires_in_minutes: 60 }],
        ['post', `/invites/${1 + (other % 2)}/resend`],
        ['delete', `/invites/${1 + (other % 2)}`],
        ['delete', `/invites/multiuse/${1 + (other % 2)}`],
      ],
      one,
    ),
  schedule: (world, one, other) =>
    pick<Request>(
      [
        [
          'post',
          '/scheduled_messages',
          {
            type: 'channel',
            to: channelOf(other),
            topic: 'later',
            content: 'then',
            scheduled_delivery_timestamp: world.inSeconds(other % 2 === 0 ? 3600 : 9_000_000),
          },
        ],
        [
          'post',
          '/scheduled_messages',
          {
            type: 'direct',
            to: [personOf(world, other)],
            content: '*then*',
            scheduled_delivery_timestamp: world.inSeconds(9_000_000),
          },
        ],
        ['patch', `/scheduled_messages/${1 + (other % 3)}`, { content: `then ${other}` }],
        ['delete', `/scheduled_messages/${1 + (other % 3)}`],
      ],
      one,
    ),
  device: (world, one, other, by) => world.device(by, one, other),
  ...PERSONAL_DEEDS,
  ...ORGANIZATION_DEEDS,
  days: (world, one) => world.days(pick([1, 4, 30, 181], one)),
} satisfies Readonly<Record<string, DeedIn>>;

/** One deed, as it is generated, and reported where it fails. */
export interface Done {
  readonly by: Who;
  readonly deed: keyof typeof DEEDS;
  readonly one: number;
  readonly other: number;
}

const WEIGHTS: Readonly<Partial<Record<Done['deed'], number>>> = {
  send: 12,
  sendDirect: 5,
  edit: 4,
  react: 4,
  flag: 6,
  move: 3,
  retitle: 3,
  deleteMessage: 3,
  preferChannel: 3,
  preferTopic: 3,
  bot: 2,
  schedule: 2,
  vote: 2,
};

export const done: fc.Arbitrary<Done> = fc.record({
  by: fc.constantFrom(...WHO, 'owner', 'owner', 'admin'),
  deed: fc.constantFrom(
    ...(Object.keys(DEEDS) as Done['deed'][]).flatMap((deed) =>
      Array.from({ length: WEIGHTS[deed] ?? 1 }, () => deed),
    ),
  ),
  one: fc.nat(99),
  other: fc.nat(99),
});

export const doingOf = ({ deed }: Done): DeedIn => DEEDS[deed];
