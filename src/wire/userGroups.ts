/** User groups on the wire. */
import { z } from 'zod';
import { byWireName } from '../events/define.ts';
import {
  type GroupSettingValue,
  USER_GROUP_PERMISSIONS,
  UserGroupId,
  type UserGroupPermissionName,
} from '../events/userGroups.ts';
import { canonical, directMembersOf, type UserGroup } from '../organization/slices/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { changes, eventShape, named, UserIds } from './define.ts';

// Group-setting values on the wire.

/** A group's ID, or people and groups. */
export const GroupSetting = named(
  'GroupSetting',
  `Who may do something: the ID of a user group, or an object of people and groups. People are among
them by role, by joining or by being named; deactivated people never are. The server turns an object of one group alone
into the group’s ID. What each setting can be set to is in \`server_supported_permission_settings\` of POST /register.`,
  z.union([
    UserGroupId,
    z.strictObject({
      direct_members: UserIds,
      direct_subgroups: z.array(UserGroupId).describe('IDs of user groups, whose members count, too.'),
    }),
  ]),
);

/** The current canonical form, without deactivated people. */
export function wireGroupSetting(
  organization: OrganizationState,
  value: GroupSettingValue,
): z.infer<typeof GroupSetting> {
  const present = canonical(organization, value);
  if (typeof present === 'number') return present;
  return { direct_members: [...present.directMembers], direct_subgroups: [...present.directSubgroups] };
}

/** What each permission allows. */
const PERMISSIONS: Readonly<Record<UserGroupPermissionName, string>> = {
  canAddMembers: 'Who may add members.',
  canJoin: 'Who may join the group themselves.',
  canLeave: 'Who may leave the group themselves.',
  canManage: 'Who may change the group.',
  canMention: 'Who may mention the group.',
  canRemoveMembers: 'Who may remove members.',
};

export const userGroupFields = {
  id: z.int().describe('ID of the group, by which group settings name it.'),
  name: z.string().describe('Name of the group; those of system groups begin with `role:`.'),
  description: z.string().describe('What the group is for.'),
  creator_id: z.int().nullable().describe('Who made the group; null for system groups.'),
  date_created: z
    .int()
    .nullable()
    .describe('When the group was made, in UNIX seconds; null for system groups.'),
  members: z.array(z.int()).describe('IDs of the people who are directly in it.'),
  direct_subgroup_ids: z.array(z.int()).describe('IDs of the groups that are directly in it.'),
  is_system_group: z.boolean().describe('Whether the server keeps it: people come and go with their roles.'),
  deactivated: z.boolean().describe('Whether it is deactivated.'),
  ...byWireName(USER_GROUP_PERMISSIONS, (name) => GroupSetting.describe(PERMISSIONS[name])),
} as const;

/** A group in answers and events. */
export const UserGroupShape = named('UserGroup', 'A group of people.', z.strictObject(userGroupFields));

export function wireUserGroup(
  organization: OrganizationState,
  group: UserGroup,
): z.infer<typeof UserGroupShape> {
  const { permissions, createdAt } = group;
  return {
    id: group.groupId,
    name: group.name,
    description: group.description,
    creator_id: group.creatorId,
    date_created: createdAt === null ? null : Math.floor(createdAt / 1000),
    members: [...directMembersOf(organization, group.groupId)],
    direct_subgroup_ids: [...group.directSubgroups],
    is_system_group: group.isSystemGroup,
    deactivated: group.deactivated,
    ...byWireName(USER_GROUP_PERMISSIONS, (name) => wireGroupSetting(organization, permissions[name])),
  };
}

/** Properties of a group that can change. */
const groupChanges = z
  .strictObject(userGroupFields)
  .omit({ id: true, creator_id: true, date_created: true, is_system_group: true })
  .omit({ members: true, direct_subgroup_ids: true })
  .partial();

/** Client events of user groups. */
export const payloads = {
  'user_group/add': eventShape('user_group', 'add', {
    group: UserGroupShape.describe('The group, as it is now.'),
  }).describe('A user group was made.'),
  'user_group/update': eventShape('user_group', 'update', {
    group_id: UserGroupId,
    data: changes(groupChanges),
  }).describe('A user group was changed.'),
  'user_group/remove': eventShape('user_group', 'remove', { group_id: UserGroupId }).describe(
    'A user group was deactivated, for clients that do not display such groups.',
  ),
  'user_group/add_members': eventShape('user_group', 'add_members', {
    group_id: UserGroupId,
    user_ids: UserIds,
  }).describe('People were added to a user group.'),
  'user_group/remove_members': eventShape('user_group', 'remove_members', {
    group_id: UserGroupId,
    user_ids: UserIds,
  }).describe('People were removed from a user group.'),
  'user_group/add_subgroups': eventShape('user_group', 'add_subgroups', {
    group_id: UserGroupId,
    direct_subgroup_ids: userGroupFields.direct_subgroup_ids,
  }).describe('Groups were added to a user group.'),
  'user_group/remove_subgroups': eventShape('user_group', 'remove_subgroups', {
    group_id: UserGroupId,
    direct_subgroup_ids: userGroupFields.direct_subgroup_ids,
  }).describe('Groups were removed from a user group.'),
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  realm_user_groups: { realm_user_groups: z.array(UserGroupShape).describe('User groups, ordered by ID.') },
} as const;
