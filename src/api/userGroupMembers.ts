/** Members of a user group: people, and other groups. */
import { z } from 'zod';
import { changeUserGroupMembers } from '../commands/userGroupMembers.ts';
import { existingUserGroup } from '../commands/userGroups.ts';
import { Refused } from '../errors.ts';
import { UserGroupId } from '../events/userGroups.ts';
import { UserId } from '../ids.ts';
import { directMembersOf, groupsBelow, membersOf } from '../organization/userGroups.ts';
import { MAX_USER_IDS, json, path } from './http/parameters.ts';
import { EmptyResponse, read, routes, write } from './http/route.ts';

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

export const userGroupMemberRoutes = routes({
  'GET /user_groups/:group_id/members': read({
    who: 'user',
    summary: 'List the members of a user group',
    params: { ...group, direct_member_only: json(z.boolean()).default(false) },
    response: z.strictObject({ members: z.array(z.int()) }),
    handle({ params, organization: { state } }) {
      const { groupId } = existingUserGroup(state, params.group_id);
      const members = params.direct_member_only ? directMembersOf(state, groupId) : membersOf(state, groupId);
      return { members: [...members] };
    },
  }),

  'GET /user_groups/:group_id/members/:user_id': read({
    who: 'user',
    summary: 'Get whether somebody is a member of a user group',
    params: { ...group, user_id: path(UserId), direct_member_only: json(z.boolean()).default(false) },
    response: z.strictObject({ is_user_group_member: z.boolean() }),
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
    params: { ...group, add: people, delete: people, add_subgroups: groups, delete_subgroups: groups },
    response: EmptyResponse,
    async handle({ params: { group_id: groupId, ...lists }, submit }) {
      requireSomething(lists);
      await submit(changeUserGroupMembers, {
        groupId,
        addUsers: lists.add,
        removeUsers: lists.delete,
        addSubgroups: lists.add_subgroups,
        removeSubgroups: lists.delete_subgroups,
      });
      return {};
    },
  }),

  'GET /user_groups/:group_id/subgroups': read({
    who: 'user',
    summary: 'List the subgroups of a user group',
    params: { ...group, direct_subgroup_only: json(z.boolean()).default(false) },
    response: z.strictObject({ subgroups: z.array(z.int()) }),
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
    params: { ...group, add: groups, delete: groups },
    response: EmptyResponse,
    async handle({ params: { group_id: groupId, ...lists }, submit }) {
      requireSomething(lists);
      await submit(changeUserGroupMembers, {
        groupId,
        addUsers: [],
        removeUsers: [],
        addSubgroups: lists.add,
        removeSubgroups: lists.delete,
      });
      return {};
    },
  }),
});
