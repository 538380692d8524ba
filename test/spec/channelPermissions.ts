/** The permissions of a channel, in creating and in changing one. */
import {
  channelIs,
  newChannel,
  NOT_FOR_EVERYONE,
  oneChannel,
  PERMISSIONS,
  subscribe,
} from './channelSteps.ts';
import { type Chapter, type Demand, owner, parameter, type Row, type Step } from './row.ts';

const NAMES = Object.keys(PERMISSIONS);
const people = (direct_members: readonly string[], direct_subgroups: readonly string[]) => ({
  direct_members,
  direct_subgroups,
});
const forbidden = (name: string, group: string): string =>
  `'${name}' setting cannot be set to 'role:${group}' group.`;

/** Values that a permission may not have, and what is said of each. */
const refusals = (name: string): readonly (readonly [promise: string, value: unknown, msg: string])[] => [
  ['is an existing group', '{nobody}', 'Invalid user group ID: {nobody}'],
  ['has existing members', people(['{nobody}'], []), 'Invalid user ID: {nobody}'],
  ['has no deactivated members', people(['{member}', '{leaver}'], []), 'Invalid user ID: {leaver}'],
  ['is not for everyone on the internet', '{internet}', forbidden(name, 'internet')],
  ['is not for a group with those in it', people(['{member}'], ['{internet}']), forbidden(name, 'internet')],
  ...(NOT_FOR_EVERYONE.includes(name)
    ? ([['is not for everyone', '{everyone}', forbidden(name, 'everyone')]] as const)
    : []),
];

const rowsOfNew = (name: string): readonly Row[] => {
  const given = (promise: string, value: unknown, shown = value): Row =>
    parameter(name, promise, [...newChannel({ [name]: value }), channelIs({ [name]: shown })]);
  const refused = (promise: string, value: unknown, msg: string | Demand): Row =>
    parameter(name, promise, [
      owner(subscribe, { ...oneChannel(), [name]: value }).refused('BAD_REQUEST', msg),
    ]);
  return [
    given('is the ID of a group', '{moderators}'),
    given('is people and groups', people(['{member}'], ['{moderators}'])),
    given(
      'is shown sorted',
      people(['{member}', '{administrator}'], []),
      people(['{administrator}', '{member}'], []),
    ),
    given('of one group alone is that group', people([], ['{moderators}']), '{moderators}'),
    given('of nobody at all is the group of nobody', people([], []), '{noone}'),
    ...refusals(name).map((args) => refused(...args)),
    refused('has both lists', { direct_members: [] }, `${name}["direct_subgroups"] field is missing`),
  ];
};

export const newChannelPermissions: Chapter = {
  about: 'POST /users/me/subscriptions: permissions of new channels',
  file: 'channelPermissions.ts',
  rows: NAMES.flatMap(rowsOfNew),
};

const rowsOfChanged = (name: string): readonly Row[] => {
  const patch = (value: unknown): Step => owner('PATCH /streams/{id}', { [name]: value });
  const present = PERMISSIONS[name as keyof typeof PERMISSIONS];
  const refused = (promise: string, value: unknown, msg: string): Row =>
    parameter(name, promise, [...newChannel(), patch(value).refused('BAD_REQUEST', msg)]);
  return [
    parameter(name, 'becomes `new`', [
      ...newChannel(),
      patch({ new: '{moderators}' }).shows(),
      channelIs({ [name]: '{moderators}' }),
    ]),
    parameter(name, 'becomes `new` where it is `old`', [
      ...newChannel(),
      patch({ new: people(['{member}'], ['{moderators}']), old: present }).shows(),
      channelIs({ [name]: people(['{member}'], ['{moderators}']) }),
    ]),
    parameter(name, 'stays where it is not `old`', [
      ...newChannel(),
      patch({ new: '{moderators}', old: '{owners}' }).refused(
        'EXPECTATION_MISMATCH',
        "'old' value does not match the expected value.",
      ),
      channelIs({ [name]: present }),
    ]),
    parameter(name, 'may be what it is already, of which nothing is recorded', [
      ...newChannel(),
      patch({ new: present }).shows().records(0),
    ]),
    ...refusals(name).map(([promise, value, msg]) => refused(promise, { new: value }, msg)),
    refused('is an object with `new`', '{moderators}', `${name} is not a dict`),
    refused('asks for `new`', { old: '{noone}' }, `${name}["new"] field is missing`),
  ];
};

export const changedChannelPermissions: Chapter = {
  about: 'PATCH /streams/:stream_id: permissions',
  file: 'channelPermissions.ts',
  rows: NAMES.flatMap(rowsOfChanged),
};
