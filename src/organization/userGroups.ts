/**
 * User groups and the question that every permission comes down to: is this person in that group? Membership is
 * kept closed over subgroups (active people only) and recomputed upward when it changes, so asking is one bit.
 */
import { type GroupSettingValue, SYSTEM_GROUP_NAMES, type SystemGroupName } from '../events/userGroups.ts';
import type { Role } from '../events/users.ts';
import type { UserGroupId, UserId } from '../ids.ts';
import { Bitset } from './bitset.ts';
import { cell, type Codec, map } from './containers.ts';
import { slice } from './define.ts';

export interface UserGroup {
  readonly groupId: UserGroupId;
  readonly name: string;
  readonly isSystemGroup: boolean;
  readonly directSubgroups: readonly UserGroupId[];
}

const members: Codec<Bitset<UserId>> = {
  save: (set) => set.save(),
  load: (saved) => Bitset.load(saved as string),
};
const nobody = Bitset.of<UserId>();

export const userGroupsSlice = slice({
  version: 1,
  state: () => ({
    byId: map<UserGroupId, UserGroup>(),
    idByName: map<string, UserGroupId>(),
    /** Groups of which a group is a direct subgroup. */
    supergroups: map<UserGroupId, readonly UserGroupId[]>(),
    /** Direct members, also inactive ones: they are members again when they come back. */
    directMembers: map<UserGroupId, Bitset<UserId>>(members),
    /** All active members, directly or through subgroups. */
    closedMembers: map<UserGroupId, Bitset<UserId>>(members),
    inactiveUsers: cell(nobody, members),
    nextUserGroupId: cell(1 as UserGroupId),
  }),
  evolve: {
    SystemGroupsCreated(state, { groups }) {
      for (const group of groups) addGroup(state, { ...group, isSystemGroup: true });
      for (const { groupId } of groups) close(state, groupId);
    },
    UserCreated: (state, { userId, role }) => changeDirect(state, role, (direct) => direct.with(userId)),
    UserRoleChanged(state, { userId, oldRole, newRole }) {
      changeDirect(state, oldRole, (direct) => direct.without(userId));
      changeDirect(state, newRole, (direct) => direct.with(userId));
    },
    UserDeactivated: (state, { userId }) =>
      changeActivity(state, userId, (inactive) => inactive.with(userId)),
    UserReactivated: (state, { userId }) =>
      changeActivity(state, userId, (inactive) => inactive.without(userId)),
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

/** Role → the system group that its holders are direct members of. */
const GROUP_OF_ROLE: Readonly<Record<Role, SystemGroupName>> = {
  100: 'role:owners',
  200: 'role:administrators',
  300: 'role:moderators',
  // The waiting period is 0 days: every member is a full one. With a longer one, who is not yet full belongs
  // directly to role:members until an event says that the time has passed.
  400: 'role:fullmembers',
  600: 'role:everyone',
};

/** Whether an active person is in a group, directly or through its subgroups. */
const isInGroup = (organization: WithUserGroups, userId: UserId, groupId: UserGroupId): boolean =>
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

const ascending = <Id extends number>(ids: readonly Id[]): Id[] => [...new Set(ids)].sort((a, b) => a - b);

function addGroup(state: UserGroups, group: UserGroup): void {
  const { groupId, name, directSubgroups } = group;
  state.byId.set(groupId, group);
  state.idByName.set(name, groupId);
  for (const subgroup of directSubgroups) {
    state.supergroups.set(subgroup, [...(state.supergroups.get(subgroup) ?? []), groupId]);
  }
  state.nextUserGroupId.set(Math.max(state.nextUserGroupId.get(), groupId + 1) as UserGroupId);
}

type Change = (present: Bitset<UserId>) => Bitset<UserId>;

function changeDirect(state: UserGroups, role: Role, change: Change): void {
  const groupId = systemGroupId(GROUP_OF_ROLE[role]);
  state.directMembers.set(groupId, change(state.directMembers.get(groupId) ?? nobody));
  close(state, groupId);
}

function changeActivity(state: UserGroups, userId: UserId, change: Change): void {
  state.inactiveUsers.set(change(state.inactiveUsers.get()));
  for (const [groupId, direct] of state.directMembers.entries())
    if (direct.has(userId)) close(state, groupId);
}

/** Recomputes who is in a group, and in all groups above it. */
function close(state: UserGroups, groupId: UserGroupId): void {
  const direct = (state.directMembers.get(groupId) ?? nobody).difference(state.inactiveUsers.get());
  const subgroups = state.byId.get(groupId)?.directSubgroups ?? [];
  const closed = subgroups.reduce((all, id) => all.union(state.closedMembers.get(id) ?? nobody), direct);
  state.closedMembers.set(groupId, closed);
  for (const supergroup of state.supergroups.get(groupId) ?? []) close(state, supergroup);
}
