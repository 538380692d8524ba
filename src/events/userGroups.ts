import { z } from 'zod';
import { UserGroupId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/**
 * A group-setting value in canonical form (spec/endpoint-details.md 0.9): a group's ID, or sorted lists of
 * members and subgroups that are not just one subgroup and not empty.
 */
export const GroupSettingValue = z.union([
  UserGroupId,
  z.strictObject({
    directMembers: z.array(UserId).readonly(),
    directSubgroups: z.array(UserGroupId).readonly(),
  }),
]);
export type GroupSettingValue = z.infer<typeof GroupSettingValue>;

/** System groups in the order of spec/endpoint-details.md 0.8; each is a direct subgroup of the one before it. */
export const SYSTEM_GROUP_NAMES = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const;
export type SystemGroupName = (typeof SYSTEM_GROUP_NAMES)[number];

/** The six permission settings of a group (spec/endpoint-details.md 11). */
export const UserGroupPermissions = z.strictObject({
  canAddMembers: GroupSettingValue,
  canJoin: GroupSettingValue,
  canLeave: GroupSettingValue,
  canManage: GroupSettingValue,
  canMention: GroupSettingValue,
  canRemoveMembers: GroupSettingValue,
});
export type UserGroupPermissions = z.infer<typeof UserGroupPermissions>;
export type UserGroupPermissionName = keyof UserGroupPermissions;

/** Facts of user groups. Membership of system groups follows from roles and the waiting period. */
export const userGroupEvents = defineEvents('organization', {
  /** The eight groups of a new organization; `role:nobody` nests nowhere, the others as in 0.8. */
  SystemGroupsCreated: fact(1, {
    groups: z.array(
      z.strictObject({
        groupId: UserGroupId,
        name: z.enum(SYSTEM_GROUP_NAMES),
        directSubgroups: z.array(UserGroupId),
      }),
    ),
  }),
  /** Members and subgroups ascending; the creator is a member only where he is listed. */
  UserGroupCreated: fact(1, {
    groupId: UserGroupId,
    name: z.string(),
    description: erasable('person:creatorId', z.string()),
    creatorId: UserId,
    memberIds: z.array(UserId),
    directSubgroups: z.array(UserGroupId),
    permissions: UserGroupPermissions,
  }),
  UserGroupRenamed: fact(1, { groupId: UserGroupId, oldName: z.string(), newName: z.string() }),
  UserGroupDescribed: fact(1, {
    groupId: UserGroupId,
    authorId: UserId,
    description: erasable('person:authorId', z.string()),
  }),
  UserGroupPermissionChanged: fact(1, {
    groupId: UserGroupId,
    permission: UserGroupPermissions.keyof(),
    oldValue: GroupSettingValue,
    newValue: GroupSettingValue,
  }),
  UserGroupMembersAdded: fact(1, { groupId: UserGroupId, userIds: z.array(UserId).min(1) }),
  UserGroupMembersRemoved: fact(1, { groupId: UserGroupId, userIds: z.array(UserId).min(1) }),
  UserGroupSubgroupsAdded: fact(1, { groupId: UserGroupId, subgroupIds: z.array(UserGroupId).min(1) }),
  UserGroupSubgroupsRemoved: fact(1, { groupId: UserGroupId, subgroupIds: z.array(UserGroupId).min(1) }),
  UserGroupDeactivated: fact(1, { groupId: UserGroupId }),
  UserGroupReactivated: fact(1, { groupId: UserGroupId }),
  /** Their waiting period is over; it counts whatever their role is. */
  UsersBecameFullMembers: fact(1, { userIds: z.array(UserId).min(1) }),
  /** The waiting period has become longer than they have been here. */
  UsersBecameNewMembers: fact(1, { userIds: z.array(UserId).min(1) }),
});
export const {
  SystemGroupsCreated,
  UserGroupCreated,
  UserGroupRenamed,
  UserGroupDescribed,
  UserGroupPermissionChanged,
  UserGroupMembersAdded,
  UserGroupMembersRemoved,
  UserGroupSubgroupsAdded,
  UserGroupSubgroupsRemoved,
  UserGroupDeactivated,
  UserGroupReactivated,
  UsersBecameFullMembers,
  UsersBecameNewMembers,
} = userGroupEvents.make;
