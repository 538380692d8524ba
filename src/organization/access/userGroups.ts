/** Who may make user groups, change them, and come into them. */
import {
  isForGuests,
  USER_GROUP_PERMISSIONS,
  type UserGroupPermissionName,
} from '../../events/userGroups.ts';
import { satisfies, type UserGroup } from '../userGroups.ts';
import { allOf, anyOf, holds, isMember, type Rule } from './rules.ts';

type GroupRule = Rule<[group: UserGroup]>;

const given =
  (permission: UserGroupPermissionName): GroupRule =>
  (organization, actor, group) =>
    actor !== null &&
    satisfies(organization, actor, group.permissions[permission]) &&
    (isMember(organization, actor) || isForGuests(USER_GROUP_PERMISSIONS[permission]));

/** System groups follow roles: they are changed by nobody, and their own settings name nobody. */
const isCustom: GroupRule = (_organization, _actor, { isSystemGroup }) => !isSystemGroup;

export const canCreateUserGroup = holds('can_create_groups');
/** Everything about a group. */
export const canManageUserGroup: GroupRule = anyOf(
  allOf<[UserGroup]>(isCustom, holds('can_manage_all_groups')),
  given('canManage'),
);
/** Taking in others, and other groups. */
export const canAddMembers: GroupRule = anyOf(canManageUserGroup, given('canAddMembers'));
/** Putting out others, and other groups. */
export const canRemoveMembers: GroupRule = anyOf(canManageUserGroup, given('canRemoveMembers'));
/** Becoming a member oneself. */
export const canJoinUserGroup: GroupRule = anyOf(canAddMembers, given('canJoin'));
export const canLeaveUserGroup: GroupRule = anyOf(canRemoveMembers, given('canLeave'));
/** Calling all members of a group at once. */
export const canMentionGroup: GroupRule = given('canMention');
