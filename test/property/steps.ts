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

const who = fc.constantFrom(...WHO);
const person = fc.constantFrom(...WHO.filter((name) => name !== 'bot'));
const whom = fc.uniqueArray(who, { maxLength: 2 });
const name = fc.constantFrom('alpha', 'beta', 'Alpha', 'gamma', 'delta', 'GAMMA');
const names = fc.array(name, { minLength: 1, maxLength: 2 });
const channel = fc.integer({ min: 1, max: 5 });
const group: Of<GroupRef> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'role:members',
      'role:everyone',
      'role:moderators',
      'role:internet',
      'role:owners',
    ),
  },
);
const groups = fc.uniqueArray(group, { maxLength: 2 });
const setting: Of<Setting> = fc.oneof(
  fc.constantFrom<GroupRef[]>('role:nobody', 'role:members', 'role:everyone', 'role:moderators'),
  group,
  fc.record({ people: whom, groups }),
);
const maybe = <Value>(value: Of<Value>): Of<Value | undefined> => fc.option(value, { nil: undefined });
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
    isPrivate: maybe(fc.boolean()),
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
    .record({ group, add: whom, remove: whom, addGroups: groups, removeGroups: groups })
    .filter(({ group: _group, ...lists }) => Object.values(lists).some((list) => list.length > 0)),
  changeGroupPermission: fc.record({
    group,
    setting: fc.constantFrom(...GROUP_SETTINGS),
    to: setting,
    from: maybe(setting),
  }),
  deactivateGroup: fc.record({ group }),
  reactivateGroup: fc.record({ group }),
  changeRole: fc.record({ whom: person, role: fc.constantFrom<Role[]>(400, 300, 200, 100, 600) }),
  deactivate: fc.record({ whom: person }),
  reactivate: fc.record({ whom: person }),
};

/** What happens often, so that there is something to rest on. */
const WEIGHTS: Partial<Record<Deed, number>> = {
  subscribe: 6,
  changePermission: 5,
  makeGroup: 4,
  changeMembers: 5,
  reactivate: 3,
};

const step: Of<Step> = fc.oneof(
  ...(Object.keys(DEEDS) as Deed[]).map((does) => ({
    weight: WEIGHTS[does] ?? 2,
    arbitrary: fc
      .tuple(who, DEEDS[does] as Of<object>)
      .map(([by, details]) => ({ by, does, ...details }) as Step),
  })),
);

const holders = fc.constantFrom(
  'role:fullmembers',
  'role:members',
  'role:moderators',
  'role:administrators',
  'role:owners',
);

/** An organization's beginnings, and what is done in it. */
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
