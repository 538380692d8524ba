/**
 * Membership of groups. People are in system groups by their roles, and bots no higher than their owners: a
 * bot is in the lower of the two groups, and in none while its owner is deactivated. All rules use groups, so
 * this alone limits a bot's role to its owner's.
 */
import type { UserId } from '../../base/ids.ts';
import { SYSTEM_GROUP_NAMES, type SystemGroupName, type UserGroupId } from '../../events/userGroups.ts';
import type { Role } from '../../events/users.ts';
import { Bitset, NOBODY } from '../containers/bitset.ts';
import { type cell, type Codec, type FoldMap, map } from '../containers/containers.ts';

// Traverses nested groups of any depth: each group once, without recursion.

/** The neighbours of a group: its subgroups, or its supergroups. */
type Neighbours = (groupId: UserGroupId) => readonly UserGroupId[] | undefined;

/** The groups and all groups reachable from them; iterating over a set includes members added meanwhile. */
export function reachableFrom(
  start: readonly UserGroupId[],
  neighbours: Neighbours,
): ReadonlySet<UserGroupId> {
  const reached = new Set(start);
  for (const groupId of reached) for (const next of neighbours(groupId) ?? []) reached.add(next);
  return reached;
}

/** The groups and all groups above them, each once and after those of its subgroups that are included. */
function upwardFrom(groupIds: readonly UserGroupId[], above: Neighbours): readonly UserGroupId[] {
  const reached = reachableFrom(groupIds, above);
  const awaited = new Map<UserGroupId, number>();
  for (const groupId of reached)
    for (const supergroup of above(groupId) ?? [])
      awaited.set(supergroup, (awaited.get(supergroup) ?? 0) + 1);
  const order = [...reached].filter((groupId) => !awaited.has(groupId));
  for (const groupId of order)
    for (const supergroup of above(groupId) ?? []) {
      const left = (awaited.get(supergroup) ?? 0) - 1;
      awaited.set(supergroup, left);
      if (left === 0) order.push(supergroup);
    }
  return order;
}

// * The members of a group at an earlier revision. Every arrival and departure is recorded; somebody was in a group
// if they are in it now, unless they have come or left an odd number of times since then.

/** The people who joined or left a group by the event at a revision: a few IDs, or a set. */
interface MembershipChange {
  readonly revision: number;
  readonly turned: readonly UserId[] | Bitset<UserId>;
}

/** IDs that take less space than a set of all people. */
const MAX_LISTED_IDS = 64;

const turnOf = (revision: number, turned: Bitset<UserId>): MembershipChange => ({
  revision,
  turned: turned.size > MAX_LISTED_IDS ? turned : [...turned],
});

const turnsCodec: Codec<readonly MembershipChange[]> = {
  save: (turns) =>
    turns.map(({ revision, turned }) => [revision, turned instanceof Bitset ? turned.save() : turned]),
  load: (saved) =>
    (saved as readonly [number, string | readonly UserId[]][]).map(([revision, turned]) => ({
      revision,
      turned: typeof turned === 'string' ? Bitset.load<UserId>(turned) : turned,
    })),
};

/** By group: joins and departures, in order of revision. */
type MembershipHistory = FoldMap<UserGroupId, readonly MembershipChange[]>;
export const emptyMembershipHistory = (): MembershipHistory =>
  map<UserGroupId, readonly MembershipChange[]>(turnsCodec);

/** Records who joined or left a group; doing both at once cancels out. */
function recordMembership(
  turns: MembershipHistory,
  groupId: UserGroupId,
  revision: number,
  [before, after]: readonly [Bitset<UserId>, Bitset<UserId>],
): void {
  const changed = before.difference(after).union(after.difference(before));
  if (changed.size === 0) return;
  const known = turns.get(groupId) ?? [];
  const last = known.at(-1);
  if (last?.revision !== revision) return turns.set(groupId, [...known, turnOf(revision, changed)]);
  const already = Bitset.of(last.turned);
  const once = already.difference(changed).union(changed.difference(already));
  turns.set(groupId, [...known.slice(0, -1), ...(once.size > 0 ? [turnOf(revision, once)] : [])]);
}

/** State with groups and their history. */
export interface WithMembershipHistory {
  readonly userGroups: {
    readonly closedMembers: FoldMap<UserGroupId, Bitset<UserId>>;
    readonly turns: MembershipHistory;
  };
}

const has = ({ turned }: MembershipChange, userId: UserId): boolean =>
  turned instanceof Bitset ? turned.has(userId) : turned.includes(userId);

/** The groups that a person is or was in. */
export const groupsEverOf = ({ userGroups }: WithMembershipHistory, userId: UserId): readonly UserGroupId[] =>
  [...userGroups.closedMembers.entries()].flatMap(([groupId, members]) => {
    const isOrWas = members.has(userId) || userGroups.turns.get(groupId)?.some((turn) => has(turn, userId));
    return isOrWas ? [groupId] : [];
  });

/** Whether an active person was in a group, directly or through subgroups, after the event at a revision. */
export function wasInGroup(
  { userGroups }: WithMembershipHistory,
  userId: UserId,
  groupId: UserGroupId,
  revision: number,
): boolean {
  let isIn = userGroups.closedMembers.get(groupId)?.has(userId) ?? false;
  const turns = userGroups.turns.get(groupId) ?? [];
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index] as MembershipChange;
    if (turn.revision <= revision) break;
    if (has(turn, userId)) isIn = !isIn;
  }
  return isIn;
}

/** A bot's own role, and the owner that limits it. */
export interface BotRole {
  readonly role: Role;
  readonly ownerId: UserId | null;
  readonly active: boolean;
}

type IdCell = ReturnType<typeof cell<Bitset<UserId>>>;

/** The part of the groups' state that determines membership. */
interface Memberships {
  readonly byId: {
    get(groupId: UserGroupId): { readonly directSubgroups: readonly UserGroupId[] } | undefined;
  };
  readonly supergroups: FoldMap<UserGroupId, readonly UserGroupId[]>;
  readonly directMembers: FoldMap<UserGroupId, Bitset<UserId>>;
  readonly closedMembers: FoldMap<UserGroupId, Bitset<UserId>>;
  readonly turns: MembershipHistory;
  readonly inactiveUsers: IdCell;
  readonly newUsers: IdCell;
  readonly bots: FoldMap<UserId, BotRole>;
}

/** ID of a system group: the same in every organization, 1 to 8 in the order of their names. */
export const systemGroupId = (name: SystemGroupName): UserGroupId =>
  (SYSTEM_GROUP_NAMES.indexOf(name) + 1) as UserGroupId;

/** The system groups of roles, highest first. */
const RANKS = (
  [
    'role:owners',
    'role:administrators',
    'role:moderators',
    'role:fullmembers',
    'role:members',
    'role:everyone',
  ] as const
).map(systemGroupId);

/** Role → the system group that has its holders as direct members. */
const GROUP_OF_ROLE: Readonly<Record<Role, SystemGroupName>> = {
  100: 'role:owners',
  200: 'role:administrators',
  300: 'role:moderators',
  400: 'role:fullmembers',
  600: 'role:everyone',
};

/** Members whose waiting period is not over belong to the wider group. */
function groupOfRole({ newUsers }: Memberships, userId: UserId, role: Role): UserGroupId {
  const isNewMember = role === 400 && newUsers.get().has(userId);
  return systemGroupId(isNewMember ? 'role:members' : GROUP_OF_ROLE[role]);
}

/** An account was created with a role. */
export function addAccount(
  state: Memberships,
  userId: UserId,
  role: Role,
  ownerId: UserId | null | undefined,
): void {
  if (ownerId === undefined) {
    changeDirectMembers(state, groupOfRole(state, userId, role), (direct) => direct.with(userId));
    return;
  }
  state.bots.set(userId, { role, ownerId, active: true });
  settleBots(state, [userId]);
}

/** A role has changed; the owner's bots follow. */
export function changeRole(
  state: Memberships,
  userId: UserId,
  [oldRole, newRole]: readonly [oldRole: Role, newRole: Role],
  revision: number,
): void {
  if (state.bots.has(userId)) state.bots.update(userId, { role: newRole });
  else {
    changeDirectMembers(
      state,
      groupOfRole(state, userId, oldRole),
      (direct) => direct.without(userId),
      revision,
    );
    changeDirectMembers(
      state,
      groupOfRole(state, userId, newRole),
      (direct) => direct.with(userId),
      revision,
    );
  }
  settleBots(state, [userId], revision);
}

/** A bot has another owner. */
export function changeOwner(state: Memberships, botId: UserId, ownerId: UserId, revision: number): void {
  if (state.bots.has(botId)) state.bots.update(botId, { ownerId });
  settleBots(state, [botId], revision);
}

/** Waiting periods have ended, or begun again. */
export function changeNewMembers(
  state: Memberships,
  userIds: readonly UserId[],
  areNew: boolean,
  revision: number,
): void {
  const newUsers = state.newUsers.get();
  state.newUsers.set(areNew ? newUsers.with(userIds) : newUsers.without(userIds));
  const groups = [systemGroupId('role:members'), systemGroupId('role:fullmembers')] as const;
  const [from, to] = areNew ? [groups[1], groups[0]] : groups;
  const present = state.directMembers.get(from) ?? NOBODY;
  const moved = userIds.filter((userId) => present.has(userId) && !state.bots.has(userId));
  changeDirectMembers(state, from, (direct) => direct.without(moved), revision);
  changeDirectMembers(state, to, (direct) => direct.with(moved), revision);
  settleBots(state, userIds, revision);
}

/** An account was deactivated or reactivated; bots that depend on it follow. */
export function changeActive(state: Memberships, userId: UserId, active: boolean, revision: number): void {
  if (state.bots.has(userId)) state.bots.update(userId, { active });
  else setInactive(state, active ? { back: [userId] } : { gone: [userId] }, revision);
  settleBots(state, [userId], revision);
}

type MemberSetChange = (present: Bitset<UserId>) => Bitset<UserId>;

/** Changes the direct members of a group; without a revision, as if from the beginning. */
export function changeDirectMembers(
  state: Memberships,
  groupId: UserGroupId,
  change: MemberSetChange,
  revision?: number,
): void {
  const present = state.directMembers.get(groupId) ?? NOBODY;
  const changed = change(present);
  if (changed === present && state.closedMembers.has(groupId)) return;
  state.directMembers.set(groupId, changed);
  recomputeMembers(state, [groupId], revision);
}

/** The active direct members of a group, not those of its subgroups. */
export const activeDirectMembers = (
  { directMembers, inactiveUsers }: Pick<Memberships, 'directMembers' | 'inactiveUsers'>,
  groupId: UserGroupId,
): Bitset<UserId> => (directMembers.get(groupId) ?? NOBODY).difference(inactiveUsers.get());

/**
 * Recomputes the members of the groups and of all groups above them; without a revision, as if from the
 * beginning.
 */
export function recomputeMembers(
  state: Memberships,
  groupIds: readonly UserGroupId[],
  revision?: number,
): void {
  for (const groupId of upwardFrom(groupIds, (id) => state.supergroups.get(id))) {
    const direct = activeDirectMembers(state, groupId);
    const subgroups = state.byId.get(groupId)?.directSubgroups ?? [];
    const closed = subgroups.reduce((all, id) => all.union(state.closedMembers.get(id) ?? NOBODY), direct);
    const before = state.closedMembers.get(groupId) ?? NOBODY;
    if (revision !== undefined) recordMembership(state.turns, groupId, revision, [before, closed]);
    state.closedMembers.set(groupId, closed);
  }
}

/** Recomputes the groups of the given bots, and of the bots owned by the given people. */
function settleBots(state: Memberships, userIds: readonly UserId[], revision?: number): void {
  const changed = new Set<UserId | null>(userIds);
  const bots = [...state.bots.entries()].filter(
    ([botId, { ownerId }]) => changed.has(botId) || (ownerId !== null && changed.has(ownerId)),
  );
  if (bots.length === 0) return;
  const assignments = bots.map(([botId, bot]) => ({ botId, groupId: groupOfBot(state, botId, bot) }));
  for (const groupId of RANKS) {
    const here = assignments.filter((assignment) => assignment.groupId === groupId).map(({ botId }) => botId);
    const elsewhere = assignments
      .filter((assignment) => assignment.groupId !== groupId)
      .map(({ botId }) => botId);
    changeDirectMembers(state, groupId, (direct) => direct.without(elsewhere).with(here), revision);
  }
  const isGone = ({ ownerId, active }: BotRole): boolean =>
    !active || (ownerId !== null && state.inactiveUsers.get().has(ownerId));
  const idsOf = (gone: boolean) => bots.filter(([, bot]) => isGone(bot) === gone).map(([botId]) => botId);
  setInactive(state, { gone: idsOf(true), back: idsOf(false) }, revision);
}

/** The lower of the bot's own group and its owner's. */
function groupOfBot(state: Memberships, botId: UserId, { role, ownerId }: BotRole): UserGroupId {
  const own = groupOfRole(state, botId, role);
  const owners = RANKS.find((groupId) => ownerId !== null && state.directMembers.get(groupId)?.has(ownerId));
  if (owners === undefined) return own;
  return RANKS[Math.max(RANKS.indexOf(own), RANKS.indexOf(owners))] ?? own;
}

/** Marks accounts as inactive or active in all their groups. */
function setInactive(
  state: Memberships,
  { gone = [], back = [] }: { readonly gone?: readonly UserId[]; readonly back?: readonly UserId[] },
  revision?: number,
): void {
  const before = state.inactiveUsers.get();
  const turned = [...gone.filter((id) => !before.has(id)), ...back.filter((id) => before.has(id))];
  if (turned.length === 0) return;
  state.inactiveUsers.set(before.with(gone).without(back));
  const touched = [...state.directMembers.entries()].filter(([, direct]) =>
    turned.some((userId) => direct.has(userId)),
  );
  recomputeMembers(
    state,
    touched.map(([groupId]) => groupId),
    revision,
  );
}
