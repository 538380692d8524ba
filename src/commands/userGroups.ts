/** Decisions about user groups: making, changing, deactivating them (spec/beyond.md 7, endpoint-details.md 11). */
import { Refused, requireThat } from '../errors.ts';
import {
  type GroupSettingValue,
  UserGroupCreated,
  UserGroupDescribed,
  type UserGroupPermissionName,
  UserGroupPermissionChanged,
  type UserGroupPermissions,
  UserGroupReactivated,
  UserGroupRenamed,
} from '../events/userGroups.ts';
import type { UserGroupId, UserId } from '../ids.ts';
import { nameKey } from '../names.ts';
import {
  canCreateUserGroup,
  canManageUserGroup,
  groupsForbiddenIn,
} from '../organization/access/userGroups.ts';
import { isFindable } from '../organization/access/people.ts';
import type { GroupSettingKind } from '../organization/groupSettings.ts';
import type { OrganizationState } from '../organization/state.ts';
import { ascending, systemGroupId, type UserGroup } from '../organization/userGroups.ts';
import { command, type DecidedEvent, type DecisionContext } from './define.ts';
import {
  changedGroupSetting,
  checkedGroupSetting,
  type GroupSettingUpdate,
  requireActiveGroups,
  requireUsableSettings,
} from './groupSettings.ts';
import { checkedUserGroupDescription, checkedUserGroupName } from './text.ts';

/** Names of the settings as the wire and the refusals say them. */
export const USER_GROUP_PERMISSION_NAMES: Readonly<Record<UserGroupPermissionName, string>> = {
  canAddMembers: 'can_add_members_group',
  canJoin: 'can_join_group',
  canLeave: 'can_leave_group',
  canManage: 'can_manage_group',
  canMention: 'can_mention_group',
  canRemoveMembers: 'can_remove_members_group',
};
const PERMISSIONS = Object.keys(USER_GROUP_PERMISSION_NAMES) as readonly UserGroupPermissionName[];

const kindOf = (permission: UserGroupPermissionName): GroupSettingKind => ({
  setting: USER_GROUP_PERMISSION_NAMES[permission],
  forbids: groupsForbiddenIn(permission),
});

export interface CreateUserGroupInput {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly UserId[];
  readonly subgroupIds: readonly UserGroupId[];
  /** What is undefined has its default. */
  readonly permissions: Readonly<Partial<Record<UserGroupPermissionName, GroupSettingValue | undefined>>>;
}

/** A new group; its creator is a member only where he lists himself. */
export const createUserGroup = command<CreateUserGroupInput, { groupId: UserGroupId }>({
  name: 'CreateUserGroup',
  decide(organization, { description, memberIds, subgroupIds, permissions, ...input }, context) {
    const creatorId = actorOf(context);
    requireMayCreate(organization, creatorId);
    const name = checkedUserGroupName(input.name);
    requireFreeName(organization, name);
    requireActiveUsers(organization, memberIds);
    requireActiveGroups(organization, subgroupIds);
    const groupId = organization.userGroups.nextUserGroupId.get();
    return {
      events: [
        UserGroupCreated({
          groupId,
          name,
          description: checkedUserGroupDescription(description),
          creatorId,
          memberIds: ascending(memberIds),
          directSubgroups: ascending(subgroupIds),
          permissions: initialPermissions(organization, creatorId, permissions),
        }),
      ],
      result: { groupId },
    };
  },
});

const requireMayCreate = (organization: OrganizationState, actor: UserId): void =>
  requireThat(canCreateUserGroup(organization, actor), 'BAD_REQUEST', 'Insufficient permission');

function initialPermissions(
  organization: OrganizationState,
  creatorId: UserId,
  wanted: CreateUserGroupInput['permissions'],
): UserGroupPermissions {
  const entries = PERMISSIONS.map((permission) => {
    const value = wanted[permission];
    if (value === undefined) return [permission, defaultOf(permission, creatorId)] as const;
    return [permission, checkedGroupSetting(organization, kindOf(permission), value)] as const;
  });
  return Object.fromEntries(entries) as unknown as UserGroupPermissions;
}

function defaultOf(permission: UserGroupPermissionName, creatorId: UserId): GroupSettingValue {
  if (permission === 'canAddMembers' || permission === 'canManage')
    return { directMembers: [creatorId], directSubgroups: [] };
  return systemGroupId(
    permission === 'canLeave' || permission === 'canMention' ? 'role:everyone' : 'role:nobody',
  );
}

export interface UpdateUserGroupInput {
  readonly groupId: UserGroupId;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** A deactivated group is one that may be used again. */
  readonly reactivate: boolean;
  readonly permissions: Readonly<Partial<Record<UserGroupPermissionName, GroupSettingUpdate | undefined>>>;
}

/** New words for a group, other settings, its return; what equals the present is no event. */
export const updateUserGroup = command<UpdateUserGroupInput, void>({
  name: 'UpdateUserGroup',
  decide(organization, input, context) {
    const group = existingUserGroup(organization, input.groupId);
    requireManager(organization, context, group);
    const given = [input.name, input.description, ...Object.values(input.permissions)];
    const isAsked = input.reactivate || given.some((value) => value !== undefined);
    requireThat(isAsked, 'BAD_REQUEST', 'No new data supplied');
    return {
      events: [
        ...renamed(organization, group, input.name),
        ...described(group, input.description, actorOf(context)),
        ...changedPermissions(organization, group, input.permissions),
        ...(input.reactivate ? reactivated(organization, context, group, input.permissions) : []),
      ],
      result: undefined,
    };
  },
});

/** For who may create groups; refused while anything in it names a group that was deactivated meanwhile. */
function reactivated(
  organization: OrganizationState,
  context: DecisionContext,
  { groupId, deactivated, directSubgroups, permissions }: UserGroup,
  updates: UpdateUserGroupInput['permissions'],
): readonly DecidedEvent[] {
  if (!deactivated) return [];
  requireMayCreate(organization, actorOf(context));
  requireActiveGroups(organization, directSubgroups);
  requireUsableSettings(organization, permissions, updates, groupId);
  return [UserGroupReactivated({ groupId })];
}

function renamed(
  organization: OrganizationState,
  { groupId, name: oldName }: UserGroup,
  wanted: string | undefined,
): readonly DecidedEvent[] {
  if (wanted === undefined) return [];
  const newName = checkedUserGroupName(wanted);
  if (newName === oldName) return [];
  requireFreeName(organization, newName, groupId);
  return [UserGroupRenamed({ groupId, oldName, newName })];
}

const described = (
  { groupId, description: present }: UserGroup,
  description: string | undefined,
  authorId: UserId,
): readonly DecidedEvent[] =>
  description === undefined || description === present
    ? []
    : [UserGroupDescribed({ groupId, authorId, description: checkedUserGroupDescription(description) })];

function changedPermissions(
  organization: OrganizationState,
  { groupId, permissions }: UserGroup,
  updates: UpdateUserGroupInput['permissions'],
): readonly DecidedEvent[] {
  return PERMISSIONS.flatMap((permission) => {
    const update = updates[permission];
    const oldValue = permissions[permission];
    const newValue = update && changedGroupSetting(organization, kindOf(permission), oldValue, update);
    if (newValue === undefined) return [];
    return [UserGroupPermissionChanged({ groupId, permission, oldValue, newValue })];
  });
}

/** The group, deactivated or not; every group is seen by everybody. */
export function existingUserGroup(organization: OrganizationState, groupId: UserGroupId): UserGroup {
  const group = organization.userGroups.byId.get(groupId);
  if (group === undefined) throw new Refused('BAD_REQUEST', 'Invalid user group');
  return group;
}

/** Refuses people whom the organization does not have, or not any more. */
export function requireActiveUsers(organization: OrganizationState, userIds: readonly UserId[]): void {
  const isMeant = (userId: UserId): boolean =>
    organization.users.byId.get(userId)?.active === true && isFindable(organization, userId);
  const invalid = userIds.find((userId) => !isMeant(userId));
  requireThat(invalid === undefined, 'BAD_REQUEST', `Invalid user ID: ${invalid}`);
}

/** Whoever acts on groups is a person or a bot, never the operator. */
export function actorOf({ actor }: DecisionContext): UserId {
  if (actor === null) throw new Error('User groups are changed by those who use them.');
  return actor;
}

/** Refuses who may not do everything with the group. */
export function requireManager(
  organization: OrganizationState,
  context: DecisionContext,
  group: UserGroup,
): void {
  const may = canManageUserGroup(organization, actorOf(context), group);
  requireThat(may, 'BAD_REQUEST', 'Insufficient permission');
}

/** Names of deactivated groups stay taken; a group may change the spelling of its own. */
function requireFreeName({ userGroups }: OrganizationState, name: string, groupId?: UserGroupId): void {
  const holder = userGroups.idByName.get(nameKey(name));
  const isFree = holder === undefined || holder === groupId;
  requireThat(isFree, 'BAD_REQUEST', `User group '${name}' already exists.`);
}
