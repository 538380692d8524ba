/** Decisions about user groups: creating, changing and reactivating them. */
import { Refused, requireThat } from '../../base/errors.ts';
import { nameKey } from '../../base/identity.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { CHANNEL_PERMISSIONS } from '../../events/channels.ts';
import { namesIn } from '../../events/define.ts';
import {
  type GroupSettingValue,
  type Permission,
  USER_GROUP_PERMISSIONS,
  type UserGroupId,
  type UserGroupPermissionName,
  type UserGroupPermissions,
} from '../../events/userGroups.ts';
import { hasMetadataAccess } from '../../organization/access/channels.ts';
import { canCreateUserGroup, canManageUserGroup } from '../../organization/access/userGroups.ts';
import { ascending, groupsIn, type UserGroup } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent, type DecisionContext, requireCaller } from '../define.ts';
import {
  refuseReactivating,
  refuseTooManyGroups,
  refuseTooManyHolders,
  refuseTooManyMembers,
} from '../structureLimits.ts';
import { exceeds, requirePrintable, requireText } from '../text.ts';
import {
  changedPermissions,
  type GroupSettingUpdate,
  newPermissions,
  type Requested,
  requireActiveGroups,
  requireActiveUsers,
  requireUsableSettings,
} from './settings.ts';

const GIVING = { table: USER_GROUP_PERMISSIONS };

interface CreateUserGroupInput {
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
    const creatorId = requireCaller(context);
    requireMayCreate(organization, creatorId);
    const name = checkedUserGroupName(input.name);
    requireFreeName(organization, name);
    requireActiveUsers(organization, memberIds);
    requireActiveGroups(organization, subgroupIds);
    const allPermissions = newPermissions(organization, creatorId, GIVING, permissions);
    refuseTooManyGroups(organization, allPermissions, context);
    refuseTooManyMembers(organization, memberIds.length, creatorId);
    const groupId = organization.userGroups.nextUserGroupId.get();
    return {
      events: [
        newEvent('UserGroupCreated', {
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

interface UpdateUserGroupInput {
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
    const hasChanges = input.reactivate || given.some((value) => value !== undefined);
    requireThat(hasChanges, 'No new data supplied');
    const present = (permission: UserGroupPermissionName) => group.permissions[permission];
    const changed = changedPermissions(organization, GIVING, present, input.permissions);
    refuseTooManyHolders(
      organization,
      changed.map(({ newValue }) => newValue),
      group.creatorId,
    );
    return done(
      ...renamed(organization, group, input.name),
      ...described(group, input.description, requireCaller(context)),
      ...changed.map((change) =>
        newEvent('UserGroupPermissionChanged', { groupId: group.groupId, ...change }),
      ),
      ...(input.reactivate ? reactivated(organization, context, group, input.permissions) : []),
    );
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
  requireMayCreate(organization, requireCaller(context));
  requireActiveGroups(organization, directSubgroups);
  requireUsableSettings(organization, permissions, updates, groupId);
  refuseReactivating(organization);
  return [newEvent('UserGroupReactivated', { groupId })];
}

function renamed(
  organization: OrganizationState,
  { groupId, name: oldName }: UserGroup,
  requestedName: string | undefined,
): readonly DecidedEvent[] {
  if (requestedName === undefined) return [];
  const newName = checkedUserGroupName(requestedName);
  if (newName === oldName) return [];
  requireFreeName(organization, newName, groupId);
  return [newEvent('UserGroupRenamed', { groupId, oldName, newName })];
}

const described = (
  { groupId, description: present }: UserGroup,
  description: string | undefined,
  authorId: UserId,
): readonly DecidedEvent[] =>
  description === undefined || description === present
    ? []
    : [
        newEvent('UserGroupDescribed', {
          groupId,
          authorId,
          description: checkedUserGroupDescription(description),
        }),
      ];

/** The group, deactivated or not; everybody may see every group. */
export function existingUserGroup(organization: OrganizationState, groupId: UserGroupId): UserGroup {
  const group = organization.userGroups.byId.get(groupId);
  if (group === undefined) throw new Refused('Invalid user group');
  return group;
}

/** Refuses callers without full control over the group. */
function requireManager(organization: OrganizationState, context: DecisionContext, group: UserGroup): void {
  const may = canManageUserGroup(organization, requireCaller(context), group);
  requireThat(may, 'Insufficient permission');
}

/** Names of deactivated groups stay taken; a group may change the case of its own. */
function requireFreeName({ userGroups }: OrganizationState, name: string, groupId?: UserGroupId): void {
  const holder = userGroups.idByName.get(nameKey(name));
  const isFree = holder === undefined || holder === groupId;
  requireThat(isFree, `User group '${name}' already exists.`);
}

// Deactivating user groups: refused while the group is in use.

/** Deactivates a group, which cannot be given permissions afterwards. */
export const deactivateUserGroup = command<{ groupId: UserGroupId }, void>({
  name: 'DeactivateUserGroup',
  decide(organization, { groupId }, context) {
    const group = existingUserGroup(organization, groupId);
    requireThat(!group.deactivated, 'User group is deactivated.');
    requireManager(organization, context, group);
    const objections = objectionsTo(organization, groupId, context.actor);
    const isUnused = objections.length === 0;
    const complaint = 'Cannot deactivate user group in use.';
    requireThat(isUnused, complaint, 'CANNOT_DEACTIVATE_GROUP_IN_USE', { objections });
    return done(newEvent('UserGroupDeactivated', { groupId }));
  },
});

/**
 * Uses of a group as the refusal lists them; archived channels and deactivated groups do not count, and
 * channels hidden from the caller are not named.
 */
function objectionsTo(
  organization: OrganizationState,
  groupId: UserGroupId,
  actor: UserId | null,
): readonly object[] {
  const { userGroups, channels } = organization;
  const names = (value: GroupSettingValue): boolean => groupsIn(value).includes(groupId);
  const inUse = [...userGroups.byId.values()].filter(({ deactivated }) => !deactivated);
  const supergroups = inUse.filter(({ directSubgroups }) => directSubgroups.includes(groupId));
  const open = [...channels.byId.values()].filter(({ archived }) => !archived);
  return [
    ...(supergroups.length > 0
      ? [{ type: 'subgroup', supergroup_ids: supergroups.map((group) => group.groupId) }]
      : []),
    ...open.flatMap((channel) => {
      const settings = settingsWith(channel.permissions, CHANNEL_PERMISSIONS, names);
      const named = hasMetadataAccess(organization, actor, channel) && { channel_id: channel.channelId };
      return settings.length > 0 ? [{ type: 'channel', ...named, settings }] : [];
    }),
    ...inUse.flatMap((group) => {
      const settings = settingsWith(group.permissions, USER_GROUP_PERMISSIONS, names);
      return settings.length > 0 && group.groupId !== groupId
        ? [{ type: 'user_group', group_id: group.groupId, settings }]
        : [];
    }),
    ...organizationUses(organization, names),
  ];
}

type NamesGroup = (value: GroupSettingValue) => boolean;

/** The defaults of an organization contain system groups only. */
function organizationUses({ organization }: OrganizationState, names: NamesGroup): readonly object[] {
  const settings = [...organization.permissions.entries()].flatMap(([permission, value]) =>
    names(value) ? [permission] : [],
  );
  return settings.length > 0 ? [{ type: 'realm', settings: settings.sort() }] : [];
}

/** Wire names of the settings with a certain value. */
const settingsWith = <Name extends string>(
  permissions: Readonly<Record<Name, GroupSettingValue>>,
  table: Readonly<Record<Name, Permission>>,
  names: NamesGroup,
): readonly string[] =>
  namesIn(table)
    .filter((name) => names(permissions[name]))
    .map((name) => table[name].wireName);
