/** User groups on the wire. */
import { z } from 'zod';
import { UserId } from '../base/ids.ts';
import { byWireName } from '../events/define.ts';
import { type GroupSettingValue, USER_GROUP_PERMISSIONS, UserGroupId } from '../events/userGroups.ts';
import { canonical, directMembersOf, type UserGroup } from '../organization/slices/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { eventShape, named } from './define.ts';

// Group-setting values on the wire.

/** A group's ID, or people and groups. */
export const GroupSetting = named(
  'GroupSetting',
  z.union([
    UserGroupId,
    z.strictObject({ direct_members: z.array(UserId), direct_subgroups: z.array(UserGroupId) }),
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

const userGroupFields = {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  creator_id: z.int().nullable(),
  date_created: z.int().nullable(),
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  ...byWireName(USER_GROUP_PERMISSIONS, () => GroupSetting),
} as const;

/** A group in answers and events. */
export const UserGroupShape = named('UserGroup', z.strictObject(userGroupFields));

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

const ids = z.array(z.int());
/** Properties of a group that can change. */
const groupChanges = z
  .strictObject(userGroupFields)
  .omit({ id: true, creator_id: true, date_created: true, is_system_group: true })
  .omit({ members: true, direct_subgroup_ids: true })
  .partial();

/** Client events of user groups. */
export const payloads = {
  'user_group/add': eventShape('user_group', 'add', { group: UserGroupShape }),
  'user_group/update': eventShape('user_group', 'update', {
    group_id: z.int(),
    data: groupChanges,
  }),
  'user_group/remove': eventShape('user_group', 'remove', { group_id: z.int() }),
  'user_group/add_members': eventShape('user_group', 'add_members', { group_id: z.int(), user_ids: ids }),
  'user_group/remove_members': eventShape('user_group', 'remove_members', {
    group_id: z.int(),
    user_ids: ids,
  }),
  'user_group/add_subgroups': eventShape('user_group', 'add_subgroups', {
    group_id: z.int(),
    direct_subgroup_ids: ids,
  }),
  'user_group/remove_subgroups': eventShape('user_group', 'remove_subgroups', {
    group_id: z.int(),
    direct_subgroup_ids: ids,
  }),
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  realm_user_groups: { realm_user_groups: z.array(UserGroupShape) },
} as const;
