/** User groups: listing, creating and changing them. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { UserId } from '../../base/ids.ts';
import { changeUserGroupMembers } from '../../commands/groups/members.ts';
import type { GroupSettingUpdate } from '../../commands/groups/settings.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  existingUserGroup,
  updateUserGroup,
} from '../../commands/groups/userGroups.ts';
import { byInternalName, byWireName } from '../../events/define.ts';
import { type GroupSettingValue, USER_GROUP_PERMISSIONS, UserGroupId } from '../../events/userGroups.ts';
import { directMembersOf, groupsBelow, membersOf } from '../../organization/slices/userGroups.ts';
import { named } from '../../wire/define.ts';
import { GroupSetting, userGroupFields, UserGroupShape, wireUserGroup } from '../../wire/userGroups.ts';
import { json, MAX_USER_IDS, type Parameter, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import { listResponse } from '../listings/listResponse.ts';

// Group-setting values as parameters.

const groupSettingOf = (wire: z.infer<typeof GroupSetting>): GroupSettingValue =>
  typeof wire === 'number'
    ? wire
    : { directMembers: wire.direct_members, directSubgroups: wire.direct_subgroups };

const Value = GroupSetting.transform(groupSettingOf);

/** A parameter for a group setting of something new. */
export const groupSetting = (): Parameter<GroupSettingValue | undefined> => json(Value).optional();

const Update = named(
  'GroupSettingUpdate',
  'A new value of a group setting, and the one that the caller expects now.',
  z.strictObject({
    new: Value.describe('The value to set.'),
    old: Value.optional().describe(
      'The value that the caller expects; if another one is set, the call is refused.',
    ),
  }),
);

/** A parameter that changes a group setting: `{new, old}`, where `old` may be left out. */
export const groupSettingUpdate = (): Parameter<GroupSettingUpdate | undefined> => json(Update).optional();

/** One parameter for each permission, by its name on the wire. */
const permissionParams = <Value>(make: () => Parameter<Value>) =>
  byWireName(USER_GROUP_PERMISSIONS, (name) =>
    make().describe(userGroupFields[USER_GROUP_PERMISSIONS[name].wireName]),
  );

export const userGroupRoutes = routes({
  'GET /user_groups': read({
    isBulky: true,
    who: 'user',
    summary: 'List user groups',
    params: {
      include_deactivated_groups: json(z.boolean())
        .default(false)
        .describe('Wants deactivated user groups, too.'),
    },
    response: z.strictObject({
      user_groups: z.array(UserGroupShape).describe('Groups of people, ordered by ID.'),
    }),
    handle({ params, organization: { state } }) {
      const shown = [...state.userGroups.byId.values()]
        .filter(({ deactivated }) => params.include_deactivated_groups || !deactivated)
        .sort((one, other) => one.groupId - other.groupId);
      return listResponse('user_groups', shown, (group) => wireUserGroup(state, group));
    },
  }),

  'POST /user_groups/create': write({
    who: 'member',
    summary: 'Create a user group',
    params: {
      name: text().describe('Name of the new group.'),
      description: text().describe(userGroupFields.description),
      members: json(z.array(UserId), MAX_USER_IDS).describe('IDs of the first members.'),
      subgroups: json(z.array(UserGroupId))
        .default([])
        .describe('IDs of groups whose members belong to it, too.'),
      ...permissionParams(groupSetting),
    },
    response: z.strictObject({ group_id: UserGroupId }),
    errors: ['BAD_REQUEST'],
    async handle({ params, submit }) {
      const { groupId } = await submit(createUserGroup, {
        name: params.name,
        description: params.description,
        memberIds: params.members,
        subgroupIds: params.subgroups,
        permissions: byInternalName(USER_GROUP_PERMISSIONS, params),
      });
      return { group_id: groupId };
    },
  }),

  'PATCH /user_groups/:group_id': write({
    who: 'user',
    summary: 'Change a user group',
    params: {
      group_id: path(UserGroupId),
      name: text().optional().describe('New name of the group.'),
      description: text().optional().describe('New description of the group.'),
      deactivated: json(z.literal(false))
        .describe('Only `false` is accepted: it reactivates the group.')
        .optional(),
      ...permissionParams(groupSettingUpdate),
    },
    errors: ['EXPECTATION_MISMATCH'],
    async handle({ params, submit }) {
      await submit(updateUserGroup, {
        groupId: params.group_id,
        name: params.name,
        description: params.description,
        reactivate: params.deactivated === false,
        permissions: byInternalName(USER_GROUP_PERMISSIONS, params),
      });
    },
  }),

  'POST /user_groups/:group_id/deactivate': write({
    who: 'user',
    summary: 'Deactivate a user group',
    params: { group_id: path(UserGroupId) },
    errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
    async handle({ params, submit }) {
      await submit(deactivateUserGroup, { groupId: params.group_id });
    },
  }),
});

// Members of a user group: people, and other groups.

const group = { group_id: path(UserGroupId) };
const people = json(z.array(UserId), MAX_USER_IDS).default([]);
const groups = json(z.array(UserGroupId)).default([]);

/** Refuses a request that names nobody. */
function requireSomething(lists: Readonly<Record<string, readonly unknown[]>>): void {
  const names = Object.keys(lists).map((name) => `"${name}"`);
  const among = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  if (Object.values(lists).every((list) => list.length === 0))
    throw new Refused(`Nothing to do. Specify at least one of ${among}.`);
}

const directMemberOnly = json(z.boolean())
  .default(false)
  .describe('Whether only those count who are directly in the group.');

export const userGroupMemberRoutes = routes({
  'GET /user_groups/:group_id/members': read({
    who: 'user',
    summary: 'List the members of a user group',
    params: { ...group, direct_member_only: directMemberOnly },
    response: z.strictObject({ members: z.array(z.int()).describe('IDs of the people.') }),
    handle({ params, organization: { state } }) {
      const { groupId } = existingUserGroup(state, params.group_id);
      const members = params.direct_member_only ? directMembersOf(state, groupId) : membersOf(state, groupId);
      return { members: [...members] };
    },
  }),

  'GET /user_groups/:group_id/members/:user_id': read({
    who: 'user',
    summary: 'Get whether somebody is a member of a user group',
    params: { ...group, user_id: path(UserId), direct_member_only: directMemberOnly },
    response: z.strictObject({
      is_user_group_member: z.boolean().describe('Whether the person is in the group.'),
    }),
    handle({ params, organization: { state } }) {
      const { groupId } = existingUserGroup(state, params.group_id);
      if (!state.users.byId.has(params.user_id)) throw new Refused('No such user');
      const members = params.direct_member_only ? directMembersOf(state, groupId) : membersOf(state, groupId);
      return { is_user_group_member: members.has(params.user_id) };
    },
  }),

  'POST /user_groups/:group_id/members': write({
    who: 'user',
    summary: 'Change the members of a user group',
    params: {
      ...group,
      add: people.describe('IDs of the people to add.'),
      delete: people.describe('IDs of the people to remove.'),
      add_subgroups: groups.describe('IDs of groups to add.'),
      delete_subgroups: groups.describe('IDs of groups to remove.'),
    },
    async handle({ params: { group_id: groupId, ...lists }, submit }) {
      requireSomething(lists);
      await submit(changeUserGroupMembers, {
        groupId,
        addUsers: lists.add,
        removeUsers: lists.delete,
        addSubgroups: lists.add_subgroups,
        removeSubgroups: lists.delete_subgroups,
      });
    },
  }),

  'GET /user_groups/:group_id/subgroups': read({
    who: 'user',
    summary: 'List the subgroups of a user group',
    params: {
      ...group,
      direct_subgroup_only: json(z.boolean())
        .default(false)
        .describe('Whether only groups count that are directly in the group.'),
    },
    response: z.strictObject({ subgroups: z.array(z.int()).describe('IDs of the groups that are in it.') }),
    handle({ params, organization: { state } }) {
      const { groupId, directSubgroups } = existingUserGroup(state, params.group_id);
      return {
        subgroups: params.direct_subgroup_only ? [...directSubgroups] : [...groupsBelow(state, groupId)],
      };
    },
  }),

  'POST /user_groups/:group_id/subgroups': write({
    who: 'user',
    summary: 'Change the subgroups of a user group',
    params: {
      ...group,
      add: groups.describe('IDs of the groups to add.'),
      delete: groups.describe('IDs of the groups to remove.'),
    },
    async handle({ params: { group_id: groupId, ...lists }, submit }) {
      requireSomething(lists);
      await submit(changeUserGroupMembers, {
        groupId,
        addUsers: [],
        removeUsers: [],
        addSubgroups: lists.add,
        removeSubgroups: lists.delete,
      });
    },
  }),
});
