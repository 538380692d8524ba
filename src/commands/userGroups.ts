/** Decisions about user groups: creating, changing and reactivating them. */
import { Refused, requireThat } from '../errors.ts';
import {
  type GroupSettingValue,
  USER_GROUP_PERMISSIONS,
  UserGroupCreated,
  UserGroupDescribed,
  type UserGroupId,
  UserGroupPermissionChanged,
  type UserGroupPermissionName,
  type UserGroupPermissions,
  UserGroupReactivated,
  UserGroupRenamed,
} from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { nameKey } from '../names.ts';
import { canCreateUserGroup, canManageUserGroup } from '../organization/access/userGroups.ts';
import { isFindable } from '../organization/access/people.ts';
import type { OrganizationState } from '../organization/state.ts';
import { ascending, type UserGroup } from '../organization/userGroups.ts';
import { command, type DecidedEvent, type DecisionContext } from './define.ts';
import {
  changedPermissions,
  type GroupSettingUpdate,
  newPermissions,
  requireActiveGroups,
  requireUsableSettings,
  type Requested,
} from './groupSettings.ts';
import { refuseTooManyGroups, refuseTooManyMembers, refuseTooManyHolders } from './structureBounds.ts';
import { exceeds, requirePrintable, requireText } from './text.ts';

const GIVING = { table: USER_GROUP_PERMISSIONS };

export interface CreateUserGroupInput {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly UserId[];
  readonly subgroupIds: readonly UserGroupId[];
  /** undefined means the default. */
  readonly permissions: Requested<UserGroupPermissionName, GroupSettingValue>;
}

/** Creates a group; its creator is a member only if listed. */
export const createUserGroup = command<CreateUserGroupInput, { groupId: UserGroupId }>({
  name: 'CreateUserGroup',
  decide(organization, { description, memberIds, subgroupIds, permissions, ...input }, context) {
    const creatorId = actorOf(context);
    requireMayCreate(organization, creatorId);
    const name = checkedUserGroupName(input.name);
    requireFreeName(organization, name);
    requireActiveUsers(organization, memberIds);
    requireActiveGroups(organization, subgroupIds);
    const allPermissions = newPermissions(organization, creatorId, GIVING, permissions);
    refuseTooManyGroups(organization, allPermissions);
    refuseTooManyMembers(organization, memberIds.length);
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
          permissions: allPermissions,
        }),
      ],
      result: { groupId },
    };
  },
});

/** Code points. */
export const MAX_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 1_024;
const FORBIDDEN_STARTS = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/**
 * A user group's name: trimmed, 1 to 100 code points, printable, without the prefixes of mentions and system
 * groups.
 */
function checkedUserGroupName(name: string): string {
  const trimmed = name.trim();
  requireThat(trimmed !== '', "User group name can't be empty!");
  requireThat(
    !exceeds(trimmed, MAX_NAME_LENGTH),
    `User group name cannot exceed ${MAX_NAME_LENGTH} characters.`,
  );
  const start = forbiddenPrefix(trimmed);
  requireThat(start === undefined, `User group name cannot start with '${start}'.`);
  requirePrintable(trimmed, 'user group name');
  return trimmed;
}

/** The prefix of mentions and system groups with which a name begins, if any. */
export const forbiddenPrefix = (name: string): string | undefined =>
  FORBIDDEN_STARTS.find((forbidden) => name.startsWith(forbidden));

/** The default permissions of a new group. */
export const newGroupPermissions = (
  organization: OrganizationState,
  creatorId: UserId,
): UserGroupPermissions => newPermissions(organization, creatorId, GIVING, {});

/** A user group's description as it is, at most 1,024 code points. */
function checkedUserGroupDescription(description: string): string {
  requireText(description, MAX_DESCRIPTION_LENGTH, 'description');
  return description;
}

const requireMayCreate = (organization: OrganizationState, actor: UserId): void =>
  requireThat(canCreateUserGroup(organization, actor), 'Insufficient permission');

export interface UpdateUserGroupInput {
  readonly groupId: UserGroupId;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Reactivates a deactivated group. */
  readonly reactivate: boolean;
  readonly permissions: Requested<UserGroupPermissionName, GroupSettingUpdate>;
}

/** Renames, describes, reconfigures or reactivates a group; unchanged values cause no event. */
export const updateUserGroup = command<UpdateUserGroupInput, void>({
  name: 'UpdateUserGroup',
  decide(organization, input, context) {
    const group = existingUserGroup(organization, input.groupId);
    requireManager(organization, context, group);
    const given = [input.name, input.description, ...Object.values(input.permissions)];
    const isAsked = input.reactivate || given.some((value) => value !== undefined);
    requireThat(isAsked, 'No new data supplied');
    const present = (permission: UserGroupPermissionName) => group.permissions[permission];
    const changed = changedPermissions(organization, GIVING, present, input.permissions);
    refuseTooManyHolders(
      organization,
      changed.map(({ newValue }) => newValue),
    );
    return {
      events: [
        ...renamed(organization, group, input.name),
        ...described(group, input.description, actorOf(context)),
        ...changed.map((change) => UserGroupPermissionChanged({ groupId: group.groupId, ...change })),
        ...(input.reactivate ? reactivated(organization, context, group, input.permissions) : []),
      ],
      result: undefined,
    };
  },
});

/** Requires the right to create groups; refused while a setting of it names a deactivated group. */
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

/** The group, deactivated or not; everybody may see every group. */
export function existingUserGroup(organization: OrganizationState, groupId: UserGroupId): UserGroup {
  const group = organization.userGroups.byId.get(groupId);
  if (group === undefined) throw new Refused('Invalid user group');
  return group;
}

/** Refuses unknown and deactivated people. */
export function requireActiveUsers(organization: OrganizationState, userIds: readonly UserId[]): void {
  const isMeant = (userId: UserId): boolean =>
    organization.users.byId.get(userId)?.active === true && isFindable(organization, userId);
  const invalid = userIds.find((userId) => !isMeant(userId));
  requireThat(invalid === undefined, `Invalid user ID: ${invalid}`);
}

/** The acting person or bot; the operator does not act on groups. */
export function actorOf({ actor }: DecisionContext): UserId {
  if (actor === null) throw new Error('User groups are changed by those who use them.');
  return actor;
}

/** Refuses callers without full control over the group. */
export function requireManager(
  organization: OrganizationState,
  context: DecisionContext,
  group: UserGroup,
): void {
  const may = canManageUserGroup(organization, actorOf(context), group);
  requireThat(may, 'Insufficient permission');
}

/** Names of deactivated groups stay taken; a group may change the case of its own. */
function requireFreeName({ userGroups }: OrganizationState, name: string, groupId?: UserGroupId): void {
  const holder = userGroups.idByName.get(nameKey(name));
  const isFree = holder === undefined || holder === groupId;
  requireThat(isFree, `User group '${name}' already exists.`);
}
