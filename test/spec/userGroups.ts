/** POST /user_groups/create and GET /user_groups. */
import { showsPeopleTo } from './permissionSteps.ts';
import {
  absent,
  administrator,
  type Chapter,
  error,
  field,
  guest,
  including,
  integer,
  lacking,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
} from './row.ts';

const create = 'POST /user_groups/create';
const list = 'GET /user_groups';
const group = (fields: Shown = {}): Shown => ({
  name: 'crew {fresh}',
  description: 'Who is aboard.',
  members: ['{member}'],
  ...fields,
});
const without = (name: string): Shown =>
  Object.fromEntries(Object.entries(group()).filter(([other]) => other !== name));
const made = { made: 'group_id' };
const shown = (fields: Shown): Shown =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`user_groups[id={made}].${name}`, value]),
  );
const shows = (
  subject: typeof parameter,
  name: string,
  promise: string,
  value: unknown,
  fields: Shown = {},
) =>
  subject(name, promise, [
    member(create, group(fields)).keeps(made),
    owner(list).shows(shown({ [name === 'subgroups' ? 'direct_subgroup_ids' : name]: value })),
  ]);
const missing = (name: string): Row =>
  parameter(name, 'is required', [
    member(create, without(name)).refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, {
      var_name: name,
    }),
  ]);
const badName = (name: string, msg: string): Row =>
  parameter('name', `is refused: ${msg}`, [member(create, group({ name })).refused('BAD_REQUEST', msg)]);

const MINE = { direct_members: ['{member}'], direct_subgroups: [] };
const OTHERS = { direct_members: ['{owner}', '{guest}'], direct_subgroups: ['{moderators}'] };
const PEOPLE = { direct_members: ['{guest}', '{owner}', '{guest}'], direct_subgroups: ['{moderators}'] };
const EMPTY = { direct_members: [], direct_subgroups: [] };
const ONE_GROUP = { direct_members: [], direct_subgroups: ['{moderators}'] };

const setting = (
  name: string,
  standard: unknown,
  meaning: string,
  refused: Readonly<Record<string, string>>,
) => [
  shows(parameter, name, `is ${meaning} where it is left out`, standard),
  shows(parameter, name, 'may be a group', '{moderators}', { [name]: '{moderators}' }),
  shows(parameter, name, 'may be people and groups, listed in order and once', OTHERS, { [name]: PEOPLE }),
  shows(parameter, name, 'of one group and nobody is that group', '{moderators}', { [name]: ONE_GROUP }),
  shows(parameter, name, 'of nothing is nobody', '{noone}', { [name]: EMPTY }),
  ...Object.entries(refused).map(([system, group_]) =>
    parameter(name, `is not role:${system}`, [
      member(create, group({ [name]: group_ })).refused(
        'BAD_REQUEST',
        `'${name}' setting cannot be set to 'role:${system}' group.`,
      ),
    ]),
  ),
  parameter(name, 'names a group that exists', [
    member(create, group({ [name]: '{nobody}' })).refused('BAD_REQUEST', 'Invalid user group ID: {nobody}'),
  ]),
  ...['{nobody}', '{leaver}'].map((invalid) =>
    parameter(name, `names people who ${invalid === '{nobody}' ? 'exist' : 'are active'}`, [
      member(create, group({ [name]: { direct_members: [invalid], direct_subgroups: [] } })).refused(
        'BAD_REQUEST',
        `Invalid user ID: ${invalid}`,
      ),
    ]),
  ),
];
const NOT_ALL = { internet: '{internet}', everyone: '{everyone}' };

export const newUserGroups: Chapter = {
  about: 'POST /user_groups/create',
  file: 'userGroups.ts',
  rows: [
    shows(parameter, 'name', 'is the name', 'crew {fresh}', { name: ' crew {fresh} ' }),
    missing('name'),
    badName(' ', "User group name can't be empty!"),
    badName('x'.repeat(101), 'User group name cannot exceed 100 characters.'),
    ...['@', 'role:', 'user:', 'stream:', 'channel:'].map((start) =>
      badName(`${start}crew`, `User group name cannot start with '${start}'.`),
    ),
    parameter('name', 'is no other group’s', [
      member(create, group({ name: '{groupName}' })).refused(
        'BAD_REQUEST',
        "User group '{groupName}' already exists.",
      ),
    ]),
    parameter('name', 'is not a deactivated group’s either', [
      owner('POST /user_groups/{group}/deactivate'),
      member(create, group({ name: '{groupName}' })).refused(
        'BAD_REQUEST',
        "User group '{groupName}' already exists.",
      ),
    ]),
    shows(parameter, 'description', 'says what the group is', 'Who is aboard.'),
    shows(parameter, 'description', 'may be empty', '', { description: '' }),
    missing('description'),
    shows(parameter, 'members', 'are the first members', ['{member}', '{guest}'], {
      members: ['{guest}', '{member}'],
    }),
    shows(parameter, 'members', 'may be none: who creates a group is not a member for it', [], {
      members: [],
    }),
    missing('members'),
    parameter('members', 'is a list of integers', [
      member(create, group({ members: ['x'] })).refused('BAD_REQUEST', 'members[0] is not an integer'),
    ]),
    shows(parameter, 'subgroups', 'are the first subgroups', ['{group}'], { subgroups: ['{group}'] }),
    shows(parameter, 'subgroups', 'are none where it is left out', []),
    parameter('subgroups', 'exist', [
      member(create, group({ subgroups: ['{nobody}'] })).refused(
        'BAD_REQUEST',
        'Invalid user group ID: {nobody}',
      ),
    ]),
    parameter('subgroups', 'are in use', [
      owner('POST /user_groups/{group}/deactivate'),
      member(create, group({ subgroups: ['{group}'] })).refused('BAD_REQUEST', 'User group is deactivated.'),
    ]),
    ...setting('can_add_members_group', MINE, 'the creator', NOT_ALL),
    ...setting('can_manage_group', MINE, 'the creator', NOT_ALL),
    ...setting('can_join_group', '{noone}', 'nobody', NOT_ALL),
    ...setting('can_remove_members_group', '{noone}', 'nobody', NOT_ALL),
    ...setting('can_leave_group', '{everyone}', 'everyone', { internet: '{internet}' }),
    ...setting('can_mention_group', '{everyone}', 'everyone', {
      internet: '{internet}',
      owners: '{owners}',
    }),
    parameter('can_join_group', 'is a group or an object', [
      member(create, group({ can_join_group: 'x' })).refused(
        'BAD_REQUEST',
        'can_join_group is not valid JSON',
      ),
    ]),
    parameter('can_join_group', 'is not a deactivated group', [
      owner('POST /user_groups/{group}/deactivate'),
      member(create, group({ can_join_group: '{group}' })).refused(
        'BAD_REQUEST',
        'User group is deactivated.',
      ),
    ]),
    field('group_id', 'is the ID of the group', [member(create, group()).shows({ group_id: integer })]),
    error('BAD_REQUEST', 'answers an unknown member', [
      member(create, group({ members: ['{nobody}'] })).refused('BAD_REQUEST', 'Invalid user ID: {nobody}'),
    ]),
    error('BAD_REQUEST', 'answers a deactivated member', [
      member(create, group({ members: ['{leaver}'] })).refused('BAD_REQUEST', 'Invalid user ID: {leaver}'),
    ]),
    error('BAD_REQUEST', 'answers guests', [
      guest(create, group()).refused('BAD_REQUEST', 'Not allowed for guest users'),
    ]),
    error('BAD_REQUEST', 'answers people who may not create groups', [
      owner('PATCH /realm', { can_create_groups: { new: '{owners}' } }),
      administrator(create, group()).refused('BAD_REQUEST', 'Insufficient permission'),
      owner('PATCH /realm', { can_create_groups: { new: '{members}' } }).shows(),
    ]),
  ],
};

const NOT_MEANT = '{noone}';
const ofMembers = (name: string, promise: string, value: unknown): Row =>
  field(`user_groups[].${name}`, promise, [
    guest(list).shows({ [`user_groups[name=role:members].${name}`]: value }),
  ]);
const ofGroup = (name: string, promise: string, value: unknown): Row =>
  field(`user_groups[].${name}`, promise, [
    member(create, group()).keeps(made),
    guest(list).shows(shown({ [name]: value })),
  ]);

export const userGroupFields: Chapter = {
  about: 'GET /user_groups',
  file: 'userGroups.ts',
  rows: [
    parameter('include_deactivated_groups', 'false is the default', [
      owner('POST /user_groups/{group}/deactivate'),
      owner(list).shows({ 'user_groups[id={group}]': absent }),
    ]),
    parameter('include_deactivated_groups', 'true asks for them too', [
      owner('POST /user_groups/{group}/deactivate'),
      owner(list, { include_deactivated_groups: true }).shows({
        'user_groups[id={group}].deactivated': true,
      }),
    ]),
    parameter('include_deactivated_groups', 'is a boolean', [
      owner(list, { include_deactivated_groups: 1 }).refused(
        'BAD_REQUEST',
        'include_deactivated_groups is not a boolean',
      ),
    ]),
    ofGroup('id', 'is the ID', '{made}'),
    ofGroup('name', 'is the name', 'crew {fresh}'),
    ofGroup('description', 'is the description', 'Who is aboard.'),
    ofGroup('creator_id', 'is who created it', '{member}'),
    ofGroup('date_created', 'is UNIX seconds', integer),
    ofGroup('members', 'are the direct members', ['{member}']),
    ofGroup('direct_subgroup_ids', 'are the direct subgroups', []),
    ofGroup('is_system_group', 'is false of what people create', false),
    ofGroup('deactivated', 'is false of a group in use', false),
    field('user_groups[].members', 'are active accounts only', [
      member(create, group({ members: ['{user}'] })).keeps(made),
      owner('DELETE /users/{user}'),
      guest(list).shows(shown({ members: [] })),
    ]),
    field('user_groups[].members', 'are shown by ID also to guests who may not know the people', [
      member(create, group({ members: ['{user}'] })).keeps(made),
      showsPeopleTo('{members}'),
      guest(list).shows(shown({ members: ['{user}'] })),
      guest('GET /user_groups/{made}/members').shows({ members: ['{user}'] }),
      guest('GET /user_groups/{made}/members/{user}').shows({ is_user_group_member: true }),
      guest('GET /users', { user_ids: ['{user}'] }).shows({ 'members[0].full_name': 'Unknown user' }),
      showsPeopleTo('{everyone}'),
    ]),
    ofMembers('creator_id', 'is null of a system group', null),
    ofMembers('date_created', 'is null of a system group', null),
    ofMembers('is_system_group', 'is true of a system group', true),
    ofMembers('direct_subgroup_ids', 'of a system group is the next narrower one', ['{fullmembers}']),
    ofMembers('can_mention_group', 'of a system group is nobody', NOT_MEANT),
    ofMembers('can_manage_group', 'of a system group is nobody', NOT_MEANT),
    ofMembers('can_add_members_group', 'of a system group is nobody', NOT_MEANT),
    ofMembers('can_join_group', 'of a system group is nobody', NOT_MEANT),
    ofMembers('can_leave_group', 'of a system group is nobody', NOT_MEANT),
    ofMembers('can_remove_members_group', 'of a system group is nobody', NOT_MEANT),
    ...[
      'internet',
      'everyone',
      'members',
      'fullmembers',
      'moderators',
      'administrators',
      'owners',
      'nobody',
    ].map((role) =>
      rule(`role:${role} is a system group`, [
        member(list).shows({ [`user_groups[name=role:${role}].is_system_group`]: true }),
      ]),
    ),
    rule('membership of system groups follows the role', [
      owner('PATCH /users/{user}', { role: 300 }),
      owner('GET /user_groups/{moderators}/members').shows({ members: including('{user}') }),
      owner('PATCH /users/{user}', { role: 600 }),
      owner('GET /user_groups/{members}/members').shows({ members: lacking('{user}') }),
      owner('GET /user_groups/{everyone}/members').shows({ members: including('{user}') }),
    ]),
  ],
};
