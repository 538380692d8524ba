/** A history with every kind of client event, in the order of the areas. */
import type { Who } from '../model/organization.ts';
import type { Done } from './deeds.ts';
import type { Happening } from './histories.ts';
import type { Registration } from './queue.ts';

const by = (who: Who, deed: Done['deed'], one = 0, other = 0): Done => ({ by: who, deed, one, other });
/** A list of requests, each picked by its index in the deed. */
const each = (who: Who, deed: Done['deed'], count: number, other = 0): readonly Done[] =>
  Array.from({ length: count }, (_, one) => by(who, deed, one, other));

export const TOUR: readonly Happening[] = [
  // Messages: to the first channel, and to the guest.
  ...[by('owner', 'send', 0, 4), by('owner', 'send', 0, 1), by('member', 'sendDirect', 5, 3)],
  by('owner', 'send', 0, 3),
  ...[by('owner', 'edit', 0, 1), by('guest', 'react', 3, 1), by('guest', 'react', 3, 3)],
  ...[by('owner', 'vote', 0), by('owner', 'retitle', 1, 2), by('owner', 'move', 1, 2)],
  ...[0, 1, 2, 3, 4, 5].flatMap((one) => [by('guest', 'flag', one, 0), by('guest', 'flag', one, 2)]),
  ...[by('guest', 'markTopic', 0, 1), by('guest', 'markAll'), by('owner', 'deleteMessage', 1)],
  by('owner', 'deleteTopic', 0, 1),
  ...[0, 1].flatMap((op) => [by('owner', 'type', 1, op), by('owner', 'type', 0, op + 4)]),
  ...[by('owner', 'send', 0, 1), by('owner', 'typeEdit', 4, 0), by('owner', 'typeEdit', 4, 1)],
  by('member', 'appear', 0),
  // Channels, folders, subscriptions and topics.
  ...[0, 1, 2, 3, 4].map((one) => by('owner', 'describeChannel', one, 0)),
  ...[1, 2, 3, 4].map((one) => by('owner', 'describeChannel', one, 5 - one)),
  ...Array.from({ length: 8 }, (_, other) => by('guest', 'preferChannel', 0, other)),
  ...[0, 1, 2, 3].map((one) => by('guest', 'preferTopic', 4 * one, 1 + one)),
  ...[by('owner', 'folder', 0, 1), ...each('owner', 'folder', 5), by('owner', 'folder', 3, 3)],
  { by: 'owner', does: 'rename', channel: 1, name: 'delta' },
  { by: 'owner', does: 'rename', channel: 1, name: 'alpha' },
  { by: 'owner', does: 'archive', channel: 1 },
  { by: 'owner', does: 'unarchive', channel: 1 },
  { by: 'owner', does: 'unsubscribe', names: ['alpha'], whom: ['guest'] },
  {
    by: 'owner',
    does: 'changeVisibility',
    channel: 1,
    isPrivate: true,
    isWebPublic: undefined,
    sharesHistory: false,
  },
  {
    by: 'owner',
    does: 'changePermission',
    channel: 1,
    setting: 'can_subscribe_group',
    to: 1,
    from: undefined,
  },
  {
    by: 'owner',
    does: 'changePermission',
    channel: 1,
    setting: 'can_subscribe_group',
    to: 'role:nobody',
    from: undefined,
  },
  // Groups and people.
  by('owner', 'describeGroup', 0),
  by('owner', 'describeGroup', 1),
  { by: 'owner', does: 'makeGroup', name: 'delta', members: ['guest'], subgroups: [], settings: {} },
  ...(['add', 'remove'] as const).map((what): Happening => ({
    by: 'owner',
    does: 'changeMembers',
    group: 3,
    add: [],
    remove: [],
    addGroups: [],
    removeGroups: [],
    ...(what === 'add' ? { add: ['member'], addGroups: [1] } : { remove: ['member'], removeGroups: [1] }),
  })),
  { by: 'owner', does: 'changeGroupPermission', group: 3, setting: 'can_join_group', to: 1, from: undefined },
  { by: 'owner', does: 'deactivateGroup', group: 3 },
  { by: 'owner', does: 'reactivateGroup', group: 3 },
  ...[by('owner', 'rename', 3, 1), by('owner', 'readdress', 2, 1), by('member', 'showAddress', 2)],
  ...[by('member', 'showAddress', 0), by('owner', 'newcomer', 1)],
  { by: 'owner', does: 'changeRole', whom: 'insider', role: 300 },
  { by: 'owner', does: 'deactivate', whom: 'insider' },
  { by: 'owner', does: 'reactivate', whom: 'insider' },
  ...[...each('owner', 'profileField', 2), by('owner', 'profileField', 1, 1), by('owner', 'profileField', 2)],
  ...[by('member', 'profile', 0, 0), by('member', 'profile', 0, 3), by('member', 'profile', 1, 1)],
  ...[by('owner', 'profileField', 3, 0), by('owner', 'profileField', 4, 0), by('owner', 'profileField', 5)],
  by('owner', 'profileField', 7, 0),
  ...[
    by('member', 'bot', 0, 1),
    by('member', 'bot', 1, 0),
    by('member', 'bot', 2),
    by('member', 'bot', 5, 1),
  ],
  ...[by('owner', 'bot', 3, 0), by('owner', 'bot', 6, 1), by('owner', 'bot', 7, 1)],
  // The organization, its emoji and its invitations; personal settings, devices, and what is sent later.
  ...[by('owner', 'describeRealm', 0, 1), by('owner', 'describeRealm', 1, 1)],
  ...Array.from({ length: 24 }, (_, one) => by('owner', 'realm', one, 1)),
  ...[by('owner', 'permit', 1, 4), by('owner', 'permit', 5, 3), by('owner', 'permit', 5, 1)],
  ...[by('owner', 'emoji', 0, 1), by('owner', 'emoji', 0, 0), ...each('owner', 'invite', 5)],
  ...[by('member', 'alert', 1), by('member', 'mute', 1, 1), ...each('member', 'draft', 3)],
  ...[...each('member', 'snippet', 3), by('owner', 'remind', 0), by('owner', 'remind', 1, 0)],
  ...[...each('member', 'view', 4, 1), by('member', 'seeStep', 0)],
  ...[by('owner', 'linkifier', 0, 3), by('owner', 'linkifier', 0, 4), by('owner', 'linkifier', 1, 2)],
  ...[by('owner', 'linkifier', 2, 1), by('owner', 'linkifier', 3, 1)],
  ...[...each('owner', 'playground', 2), ...each('owner', 'domain', 3, 1)],
  ...[...each('owner', 'picture', 3, 1), by('owner', 'picture', 0, 3)],
  ...[by('owner', 'export', 0), by('member', 'consent', 0)],
  by('owner', 'preferForAll', 1, 1),
  ...Array.from({ length: 24 }, (_, one) => by('member', 'prefer', one, 1)),
  ...[by('guest', 'device', 2), by('member', 'device', 1), by('guest', 'device', 0)],
  ...[by('owner', 'file', 0, 0), by('owner', 'file', 2, 0)],
  ...[by('owner', 'schedule', 0, 4), by('owner', 'schedule', 1, 1), by('owner', 'schedule', 2, 0)],
  ...[by('owner', 'schedule', 3, 1), by('owner', 'schedule', 0, 0)],
  ...[by('owner', 'days', 1), by('owner', 'days', 3), by('owner', 'send', 0, 1)],
  // Guests who may not know everybody.
  by('owner', 'hide', 1),
  {
    by: 'owner',
    does: 'subscribe',
    names: ['gamma'],
    whom: ['moderator'],
    fatal: false,
    privacy: 'private',
    sharesHistory: undefined,
    settings: {},
  },
  { by: 'owner', does: 'unsubscribe', names: ['gamma'], whom: ['moderator'] },
];

const wish = (who: Who, capabilities: readonly string[]): Registration => ({
  who,
  capabilities,
  markdown: true,
  gravatar: capabilities.length === 0,
  subscribers: 'true',
  slim: false,
  without: [],
  narrow: [],
  allPublic: false,
  isPrompt: true,
});

/** Everybody, with clients that understand everything and others that understand nothing. */
export const tourRegistrations = (capabilities: readonly string[]): readonly Registration[] =>
  (['owner', 'member', 'guest'] as const).flatMap((who) => [wish(who, capabilities), wish(who, [])]);
