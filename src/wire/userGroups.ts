/** What the wire shows of a user group (spec/events.md 1.8). */
import { z } from 'zod';
import type { UserGroupPermissionName } from '../events/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { directMembersOf, type UserGroup } from '../organization/userGroups.ts';
import { GroupSetting, wireGroupSetting } from './groupSettings.ts';

export const userGroupFields = {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  creator_id: z.int().nullable(),
  date_created: z.int().nullable(),
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  can_add_members_group: GroupSetting,
  can_join_group: GroupSetting,
  can_leave_group: GroupSetting,
  can_manage_group: GroupSetting,
  can_mention_group: GroupSetting,
  can_remove_members_group: GroupSetting,
} as const;

/** Permissions by their names on the wire. */
export const USER_GROUP_PERMISSION_NAMES = {
  canAddMembers: 'can_add_members_group',
  canJoin: 'can_join_group',
  canLeave: 'can_leave_group',
  canManage: 'can_manage_group',
  canMention: 'can_mention_group',
  canRemoveMembers: 'can_remove_members_group',
} as const satisfies Readonly<Record<UserGroupPermissionName, keyof typeof userGroupFields>>;

const UserGroupShape = z.strictObject(userGroupFields);

export function wireUserGroup(
  organization: OrganizationState,
  group: UserGroup,
): z.infer<typeof UserGroupShape> {
  const { permissions, createdAt } = group;
  const wire = (value: Parameters<typeof wireGroupSetting>[1]) => wireGroupSetting(organization, value);
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
    can_add_members_group: wire(permissions.canAddMembers),
    can_join_group: wire(permissions.canJoin),
    can_leave_group: wire(permissions.canLeave),
    can_manage_group: wire(permissions.canManage),
    can_mention_group: wire(permissions.canMention),
    can_remove_members_group: wire(permissions.canRemoveMembers),
  };
}
