/** Histories at random: small worlds, so that names meet again and circles come about. */
import fc from 'fast-check';
import {
  CHANNEL_SETTINGS,
  type Constitution,
  GROUP_SETTINGS,
  type GroupRef,
  type Privacy,
  type Role,
  type Setting,
  WHO,
} from './model/organization.ts';
import type { Deed, Deeds, Step } from './model/step.ts';

type Of<Value> = fc.Arbitrary<Value>;

/** Whoever acts: more often somebody who may. */
const by = fc.constantFrom(...WHO, 'owner', 'owner', 'admin');
const who = fc.constantFrom(...WHO);
const person = fc.constantFrom(...WHO.filter((name) => name !== 'bot'));
const whom = fc.uniqueArray(who, { maxLength: 2 });
const name = fc.constantFrom('alpha', 'beta', 'Alpha', 'gamma', 'delta', 'GAMMA');
const names = fc.array(name, { minLength: 1, maxLength: 2 });
const channel = fc.constantFrom(1, 2, 3, 1, 2, 3, 4, 5);
const custom = fc.constantFrom<GroupRef[]>(1, 2, 1, 2, 3, 4);
const group: Of<GroupRef> = fc.oneof(
  { weight: 5, arbitrary: custom },
  {
    weight: 1,
    arbitrary: fc.constantFrom<GroupRef[]>('role:members', 'role:moderators', 'role:everyone', 'role:owners'),
  },
);
const groups = fc.uniqueArray(group, { maxLength: 2 });
const setting: Of<Setting> = fc.oneof(
  fc.constantFrom<GroupRef[]>(
    'role:nobody',
    'role:members',
    'role:moderators',
    'role:everyone',
    'role:internet',
  ),
  custom,
  fc.record({ people: whom, groups }),
);
/** Rarely set. */
const maybe = <Value>(value: Of<Value>): Of<Value | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
/** Mostly nothing. */
const some = <Value>(list: Of<Value[]>): Of<Value[]> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: list });
const settings = <Name extends string>(namesOf: readonly Name[]): Of<Partial<Record<Name, Setting>>> =>
  fc.dictionary(fc.constantFrom(...namesOf), setting, { maxKeys: 2, noNullPrototype: true }) as Of<
    Partial<Record<Name, Setting>>
  >;

const DEEDS: { readonly [Does in Deed]: Of<Deeds[Does]> } = {
  subscribe: fc.record({
    names,
    whom,
    fatal: fc.boolean(),
    privacy: fc.constantFrom<Privacy[]>('public', 'private', 'private', 'web-public'),
    sharesHistory: maybe(fc.boolean()),
    settings: settings(CHANNEL_SETTINGS),
  }),
  unsubscribe: fc.record({ names, whom }),
  rename: fc.record({ channel, name }),
  changeVisibility: fc.record({
    channel,
    isPrivate: fc.option(fc.boolean(), { nil: undefined, freq: 2 }),
    isWebPublic: maybe(fc.boolean()),
    sharesHistory: maybe(fc.boolean()),
  }),
  changePermission: fc.record({
    channel,
    setting: fc.constantFrom(...CHANNEL_SETTINGS),
    to: setting,
    from: maybe(setting),
  }),
  archive: fc.record({ channel }),
  unarchive: fc.record({ channel }),
  makeGroup: fc.record({ name, members: whom, subgroups: groups, settings: settings(GROUP_SETTINGS) }),
  changeMembers: fc
    .record({
      group,
      add: some(whom),
      remove: some(whom),
      addGroups: some(groups),
      removeGroups: some(groups),
    })
    .filter(({ group: _group, ...lists }) => Object.values(lists).some((list) => list.length > 0)),
  changeGroupPermission: fc.record({
    group,
    setting: fc.constantFrom(...GROUP_SETTINGS),
    to: setting,
    from: maybe(setting),
  }),
  deactivateGroup: fc.record({ group }),
  reactivateGroup: fc.record({ group }),
  changeRole: fc.record({ whom: who, role: fc.constantFrom<Role[]>(400, 300, 200, 100, 600) }),
  deactivate: fc.record({ whom: person }),
  reactivate: fc.record({ whom: person }),
};

/** Steps that are more frequent than the rest, because there is more to them. */
const WEIGHTS: Partial<Record<Deed, number>> = {
  subscribe: 5,
  unsubscribe: 3,
  changeVisibility: 4,
  changePermission: 6,
  makeGroup: 3,
  changeMembers: 6,
  changeGroupPermission: 4,
  reactivate: 3,
};

/** Anything that anybody of the model does. */
export const step: Of<Step> = fc.oneof(
  ...(Object.keys(DEEDS) as Deed[]).map((does) => ({
    weight: WEIGHTS[does] ?? 2,
    arbitrary: fc
      .tuple(by, DEEDS[does] as Of<object>)
      .map(([actor, details]) => ({ by: actor, does, ...details }) as Step),
  })),
);

const noSettings = { settings: {} };
const channelBy = { by: 'owner', does: 'subscribe', fatal: true, sharesHistory: undefined } as const;

/** The state before a history begins: a group within a group; a public, a shared and a protected channel. */
export const OPENING: readonly Step[] = [
  {
    by: 'owner',
    does: 'makeGroup',
    name: 'alpha',
    members: ['member', 'guest'],
    subgroups: [],
    ...noSettings,
  },
  { by: 'owner', does: 'makeGroup', name: 'beta', members: ['insider'], subgroups: [1], ...noSettings },
  { ...channelBy, names: ['alpha'], whom: ['owner', 'guest'], privacy: 'public', ...noSettings },
  {
    ...channelBy,
    names: ['beta'],
    whom: ['member', 'bot'],
    privacy: 'private',
    sharesHistory: true,
    settings: {
      can_subscribe_group: 2,
      can_administer_channel_group: { people: ['moderator'], groups: [1] },
    },
  },
  { ...channelBy, names: ['gamma'], whom: ['owner', 'insider', 'guest'], privacy: 'private', ...noSettings },
];

const holders = fc.constantFrom(
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
);

/** The permissions of an organization, and the steps in it after the opening. */
export interface History {
  readonly constitution: Constitution;
  readonly steps: readonly Step[];
}

export const history = (length: number): Of<History> =>
  fc.record({
    constitution: fc.record({
      can_add_subscribers_group: holders,
      can_create_groups: holders,
      can_create_private_channel_group: holders,
      can_create_public_channel_group: holders,
      can_manage_all_groups: holders,
    }),
    steps: fc.array(step, { minLength: 1, maxLength: length, size: 'max' }),
  });
