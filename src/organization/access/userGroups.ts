/** Who may create and change user groups and their membership. */
import {
  isForGuests,
  USER_GROUP_PERMISSIONS,
  type UserGroupPermissionName,
} from '../../events/userGroups.ts';
import type { UserGroup } from '../slices/userGroups.ts';
import {
  actorIndependent,
  allOf,
  anyOf,
  hasPermission,
  isInGroupSetting,
  isMember,
  permission,
  type Rule,
} from './rules.ts';

type GroupRule = Rule<[group: UserGroup]>;

const actOn =
  (act: string) =>
  ({ name }: UserGroup): string =>
    `${act} group ${name}`;
const may = (act: string, rule: GroupRule): GroupRule => permission(actOn(act), rule);
/** The actor has a permission of the group; `act` describes it, up to the group's name. */
const given = (name: UserGroupPermissionName, act: string): GroupRule => {
  const isNamed = isInGroupSetting<[UserGroup]>(
    (_organization, { permissions }) => permissions[name],
    actOn(act),
  );
  return isForGuests(USER_GROUP_PERMISSIONS[name]) ? isNamed : allOf<[UserGroup]>(isNamed, isMember);
};

/** System groups follow roles: nobody changes them, and their own permissions name nobody. */
const isCustom: GroupRule = actorIndependent<[UserGroup]>(
  ({ holds }, { name }) => `${name} is ${holds ? 'not ' : ''}a system group`,
  (_organization, { isSystemGroup }) => !isSystemGroup,
);

export const canCreateUserGroup = hasPermission('can_create_groups', 'create groups');
/** Full control over a group. */
export const canManageUserGroup = may(
  'manage',
  anyOf(
    allOf<[UserGroup]>(isCustom, hasPermission('can_manage_all_groups', 'manage all groups')),
    given('canManage', 'manage'),
  ),
);
/** Adding people and groups. */
export const canAddMembers = may(
  'add members to',
  anyOf(canManageUserGroup, given('canAddMembers', 'add members to')),
);
/** Removing people and groups. */
export const canRemoveMembers = may(
  'remove members from',
  anyOf(canManageUserGroup, given('canRemoveMembers', 'remove members from')),
);
/** Joining a group oneself. */
export const canJoinUserGroup = may('join', anyOf(canAddMembers, given('canJoin', 'join')));
export const canLeaveUserGroup = may('leave', anyOf(canRemoveMembers, given('canLeave', 'leave')));
/** Mentioning all members of a group. */
export const canMentionGroup = given('canMention', 'mention');
