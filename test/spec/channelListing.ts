/** GET /streams: which channels are listed. */
import { newChannel } from './channelSteps.ts';
import {
  absent,
  administrator,
  asksForLogin,
  bot,
  type Caller,
  type Chapter,
  guest,
  matching,
  member,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

const list = 'GET /streams';
const none = { include_public: false, include_subscribed: false };
const by = { owner, administrator, moderator, member, guest } as const;
type Viewer = keyof typeof by & Caller;

/** The channel `{id}` is listed, or it is not. */
const lists = (viewer: Viewer, options: Shown, isListed: boolean): Step =>
  by[viewer](list, options).shows({ 'streams[stream_id={id}].stream_id': isListed ? '{id}' : absent });

/** Who of the viewers is shown a new channel with some settings where only this set is asked for. */
const includes = (
  name: string,
  promise: string,
  settings: Shown,
  viewers: Readonly<Partial<Record<Viewer, boolean>>>,
  options: Shown = { ...none, [name]: true },
): Row =>
  parameter(name, promise, [
    ...newChannel(settings),
    ...Object.entries(viewers).map(([viewer, isListed]) => lists(viewer as Viewer, options, isListed)),
  ]);

const hidden = { invite_only: true };
const withMember = { principals: ['{member}', '{guest}'] };
const lets = (name: string): Shown => ({ ...hidden, [name]: '{members}' });

const PARAMETERS = [
  'include_public',
  'include_web_public',
  'include_subscribed',
  'exclude_archived',
  'include_all',
  'include_default',
  'include_owner_subscribed',
  'include_can_access_content',
  'include_all_active',
];

export const channelListing: Chapter = {
  about: 'GET /streams',
  file: 'channelListing.ts',
  rows: [
    includes('include_public', 'true lists public channels', {}, { member: true, moderator: true }),
    includes(
      'include_public',
      'is true where it is left out',
      {},
      { member: true },
      {
        include_subscribed: false,
      },
    ),
    includes('include_public', 'false leaves them out', {}, { member: false }, { include_public: false }),
    includes('include_public', 'is ignored for guests', {}, { guest: false }),
    includes('include_public', 'lists no private channel', hidden, { owner: false, member: false }),
    includes('include_web_public', 'lists no public channel', {}, { member: false }),
    includes('include_subscribed', 'true lists what the caller follows', withMember, {
      member: true,
      guest: true,
      owner: false,
    }),
    includes(
      'include_subscribed',
      'is true where it is left out',
      { ...hidden, ...withMember },
      { member: true },
      {
        include_public: false,
      },
    ),
    includes(
      'include_subscribed',
      'false leaves it out',
      { ...hidden, ...withMember },
      { member: false },
      {
        include_subscribed: false,
      },
    ),
    parameter('exclude_archived', 'is true where it is left out', [
      ...newChannel(),
      owner('DELETE /streams/{id}'),
      lists('owner', {}, false),
    ]),
    parameter('exclude_archived', 'false lists archived channels too', [
      ...newChannel(),
      owner('DELETE /streams/{id}'),
      lists('owner', { exclude_archived: false }, true),
    ]),
    includes(
      'include_all',
      'lists public channels for members (feature level 356)',
      {},
      {
        owner: true,
        member: true,
        guest: false,
      },
    ),
    includes('include_all', 'lists private channels for administrators', hidden, {
      administrator: true,
      moderator: false,
      member: false,
      guest: false,
    }),
    includes(
      'include_all',
      'lists the channels that each person follows',
      { ...hidden, ...withMember },
      {
        member: true,
        guest: true,
      },
    ),
    ...['can_administer_channel_group', 'can_add_subscribers_group', 'can_subscribe_group'].map((name) =>
      includes('include_all', `lists private channels for ${name}`, lets(name), {
        member: true,
        guest: false,
      }),
    ),
    includes('include_all', 'is false where it is left out', hidden, { administrator: false }, {}),
    includes(
      'include_default',
      'lists default channels',
      { is_default_stream: true },
      {
        member: true,
        guest: false,
      },
    ),
    includes('include_default', 'lists no others', {}, { member: false }),
    includes(
      'include_default',
      'is false where it is left out',
      { is_default_stream: true },
      { member: false },
      {
        include_public: false,
      },
    ),
    includes('include_owner_subscribed', 'is ignored for people', hidden, { owner: false }),
    ...[{}, hidden].map((settings) =>
      parameter(
        'include_owner_subscribed',
        `true lists for a bot what its owner follows: ${settings === hidden ? 'private' : 'public'} channels`,
        [
          ...newChannel(settings),
          bot(list, { ...none, include_owner_subscribed: true }).shows({
            'streams[stream_id={id}].stream_id': '{id}',
          }),
        ],
      ),
    ),
    parameter('include_owner_subscribed', 'lists for a bot nothing that its owner does not follow', [
      ...newChannel(),
      owner('DELETE /users/me/subscriptions', { subscriptions: ['{fresh}'] }),
      bot(list, { ...none, include_owner_subscribed: true }).shows({
        'streams[stream_id={id}].stream_id': absent,
      }),
    ]),
    parameter('include_owner_subscribed', 'is false where it is left out', [
      ...newChannel(hidden),
      bot(list).shows({ 'streams[stream_id={id}].stream_id': absent }),
    ]),
    includes(
      'include_can_access_content',
      'lists public channels for members (feature level 356)',
      {},
      {
        member: true,
        guest: false,
      },
    ),
    includes(
      'include_can_access_content',
      'lists what the caller follows',
      { ...hidden, ...withMember },
      {
        member: true,
        guest: true,
      },
    ),
    ...['can_add_subscribers_group', 'can_subscribe_group'].map((name) =>
      includes('include_can_access_content', `lists private channels for ${name}`, lets(name), {
        member: true,
      }),
    ),
    includes(
      'include_can_access_content',
      'lists no channel for can_administer_channel_group or administrators',
      lets('can_administer_channel_group'),
      { member: false, administrator: false },
    ),
    includes(
      'include_can_access_content',
      'is false where it is left out',
      lets('can_subscribe_group'),
      {
        member: false,
      },
      {},
    ),
    includes('include_all_active', 'is a deprecated name of include_all (feature level 356)', hidden, {
      administrator: true,
    }),
    parameter('include_all_active', 'is for administrators', [
      member(list, { include_all_active: true }).refused('BAD_REQUEST', 'User not authorized for this query'),
    ]),
    parameter('include_all_active', 'false may be said by everybody', [
      member(list, { include_all_active: false }).shows(),
    ]),
    parameter('include_all_active', 'is answered with a Deprecation header', [
      owner(list, { include_all_active: true })
        .shows()
        .hasHeaders({ deprecation: matching(/^@\d+$/) }),
    ]),
    rule('a listing in the words of today has no Deprecation header', [
      owner(list, { include_all: true }).shows().hasHeaders({ deprecation: absent }),
    ]),
    ...PARAMETERS.flatMap((name) => [
      parameter(name, 'is a boolean', [
        owner(list, { [name]: 0 }).refused('BAD_REQUEST', `${name} is not a boolean`),
      ]),
      parameter(name, 'is JSON', [
        owner(list, { [name]: 'True' }).refused('BAD_REQUEST', `${name} is not valid JSON`),
      ]),
    ]),
    rule('nothing is listed where nothing is included', [owner(list, none).shows({ streams: [] })]),
    rule('channels are listed by name, capitals first', [
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'b {fresh}' }, { name: 'a {fresh}' }, { name: 'B {fresh}!' }],
        principals: ['{user}'],
      }),
      user(list, { include_public: false }).shows({
        'streams[0].name': 'B {fresh}!',
        'streams[1].name': 'a {fresh}',
        'streams[2].name': 'b {fresh}',
      }),
    ]),
    asksForLogin(list),
  ],
};

const webPublic = { is_web_public: true };

export const webPublicListing: Chapter = {
  about: `${list}: web-public channels`,
  file: 'channelListing.ts',
  server: { WEB_PUBLIC_CHANNELS: 'on' },
  rows: [
    parameter('include_web_public', 'true lists web-public channels, for guests too', [
      owner('PATCH /realm', { enable_spectator_access: true }),
      ...newChannel(webPublic),
      ...(['owner', 'member', 'guest'] as const).map((viewer) =>
        lists(viewer, { ...none, include_web_public: true }, true),
      ),
    ]),
    includes('include_web_public', 'is false where it is left out', webPublic, { guest: false }, {}),
    includes('include_public', 'true lists web-public channels for members', webPublic, { member: true }),
  ],
};
