/**
 * User groups and the question that every permission comes down to: is this person in that group? Membership is
 * kept closed over subgroups (active people only) and recomputed upward when it changes, so asking is one bit.
 */
import { revealed } from '../events/define.ts';
import {
  type GroupSettingValue,
  SYSTEM_GROUP_NAMES,
  type SystemGroupName,
  type UserGroupPermissions,
} from '../events/userGroups.ts';
import type { Role } from '../events/users.ts';
import type { UserGroupId, UserId } from '../ids.ts';
import { Bitset, idSet } from './bitset.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { reachedFrom, upwardFrom } from './groupNesting.ts';
import { noTurns, noteTurns } from './pastMembers.ts';

export interface UserGroup {
  readonly groupId: UserGroupId;
  readonly name: string;
  /** '' once erased, and that of a system group. */
  readonly description: string;
  /** Who made it and when, in UNIX milliseconds; null for a system group. */
  readonly creatorId: UserId | null;
  readonly createdAt: number | null;
  readonly isSystemGroup: boolean;
  /** Deactivated groups keep their name and members; nothing new can be given to them. */
  readonly deactivated: boolean;
  readonly permissions: UserGroupPermissions;
  readonly directSubgroups: readonly UserGroupId[];
}

const nobody = Bitset.of<UserId>();

export const userGroupsSlice = slice({
  version: 4,
  state: () => ({
    byId: map<UserGroupId, UserGroup>(),
    /** By `userGroupNameKey`; deactivated groups keep their names. */
    idByName: map<string, UserGroupId>(),
    /** Groups of which a group is a direct subgroup. */
    supergroups: map<UserGroupId, readonly UserGroupId[]>(),
    /** Direct members, also inactive ones: they are members again when they come back. */
    directMembers: map<UserGroupId, Bitset<UserId>>(idSet()),
    /** All active members, directly or through subgroups. */
    closedMembers: map<UserGroupId, Bitset<UserId>>(idSet()),
    /** When people came to groups and left them, apart from what they began with. */
    turns: noTurns(),
    inactiveUsers: cell(nobody, idSet()),
    /** People, whatever their role, whose waiting period is not over. */
    newUsers: cell(nobody, idSet()),
    waitingPeriodDays: cell(0),
    nextUserGroupId: cell(1 as UserGroupId),
  }),
  evolve: {
    SystemGroupsCreated(state, { groups }) {
      for (const group of groups) addGroup(state, { ...SYSTEM_GROUP, ...group });
      close(
        state,
        groups.map(({ groupId }) => groupId),
      );
    },
    UserCreated(state, { userId, role, bot }) {
      if (bot?.isSystem) return;
      if (state.waitingPeriodDays.get() > 0) state.newUsers.set(state.newUsers.get().with(userId));
      changeDirect(state, groupOfRole(state, userId, role), (direct) => direct.with(userId));
    },
    UserRoleChanged(state, { userId, oldRole, newRole }, { revision }) {
      changeDirect(state, groupOfRole(state, userId, oldRole), (direct) => direct.without(userId), revision);
      changeDirect(state, groupOfRole(state, userId, newRole), (direct) => direct.with(userId), revision);
    },
    UserDeactivated: (state, { userId }, { revision }) =>
      changeActivity(state, userId, (inactive) => inactive.with(userId), revision),
    UserReactivated: (state, { userId }, { revision }) =>
      changeActivity(state, userId, (inactive) => inactive.without(userId), revision),
    OrganizationSettingChanged(state, { property, newValue }) {
      if (property === 'waitingPeriodDays') state.waitingPeriodDays.set(newValue as number);
    },
    UsersBecameFullMembers(state, { userIds }, { revision }) {
      state.newUsers.set(state.newUsers.get().without(userIds));
      moveMembers(state, userIds, ['role:members', 'role:fullmembers'], revision);
    },
    UsersBecameNewMembers(state, { userIds }, { revision }) {
      state.newUsers.set(state.newUsers.get().with(userIds));
      moveMembers(state, userIds, ['role:fullmembers', 'role:members'], revision);
    },
    UserGroupCreated(state, { memberIds, ...created }, { metadata }) {
      addGroup(state, {
        ...created,
        description: revealed(created.description, ''),
        createdAt: metadata.time,
        isSystemGroup: false,
        deactivated: false,
      });
      changeDirect(state, created.groupId, () => Bitset.of(memberIds));
    },
    UserGroupRenamed(state, { groupId, oldName, newName }) {
      state.byId.update(groupId, { name: newName });
      state.idByName.delete(userGroupNameKey(oldName));
      state.idByName.set(userGroupNameKey(newName), groupId);
    },
    UserGroupDescribed: (state, { groupId, description }) =>
      state.byId.update(groupId, { description: revealed(description, '') }),
    UserGroupPermissionChanged: (state, { groupId, permission, newValue }) =>
      state.byId.update(groupId, (group) => ({
        ...group,
        permissions: { ...group.permissions, [permission]: newValue },
      })),
    UserGroupMembersAdded: (state, { groupId, userIds }, { revision }) =>
      changeDirect(state, groupId, (direct) => direct.with(userIds), revision),
    UserGroupMembersRemoved: (state, { groupId, userIds }, { revision }) =>
      changeDirect(state, groupId, (direct) => direct.without(userIds), revision),
    UserGroupSubgroupsAdded(state, { groupId, subgroupIds }, { revision }) {
      state.byId.update(groupId, (group) => ({
        ...group,
        directSubgroups: ascending([...group.directSubgroups, ...subgroupIds]),
      }));
      for (const subgroup of subgroupIds) addSupergroup(state, subgroup, groupId);
      close(state, [groupId], revision);
    },
    UserGroupSubgroupsRemoved(state, { groupId, subgroupIds }, { revision }) {
      state.byId.update(groupId, (group) => ({
        ...group,
        directSubgroups: group.directSubgroups.filter((id) => !subgroupIds.includes(id)),
      }));
      for (const subgroup of subgroupIds)
        state.supergroups.update(subgroup, (above) => above.filter((id) => id !== groupId));
      close(state, [groupId], revision);
    },
    UserGroupDeactivated: (state, { groupId }) => state.byId.update(groupId, { deactivated: true }),
    UserGroupReactivated: (state, { groupId }) => state.byId.update(groupId, { deactivated: false }),
  },
});
export type UserGroups = ReturnType<typeof userGroupsSlice.state>;

/** State that knows groups. */
interface WithUserGroups {
  readonly userGroups: UserGroups;
}

/** ID of a system group: the same in every organization, 1 to 8 in the order of their names. */
export const systemGroupId = (name: SystemGroupName): UserGroupId =>
  (SYSTEM_GROUP_NAMES.indexOf(name) + 1) as UserGroupId;

const NOBODY = systemGroupId('role:nobody');
/** What all system groups have in common. */
const SYSTEM_GROUP = {
  description: '',
  creatorId: null,
  createdAt: null,
  isSystemGroup: true,
  deactivated: false,
  permissions: {
    canAddMembers: NOBODY,
    canJoin: NOBODY,
    canLeave: NOBODY,
    canManage: NOBODY,
    canMention: NOBODY,
    canRemoveMembers: NOBODY,
  },
};

/** Role → the system group that its holders are direct members of. */
const GROUP_OF_ROLE: Readonly<Record<Role, SystemGroupName>> = {
  100: 'role:owners',
  200: 'role:administrators',
  300: 'role:moderators',
  400: 'role:fullmembers',
  600: 'role:everyone',
};

/** Members whose waiting period is not over belong to the wider group. */
function groupOfRole(state: UserGroups, userId: UserId, role: Role): UserGroupId {
  const isNewMember = role === 400 && state.newUsers.get().has(userId);
  return systemGroupId(isNewMember ? 'role:members' : GROUP_OF_ROLE[role]);
}

/** Under which a group's name is looked up: names are unique without case and outer blanks. */
export const userGroupNameKey = (name: string): string => name.trim().toLowerCase();

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
  organization.userGroups.closedMembers.get(groupId) ?? nobody;

/** The active people who are members of a group themselves, not through its subgroups. */
export const directMembersOf = ({ userGroups }: WithUserGroups, groupId: UserGroupId): Bitset<UserId> =>
  (userGroups.directMembers.get(groupId) ?? nobody).difference(userGroups.inactiveUsers.get());

/** Whether an active person is among those whom a group-setting value names (spec/endpoint-details.md 0.9). */
export function satisfies(organization: WithUserGroups, userId: UserId, value: GroupSettingValue): boolean {
  if (typeof value === 'number') return isInGroup(organization, userId, value);
  if (value.directSubgroups.some((groupId) => isInGroup(organization, userId, groupId))) return true;
  return value.directMembers.includes(userId) && !organization.userGroups.inactiveUsers.get().has(userId);
}

/** All active people whom a group-setting value names. */
export function holdersOf(organization: WithUserGroups, value: GroupSettingValue): Bitset<UserId> {
  if (typeof value === 'number') return membersOf(organization, value);
  const direct = Bitset.of(value.directMembers).difference(organization.userGroups.inactiveUsers.get());
  return value.directSubgroups.reduce((all, groupId) => all.union(membersOf(organization, groupId)), direct);
}

/** The canonical form of a group-setting value: sorted, each once, active people only (0.9). */
export function canonical(organization: WithUserGroups, value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const inactive = organization.userGroups.inactiveUsers.get();
  const directMembers = ascending(value.directMembers).filter((userId) => !inactive.has(userId));
  const directSubgroups = ascending(value.directSubgroups);
  if (directMembers.length > 0 || directSubgroups.length > 1) return { directMembers, directSubgroups };
  return directSubgroups[0] ?? systemGroupId('role:nobody');
}

/** A group and all groups that hold it, directly or not. */
export function groupsAbove(
  { userGroups: { supergroups } }: WithUserGroups,
  groupId: UserGroupId,
): ReadonlySet<UserGroupId> {
  return reachedFrom([groupId], (id) => supergroups.get(id));
}

/** All groups that a group holds, directly or not, without itself; ascending. */
export function groupsBelow(
  { userGroups: { byId } }: WithUserGroups,
  groupId: UserGroupId,
): readonly UserGroupId[] {
  const below = reachedFrom([groupId], (id) => byId.get(id)?.directSubgroups);
  return ascending([...below].filter((id) => id !== groupId));
}

/** Each ID once, ascending. */
export const ascending = <Id extends number>(ids: readonly Id[]): Id[] =>
  [...new Set(ids)].sort((a, b) => a - b);

function addGroup(state: UserGroups, group: UserGroup): void {
  const { groupId, name, directSubgroups } = group;
  state.byId.set(groupId, group);
  state.idByName.set(userGroupNameKey(name), groupId);
  for (const subgroup of directSubgroups) addSupergroup(state, subgroup, groupId);
  state.nextUserGroupId.set(Math.max(state.nextUserGroupId.get(), groupId + 1) as UserGroupId);
}

function addSupergroup(state: UserGroups, subgroup: UserGroupId, groupId: UserGroupId): void {
  state.supergroups.set(subgroup, [...(state.supergroups.get(subgroup) ?? []), groupId]);
}

type Change = (present: Bitset<UserId>) => Bitset<UserId>;

function changeDirect(state: UserGroups, groupId: UserGroupId, change: Change, revision?: number): void {
  state.directMembers.set(groupId, change(state.directMembers.get(groupId) ?? nobody));
  close(state, [groupId], revision);
}

/** Those among the people who are members of one system group are from now on members of another. */
function moveMembers(
  state: UserGroups,
  userIds: readonly UserId[],
  [from, to]: readonly [from: SystemGroupName, to: SystemGroupName],
  revision: number,
): void {
  const present = state.directMembers.get(systemGroupId(from)) ?? nobody;
  const moved = userIds.filter((userId) => present.has(userId));
  changeDirect(state, systemGroupId(from), (direct) => direct.without(moved), revision);
  changeDirect(state, systemGroupId(to), (direct) => direct.with(moved), revision);
}

function changeActivity(state: UserGroups, userId: UserId, change: Change, revision: number): void {
  state.inactiveUsers.set(change(state.inactiveUsers.get()));
  const touched = [...state.directMembers.entries()].filter(([, direct]) => direct.has(userId));
  close(
    state,
    touched.map(([groupId]) => groupId),
    revision,
  );
}

/** Recomputes who is in the groups, and in all groups above them; from the first day on, where no revision is given. */
function close(state: UserGroups, groupIds: readonly UserGroupId[], revision?: number): void {
  for (const groupId of upwardFrom(groupIds, (id) => state.supergroups.get(id))) {
    const direct = directMembersOf({ userGroups: state }, groupId);
    const subgroups = state.byId.get(groupId)?.directSubgroups ?? [];
    const closed = subgroups.reduce((all, id) => all.union(state.closedMembers.get(id) ?? nobody), direct);
    const before = state.closedMembers.get(groupId) ?? nobody;
    if (revision !== undefined) noteTurns(state.turns, groupId, revision, [before, closed]);
    state.closedMembers.set(groupId, closed);
  }
}
