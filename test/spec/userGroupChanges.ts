/** Changing user groups, their members and subgroups. */
import { permits } from './permissionSteps.ts';
import {
  absent,
  administrator,
  type Chapter,
  error,
  field,
  guest,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  user,
} from './row.ts';

const change = 'PATCH /user_groups/{group}';
const list = 'GET /user_groups';
const shown = (fields: Shown): Shown =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`user_groups[id={group}].${name}`, value]),
  );
const notPermitted = ['BAD_REQUEST', 'Insufficient permission'] as const;
const noGroup = ['BAD_REQUEST', 'Invalid user group'] as const;

const SETTINGS = {
  can_add_members_group: ['internet', 'everyone'],
  can_join_group: ['internet', 'everyone'],
  can_leave_group: ['internet'],
  can_manage_group: ['internet', 'everyone'],
  can_mention_group: ['internet', 'owners'],
  can_remove_members_group: ['internet', 'everyone'],
} as const;

const setting = ([name, forbidden]: readonly [string, readonly string[]]): readonly Row[] => [
  parameter(name, 'is changed to what `new` says', [
    owner(change, { [name]: { new: '{moderators}' } }).shows(),
    owner(list).shows(shown({ [name]: '{moderators}' })),
  ]),
  parameter(name, 'is changed from what `old` says', [
    owner(list).keeps({ before: `user_groups[id={group}].${name}` }),
    owner(change, { [name]: { new: '{moderators}', old: '{before}' } }).shows(),
    owner(list).shows(shown({ [name]: '{moderators}' })),
  ]),
  parameter(name, 'is not changed where `old` is not the present value', [
    owner(change, { [name]: { new: '{moderators}', old: '{administrators}' } }).refused(
      'EXPECTATION_MISMATCH',
      "'old' value does not match the expected value.",
      { field_name: 'old' },
    ),
  ]),
  parameter(name, 'names no deactivated people', [
    owner(change, {
      [name]: { new: { direct_members: ['{member}', '{leaver}'], direct_subgroups: ['{moderators}'] } },
    }).refused('BAD_REQUEST', 'Invalid user ID: {leaver}'),
  ]),
  ...forbidden.map((role) =>
    parameter(name, `is not role:${role}`, [
      owner(change, { [name]: { new: `{${role}}` } }).refused(
        'BAD_REQUEST',
        `'${name}' setting cannot be set to 'role:${role}' group.`,
      ),
    ]),
  ),
];

export const changedUserGroups: Chapter = {
  about: 'PATCH /user_groups/:group_id, POST /user_groups/:group_id/deactivate',
  file: 'userGroupChanges.ts',
  rows: [
    parameter('group_id', 'of a group that is deactivated exists', [
      owner('POST /user_groups/{nobody}/deactivate').refused('BAD_REQUEST', 'Invalid user group'),
    ]),
    parameter('group_id', 'must be a group', [
      owner('PATCH /user_groups/{nobody}', { name: 'crew' }).refused(...noGroup),
    ]),
    parameter('name', 'is the new name', [
      owner(change, { name: ' crew {fresh} ' }).shows(),
      owner(list).shows(shown({ name: 'crew {fresh}' })),
    ]),
    parameter('name', 'is not empty', [
      owner(change, { name: '' }).refused('BAD_REQUEST', "User group name can't be empty!"),
    ]),
    parameter('name', 'has at most 100 characters', [
      owner(change, { name: 'x'.repeat(101) }).refused(
        'BAD_REQUEST',
        'User group name cannot exceed 100 characters.',
      ),
    ]),
    parameter('name', 'does not begin as a mention does', [
      owner(change, { name: '@crew' }).refused('BAD_REQUEST', "User group name cannot start with '@'."),
    ]),
    parameter('name', 'is no other group’s', [
      owner('POST /user_groups/create', { name: 'deck {fresh}', description: '', members: [] }),
      owner(change, { name: 'DECK {fresh}' }).refused(
        'BAD_REQUEST',
        "User group 'DECK {fresh}' already exists.",
      ),
    ]),
    parameter('description', 'is the new description', [
      owner(change, { description: 'Everybody here.' }).shows(),
      owner(list).shows(shown({ description: 'Everybody here.' })),
    ]),
    parameter('deactivated', 'false reactivates', [
      owner('POST /user_groups/{group}/deactivate'),
      owner(change, { deactivated: false }).shows(),
      owner(list).shows(shown({ deactivated: false })),
    ]),
    parameter('deactivated', 'false asks for can_create_groups', [
      owner('POST /user_groups/{group}/deactivate'),
      owner(change, { can_manage_group: { new: '{members}' } }).shows(),
      permits('can_create_groups', '{owners}'),
      member(change, { deactivated: false }).refused(...notPermitted),
      permits('can_create_groups', '{members}'),
      member(change, { deactivated: false }).shows(),
    ]),
    parameter('deactivated', 'true is not accepted', [
      owner(change, { deactivated: true }).refused('BAD_REQUEST', 'Invalid deactivated'),
      owner(change, { deactivated: '"false"' }).refused('BAD_REQUEST', 'deactivated is not a boolean'),
    ]),
    ...Object.entries(SETTINGS).flatMap(setting),
    parameter('can_join_group', 'of what it is already is a success', [
      owner(change, { can_join_group: { new: '{noone}', old: '{noone}' } }).shows(),
    ]),
    parameter('can_join_group', 'asks for `new`', [
      owner(change, { can_join_group: { old: '{noone}' } }).refused(
        'BAD_REQUEST',
        'can_join_group["new"] field is missing',
      ),
    ]),
    parameter('can_join_group', 'of one group and nobody is that group', [
      owner(change, { can_join_group: { new: { direct_members: [], direct_subgroups: ['{members}'] } } }),
      owner(list).shows(shown({ can_join_group: '{members}' })),
    ]),
    parameter('can_join_group', 'of nothing is nobody', [
      owner(change, { can_join_group: { new: { direct_members: [], direct_subgroups: [] } } }),
      owner(list).shows(shown({ can_join_group: '{noone}' })),
    ]),
    parameter('can_join_group', 'asks for both lists', [
      owner(change, { can_join_group: { new: { direct_members: [] } } }).refused(
        'BAD_REQUEST',
        'can_join_group["new"]["direct_subgroups"] field is missing',
      ),
    ]),
    parameter('can_join_group', 'lists active accounts only', [
      owner(change, {
        can_join_group: { new: { direct_members: ['{user}', '{member}'], direct_subgroups: [] } },
      }),
      owner('DELETE /users/{user}'),
      owner(list).shows(shown({ can_join_group: { direct_members: ['{member}'], direct_subgroups: [] } })),
    ]),
    error('EXPECTATION_MISMATCH', 'changes nothing else either', [
      owner(change, { name: 'not this', can_join_group: { new: '{members}', old: '{owners}' } }).refused(
        'EXPECTATION_MISMATCH',
        "'old' value does not match the expected value.",
        { field_name: 'old' },
      ),
      owner(list).shows(shown({ name: '{groupName}' })),
    ]),
    error('BAD_REQUEST', 'answers a request without news', [
      owner(change).refused('BAD_REQUEST', 'No new data supplied'),
    ]),
    error('BAD_REQUEST', 'answers people who may not manage the group', [
      member(change, { name: 'mine' }).refused(...notPermitted),
    ]),
    error('BAD_REQUEST', 'answers a guest, even if they are listed', [
      owner(change, { can_manage_group: { new: { direct_members: ['{guest}'], direct_subgroups: [] } } }),
      guest(change, { name: 'mine' }).refused(...notPermitted),
    ]),
    error('BAD_REQUEST', 'answers an owner who would change a system group', [
      owner('PATCH /user_groups/{members}', { name: 'mine' }).refused(...notPermitted),
    ]),
    rule('people who may manage the group may change it', [
      owner(change, { can_manage_group: { new: '{members}' } }),
      member(change, { name: 'crew {fresh}' }).shows(),
    ]),
    rule('people who may manage all groups may change it', [
      owner('PATCH /realm', { can_manage_all_groups: { new: '{administrators}' } }),
      administrator(change, { name: 'crew {fresh}' }).shows(),
      owner('PATCH /realm', { can_manage_all_groups: { new: '{owners}' } }).shows(),
    ]),
    rule('a deactivated group is listed no more', [
      owner('POST /user_groups/{group}/deactivate').shows(),
      owner(list).shows({ 'user_groups[id={group}]': absent }),
    ]),
    error('BAD_REQUEST', 'answers the second deactivation', [
      owner('POST /user_groups/{group}/deactivate').shows(),
      owner('POST /user_groups/{group}/deactivate').refused('BAD_REQUEST', 'User group is deactivated.'),
    ]),
    error('CANNOT_DEACTIVATE_GROUP_IN_USE', 'names the groups above', [
      owner('POST /user_groups/create', {
        name: 'fleet {fresh}',
        description: '',
        members: [],
        subgroups: ['{group}'],
      }).keeps({ above: 'group_id' }),
      owner('POST /user_groups/{group}/deactivate').refused(
        'CANNOT_DEACTIVATE_GROUP_IN_USE',
        'Cannot deactivate user group in use.',
        { objections: [{ type: 'subgroup', supergroup_ids: ['{above}'] }] },
      ),
    ]),
    error('CANNOT_DEACTIVATE_GROUP_IN_USE', 'names the channels', [
      owner('PATCH /streams/{channel}', { can_add_subscribers_group: { new: '{group}' } }),
      owner('POST /user_groups/{group}/deactivate').refused(
        'CANNOT_DEACTIVATE_GROUP_IN_USE',
        'Cannot deactivate user group in use.',
        {
          objections: [{ type: 'channel', channel_id: '{channel}', settings: ['can_add_subscribers_group'] }],
        },
      ),
    ]),
    error('CANNOT_DEACTIVATE_GROUP_IN_USE', 'names the groups whose settings rest on it', [
      owner('POST /user_groups/create', {
        name: 'fleet {fresh}',
        description: '',
        members: [],
        can_join_group: '{group}',
      }).keeps({ other: 'group_id' }),
      owner('POST /user_groups/{group}/deactivate').refused(
        'CANNOT_DEACTIVATE_GROUP_IN_USE',
        'Cannot deactivate user group in use.',
        { objections: [{ type: 'user_group', group_id: '{other}', settings: ['can_join_group'] }] },
      ),
    ]),
    error('CANNOT_DEACTIVATE_GROUP_IN_USE', 'names the settings of the organization', [
      owner('PATCH /realm', { can_create_bots_group: { new: '{group}' } }),
      owner('POST /user_groups/{group}/deactivate').refused(
        'CANNOT_DEACTIVATE_GROUP_IN_USE',
        'Cannot deactivate user group in use.',
        { objections: [{ type: 'realm', settings: ['can_create_bots_group'] }] },
      ),
      owner('PATCH /realm', { can_create_bots_group: { new: '{members}' } }).shows(),
    ]),
    error('none', 'answers DELETE, which there is no more, with status 405', [
      owner('DELETE /user_groups/{group}').answers(405, { msg: 'Method Not Allowed' }),
    ]),
    field('result', 'is all that a change answers', [
      owner(change, { description: 'x' }).shows({ msg: '', ignored_parameters_unsupported: absent }),
    ]),
    rule('somebody who may not create groups may change their own', [
      user('POST /user_groups/create', { name: 'own {fresh}', description: '', members: [] }).keeps({
        own: 'group_id',
      }),
      user('PATCH /user_groups/{own}', { description: 'mine' }).shows(),
    ]),
  ],
};
