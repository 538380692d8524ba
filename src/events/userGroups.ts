import { z } from 'zod';
import { numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType, namesIn } from './define.ts';

/** ID of a user group; 1 to 8 are the system groups. */
export const UserGroupId = numericId<'UserGroupId'>('ID of the user group, as GET /user_groups lists it.');
export type UserGroupId = z.infer<typeof UserGroupId>;

/**
 * A group-setting value in canonical form: a group's ID, or sorted lists of members and subgroups that are
 * neither empty nor a single subgroup.
 */
export const GroupSettingValue = z.union([
  UserGroupId,
  z.strictObject({
    directMembers: z.array(UserId).readonly(),
    directSubgroups: z.array(UserGroupId).readonly(),
  }),
]);
export type GroupSettingValue = z.infer<typeof GroupSettingValue>;

/** System groups, the largest first; each is a direct subgroup of the one before it. */
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

/** A permission that is granted to groups and people. */
export interface Permission<
  Wire extends string = string,
  Default extends SystemGroupName | 'creator' = SystemGroupName | 'creator',
> {
  /** Its wire name, which refusals use. */
  readonly wireName: Wire;
  /** The holders by default: a system group, or the creator of the thing. */
  readonly byDefault: Default;
  /** System groups that it cannot be granted to; `role:internet` is always refused. */
  readonly forbids: readonly SystemGroupName[];
  /** If present, other groups and people are refused. */
  readonly allowedGroups?: readonly SystemGroupName[];
  /** An organization permission that is additionally required for granting it. */
  readonly grantedBy?: 'can_set_delete_message_policy_group';
  /** Only owners may grant it. */
  readonly isForOwners?: true;
}

/** Creates permissions that certain system groups cannot have. */
export const definePermission =
  (...forbids: readonly SystemGroupName[]) =>
  <Wire extends string, Default extends SystemGroupName | 'creator'>(
    wireName: Wire,
    byDefault: Default,
    more: Pick<Permission, 'allowedGroups' | 'grantedBy' | 'isForOwners'> = {},
  ): Permission<Wire, Default> => ({ wireName, byDefault, forbids, ...more });

/** A permission that everyone may have, guests too. */
export const forEveryone = definePermission();
/** A permission that guests never have, even if they are listed. */
export const forMembers = definePermission('role:everyone');
/** Whether guests have it if they are listed. */
export const isForGuests = ({ forbids }: Permission): boolean => !forbids.includes('role:everyone');

/** Permissions of a user group, granted by its managers. */
export const USER_GROUP_PERMISSIONS = {
  canAddMembers: forMembers('can_add_members_group', 'creator'),
  canJoin: forMembers('can_join_group', 'role:nobody'),
  canLeave: forEveryone('can_leave_group', 'role:everyone'),
  canManage: forMembers('can_manage_group', 'creator'),
  canMention: definePermission('role:owners')('can_mention_group', 'role:everyone'),
  canRemoveMembers: forMembers('can_remove_members_group', 'role:nobody'),
} as const;
export type UserGroupPermissionName = keyof typeof USER_GROUP_PERMISSIONS;

/** A value for each permission of a table. */
export const permissionValues = <Name extends string>(table: Readonly<Record<Name, Permission>>) =>
  z.strictObject(
    Object.fromEntries(namesIn(table).map((name) => [name, GroupSettingValue])) as {
      readonly [Each in Name]: typeof GroupSettingValue;
    },
  );

const UserGroupPermissions = permissionValues(USER_GROUP_PERMISSIONS);
export type UserGroupPermissions = z.infer<typeof UserGroupPermissions>;

/** Events of user groups. Membership of system groups follows from roles and the waiting period. */
export const userGroupEvents = defineEvents('organization', 'listed', 'shared', {
  /**
   * The eight groups of a new organization; `role:nobody` is not nested, the others are as in contract 0.8.
   */
  SystemGroupsCreated: eventType(1, {
    groups: z.array(
      z.strictObject({
        groupId: UserGroupId,
        name: z.enum(SYSTEM_GROUP_NAMES),
        directSubgroups: z.array(UserGroupId),
      }),
    ),
  }),
  /** Members and subgroups ascending; the creator is a member only if listed. */
  UserGroupCreated: eventType(1, {
    groupId: UserGroupId,
    name: z.string(),
    description: erasable('person:creatorId', z.string()),
    creatorId: UserId,
    memberIds: z.array(UserId),
    directSubgroups: z.array(UserGroupId),
    permissions: UserGroupPermissions,
    /** Of a group from another system's export: what it is found by when the import is repeated. */
    importKey: z.string().optional(),
  }),
  UserGroupRenamed: eventType(1, { groupId: UserGroupId, oldName: z.string(), newName: z.string() }),
  UserGroupDescribed: eventType(1, {
    groupId: UserGroupId,
    authorId: UserId,
    description: erasable('person:authorId', z.string()),
  }),
  UserGroupPermissionChanged: eventType(1, {
    groupId: UserGroupId,
    permission: UserGroupPermissions.keyof(),
    oldValue: GroupSettingValue,
    newValue: GroupSettingValue,
  }),
  UserGroupMembersAdded: eventType(1, { groupId: UserGroupId, userIds: z.array(UserId).min(1) }),
  UserGroupMembersRemoved: eventType(1, { groupId: UserGroupId, userIds: z.array(UserId).min(1) }),
  UserGroupSubgroupsAdded: eventType(1, { groupId: UserGroupId, subgroupIds: z.array(UserGroupId).min(1) }),
  UserGroupSubgroupsRemoved: eventType(1, { groupId: UserGroupId, subgroupIds: z.array(UserGroupId).min(1) }),
  UserGroupDeactivated: eventType(1, { groupId: UserGroupId }),
  UserGroupReactivated: eventType(1, { groupId: UserGroupId }),
  /** Their waiting period is over, whatever their role is. */
  UsersBecameFullMembers: eventType(1, { userIds: z.array(UserId).min(1) }),
  /** The waiting period is now longer than they have been members. */
  UsersBecameNewMembers: eventType(1, { userIds: z.array(UserId).min(1) }),
});
