/**
 * User groups, and the question behind every permission: is this person in that group? The members including
 * those of subgroups (active people only) are recomputed upward on changes, so the question is one bit.
 */
import type { UserId } from '../../base/ids.ts';
import { readErasable } from '../../events/define.ts';
import {
  type GroupSettingValue,
  type Permission,
  SYSTEM_GROUP_NAMES,
  type SystemGroupName,
  type UserGroupId,
  type UserGroupPermissions,
} from '../../events/userGroups.ts';
import { Bitset, idSet, NOBODY } from '../containers/bitset.ts';
import { cell, map } from '../containers/containers.ts';
import { reassignName, slice } from '../containers/define.ts';
import {
  activeDirectMembers,
  addAccount,
  type BotRole,
  changeActive,
  changeDirectMembers,
  changeNewMembers,
  changeOwner,
  changeRole,
  emptyMembershipHistory,
  reachableFrom,
  recomputeMembers,
  systemGroupId,
} from './memberships.ts';

export { systemGroupId } from './memberships.ts';

export interface UserGroup {
  readonly groupId: UserGroupId;
  readonly name: string;
  /** '' once erased, and for a system group. */
  readonly description: string;
  /** The creator, and the time in UNIX milliseconds; null for a system group. */
  readonly creatorId: UserId | null;
  readonly createdAt: number | null;
  readonly isSystemGroup: boolean;
  /** Deactivated groups keep their name and members, but get no new permissions. */
  readonly deactivated: boolean;
  readonly permissions: UserGroupPermissions;
  readonly directSubgroups: readonly UserGroupId[];
  /** Only of imported groups. */
  readonly importKey?: string | undefined;
}

export const userGroupsSlice = slice({
  version: 7,
  state: () => ({
    byId: map<UserGroupId, UserGroup>(),
    /** By `nameKey`; deactivated groups keep their names. */
    idByName: map<string, UserGroupId>(),
    /** Groups of which a group is a direct subgroup. */
    supergroups: map<UserGroupId, readonly UserGroupId[]>(),
    /** Direct members, inactive ones included: they are members again when they return. */
    directMembers: map<UserGroupId, Bitset<UserId>>(idSet()),
    /** All active members, directly or through subgroups. */
    closedMembers: map<UserGroupId, Bitset<UserId>>(idSet()),
    /** Joins and departures, except initial members. */
    turns: emptyMembershipHistory(),
    /** Deactivated accounts, and bots whose owners are deactivated. */
    inactiveUsers: cell(NOBODY, idSet()),
    /** People of any role whose waiting period is not over. */
    newUsers: cell(NOBODY, idSet()),
    /** Bots created by people. */
    bots: map<UserId, BotRole>(),
    waitingPeriodDays: cell(0),
    nextUserGroupId: cell(1 as UserGroupId),
  }),
  evolve: {
    SystemGroupsCreated(state, { groups }) {
      for (const group of groups) addGroup(state, { ...SYSTEM_GROUP, ...group });
      recomputeMembers(
        state,
        groups.map(({ groupId }) => groupId),
      );
    },
    UserCreated(state, { userId, role, bot }) {
      if (bot?.isSystem) return;
      if (state.waitingPeriodDays.get() > 0) state.newUsers.set(state.newUsers.get().with(userId));
      addAccount(state, userId, role, bot?.ownerId);
    },
    UserRoleChanged: (state, { userId, oldRole, newRole }, { revision }) =>
      changeRole(state, userId, [oldRole, newRole], revision),
    BotOwnerChanged: (state, { botId, newOwnerId }, { revision }) =>
      changeOwner(state, botId, newOwnerId, revision),
    UserDeactivated: (state, { userId }, { revision }) => changeActive(state, userId, false, revision),
    UserReactivated: (state, { userId }, { revision }) => changeActive(state, userId, true, revision),
    OrganizationSettingChanged(state, { property, newValue }) {
      if (property === 'waitingPeriodDays') state.waitingPeriodDays.set(newValue as number);
    },
    UsersBecameFullMembers: (state, { userIds }, { revision }) =>
      changeNewMembers(state, userIds, false, revision),
    UsersBecameNewMembers: (state, { userIds }, { revision }) =>
      changeNewMembers(state, userIds, true, revision),
    UserGroupCreated(state, { memberIds, ...created }, { metadata }) {
      addGroup(state, {
        ...created,
        description: readErasable(created.description, ''),
        createdAt: metadata.time,
        isSystemGroup: false,
        deactivated: false,
      });
      changeDirectMembers(state, created.groupId, () => Bitset.of(memberIds));
    },
    UserGroupRenamed(state, { groupId, oldName, newName }) {
      state.byId.update(groupId, { name: newName });
      reassignName(state.idByName, groupId, newName, oldName);
    },
    UserGroupDescribed: (state, { groupId, description }) =>
      state.byId.update(groupId, { description: readErasable(description, '') }),
    UserGroupPermissionChanged: (state, { groupId, permission, newValue }) =>
      state.byId.update(groupId, (group) => ({
        ...group,
        permissions: { ...group.permissions, [permission]: newValue },
      })),
    UserGroupMembersAdded: (state, { groupId, userIds }, { revision }) =>
      changeDirectMembers(state, groupId, (direct) => direct.with(userIds), revision),
    UserGroupMembersRemoved: (state, { groupId, userIds }, { revision }) =>
      changeDirectMembers(state, groupId, (direct) => direct.without(userIds), revision),
    UserGroupSubgroupsAdded(state, { groupId, subgroupIds }, { revision }) {
      state.byId.update(groupId, (group) => ({
        ...group,
        directSubgroups: ascending([...group.directSubgroups, ...subgroupIds]),
      }));
      for (const subgroup of subgroupIds) addSupergroup(state, subgroup, groupId);
      recomputeMembers(state, [groupId], revision);
    },
    UserGroupSubgroupsRemoved(state, { groupId, subgroupIds }, { revision }) {
      state.byId.update(groupId, (group) => ({
        ...group,
        directSubgroups: group.directSubgroups.filter((id) => !subgroupIds.includes(id)),
      }));
      for (const subgroup of subgroupIds)
        state.supergroups.update(subgroup, (above) => above.filter((id) => id !== groupId));
      recomputeMembers(state, [groupId], revision);
    },
    UserGroupDeactivated: (state, { groupId }) => state.byId.update(groupId, { deactivated: true }),
    UserGroupReactivated: (state, { groupId }) => state.byId.update(groupId, { deactivated: false }),
  },
});
type UserGroups = ReturnType<typeof userGroupsSlice.state>;

/** State with groups. */
interface WithUserGroups {
  readonly userGroups: UserGroups;
}

const NOBODY_GROUP = systemGroupId('role:nobody');
/** Fields shared by all system groups. */
const SYSTEM_GROUP = {
  description: '',
  creatorId: null,
  createdAt: null,
  isSystemGroup: true,
  deactivated: false,
  permissions: {
    canAddMembers: NOBODY_GROUP,
    canJoin: NOBODY_GROUP,
    canLeave: NOBODY_GROUP,
    canManage: NOBODY_GROUP,
    canMention: NOBODY_GROUP,
    canRemoveMembers: NOBODY_GROUP,
  },
};

/** Whether an active person is in a group, directly or through its subgroups. */
export const isInGroup = (organization: WithUserGroups, userId: UserId, groupId: UserGroupId): boolean =>
  organization.userGroups.closedMembers.get(groupId)?.has(userId) ?? false;

/** Whether an active person is in a system group. */
export const isInSystemGroup = (
  organization: WithUserGroups,
  userId: UserId,
  name: SystemGroupName,
): boolean => isInGroup(organization, userId, systemGroupId(name));

/** All active members of a group. */
export const membersOf = (organization: WithUserGroups, groupId: UserGroupId): Bitset<UserId> =>
  organization.userGroups.closedMembers.get(groupId) ?? NOBODY;

/** The active direct members of a group, not those of its subgroups. */
export const directMembersOf = ({ userGroups }: WithUserGroups, groupId: UserGroupId): Bitset<UserId> =>
  activeDirectMembers(userGroups, groupId);

/** Whether an active person is named by a group setting's value. */
export function satisfies(organization: WithUserGroups, userId: UserId, value: GroupSettingValue): boolean {
  if (typeof value === 'number') return isInGroup(organization, userId, value);
  for (const groupId of value.directSubgroups) if (isInGroup(organization, userId, groupId)) return true;
  return value.directMembers.includes(userId) && !organization.userGroups.inactiveUsers.get().has(userId);
}

/** All active people named by a group setting's value. */
export function holdersOf(organization: WithUserGroups, value: GroupSettingValue): Bitset<UserId> {
  if (typeof value === 'number') return membersOf(organization, value);
  const direct = Bitset.of(value.directMembers).difference(organization.userGroups.inactiveUsers.get());
  return value.directSubgroups.reduce((all, groupId) => all.union(membersOf(organization, groupId)), direct);
}

/** The canonical form of a group-setting value: sorted, each once, active people only. */
export function canonical(organization: WithUserGroups, value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const inactive = organization.userGroups.inactiveUsers.get();
  const directMembers = ascending(value.directMembers).filter((userId) => !inactive.has(userId));
  const directSubgroups = ascending(value.directSubgroups);
  if (directMembers.length > 0 || directSubgroups.length > 1) return { directMembers, directSubgroups };
  return directSubgroups[0] ?? systemGroupId('role:nobody');
}

/** A group and all its supergroups, direct or not. */
export function groupsAbove(
  { userGroups: { supergroups } }: WithUserGroups,
  groupId: UserGroupId,
): ReadonlySet<UserGroupId> {
  return reachableFrom([groupId], (id) => supergroups.get(id));
}

/** All subgroups of a group, direct or not, without itself; ascending. */
export function groupsBelow(
  { userGroups: { byId } }: WithUserGroups,
  groupId: UserGroupId,
): readonly UserGroupId[] {
  const below = reachableFrom([groupId], (id) => byId.get(id)?.directSubgroups);
  return ascending([...below].filter((id) => id !== groupId));
}

/** Each ID once, ascending. */
export const ascending = <Id extends number>(ids: readonly Id[]): Id[] =>
  [...new Set(ids)].sort((a, b) => a - b);

function addGroup(state: UserGroups, group: UserGroup): void {
  const { groupId, name, directSubgroups } = group;
  state.byId.set(groupId, group);
  reassignName(state.idByName, groupId, name);
  for (const subgroup of directSubgroups) addSupergroup(state, subgroup, groupId);
  state.nextUserGroupId.set(Math.max(state.nextUserGroupId.get(), groupId + 1) as UserGroupId);
}

function addSupergroup(state: UserGroups, subgroup: UserGroupId, groupId: UserGroupId): void {
  state.supergroups.set(subgroup, [...(state.supergroups.get(subgroup) ?? []), groupId]);
}

// The allowed values of group settings, for all areas.

/** The groups that a value names. */
export const groupsIn = (value: GroupSettingValue): readonly UserGroupId[] =>
  typeof value === 'number' ? [value] : value.directSubgroups;

/** A system group in the value that the setting forbids; undefined if none. */
export function forbiddenGroupIn(
  { forbids, allowedGroups }: Pick<Permission, 'forbids' | 'allowedGroups'>,
  value: GroupSettingValue,
): SystemGroupName | undefined {
  const named = groupsIn(value);
  return SYSTEM_GROUP_NAMES.filter((name) => named.includes(systemGroupId(name))).find(
    (name) =>
      name === 'role:internet' || forbids.includes(name) || (allowedGroups && !allowedGroups.includes(name)),
  );
}
