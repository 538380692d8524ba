/** User groups: listing, creating and changing them. */
import { z } from 'zod';
import { deactivateUserGroup } from '../commands/userGroupDeactivation.ts';
import { createUserGroup, updateUserGroup } from '../commands/userGroups.ts';
import { byInternalName, byWireName } from '../events/settings.ts';
import { USER_GROUP_PERMISSIONS, UserGroupId } from '../events/userGroups.ts';
import { UserId } from '../ids.ts';
import { groupSetting, groupSettingUpdate } from './groupSettings.ts';
import { MAX_USER_IDS, json, path, text } from './http/parameters.ts';
import { EmptyResponse, read, routes, write } from './http/route.ts';
import { listResponse } from './listings/pieces.ts';
import { UserGroupShape, wireUserGroup } from '../wire/userGroups.ts';

export const userGroupRoutes = routes({
  'GET /user_groups': read({
    who: 'user',
    summary: 'List user groups',
    params: { include_deactivated_groups: json(z.boolean()).default(false) },
    response: z.strictObject({ user_groups: z.array(UserGroupShape) }),
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
      name: text(),
      description: text(),
      members: json(z.array(UserId), MAX_USER_IDS),
      subgroups: json(z.array(UserGroupId)).default([]),
      ...byWireName(USER_GROUP_PERMISSIONS, groupSetting),
    },
    response: z.strictObject({ group_id: z.int() }),
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
      name: text().optional(),
      description: text().optional(),
      deactivated: json(z.literal(false))
        .describe('Only `false` is accepted: it reactivates the group.')
        .optional(),
      ...byWireName(USER_GROUP_PERMISSIONS, groupSettingUpdate),
    },
    response: EmptyResponse,
    errors: ['EXPECTATION_MISMATCH'],
    async handle({ params, submit }) {
      await submit(updateUserGroup, {
        groupId: params.group_id,
        name: params.name,
        description: params.description,
        reactivate: params.deactivated === false,
        permissions: byInternalName(USER_GROUP_PERMISSIONS, params),
      });
      return {};
    },
  }),

  'POST /user_groups/:group_id/deactivate': write({
    who: 'user',
    summary: 'Deactivate a user group',
    params: { group_id: path(UserGroupId) },
    response: EmptyResponse,
    errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
    async handle({ params, submit }) {
      await submit(deactivateUserGroup, { groupId: params.group_id });
      return {};
    },
  }),
});
