import { z } from 'zod';
import { numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { namesIn } from './settings.ts';

/** ID of a user group; 1 to 8 are the system groups. */
export const UserGroupId = numericId<'UserGroupId'>();
export type UserGroupId = z.infer<typeof UserGroupId>;

/**
 * A group-setting value in canonical form: a group's ID, or sorted lists of
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

/** System groups the largest first; each is a direct subgroup of the one before it. */
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

/** A permission that is given to groups and people. */
export interface Permission<
  Wire extends string = string,
  Default extends SystemGroupName | 'creator' = SystemGroupName | 'creator',
> {
  /** Its name on the wire, as refusals say it. */
  readonly wireName: Wire;
  /** Who holds it by default: a system group, or the creator of the thing. */
  readonly byDefault: Default;
  /** System groups that it cannot be given to; `role:internet` is refused for all. */
  readonly forbids: readonly SystemGroupName[];
  /** Where there is such a list, people and other groups are refused. */
  readonly onlyOneOf?: readonly SystemGroupName[];
  /** The organization's permission that one needs for giving it, beside what one needs for all of its kind. */
  readonly givenBy?: 'can_set_delete_message_policy_group';
  /** Administrators who are no owners do not give it. */
  readonly isForOwners?: true;
}

/** Makes permissions that cannot be given to certain system groups. */
export const permission =
  (...forbids: readonly SystemGroupName[]) =>
  <Wire extends string, Default extends SystemGroupName | 'creator'>(
    wireName: Wire,
    byDefault: Default,
    more: Pick<Permission, 'onlyOneOf' | 'givenBy' | 'isForOwners'> = {},
  ): Permission<Wire, Default> => ({ wireName, byDefault, forbids, ...more });

/** A permission that everyone may be given, guests too. */
export const forEveryone = permission();
/** A permission that guests do not hold, even where they are listed. */
export const forMembers = permission('role:everyone');
/** Whether guests hold it where they are listed. */
export const isForGuests = ({ forbids }: Permission): boolean => !forbids.includes('role:everyone');

/** The permissions of a group, which anybody who manages it may give. */
export const USER_GROUP_PERMISSIONS = {
  canAddMembers: forMembers('can_add_members_group', 'creator'),
  canJoin: forMembers('can_join_group', 'role:nobody'),
  canLeave: forEveryone('can_leave_group', 'role:everyone'),
  canManage: forMembers('can_manage_group', 'creator'),
  canMention: permission('role:owners')('can_mention_group', 'role:everyone'),
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
  /** Members and subgroups ascending; the creator is a member only where they are listed. */
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
