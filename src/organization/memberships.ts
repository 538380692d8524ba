/**
 * Who is in which group. Roles put people into system groups, and bots no higher than their owners: a bot is in the lower
 * of the two groups, and in none while its owner is deactivated. All rules ask for groups, so that this is the one place
 * where a bot's role ends at its owner's.
 */
import { SYSTEM_GROUP_NAMES, type SystemGroupName, type UserGroupId } from '../events/userGroups.ts';
import type { Role } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import { Bitset } from './bitset.ts';
import type { cell, FoldMap } from './containers.ts';
import { upwardFrom } from './groupNesting.ts';
import { noteTurns, type Turns } from './pastMembers.ts';

/** A bot that somebody has made: what it would be by itself, and below whom it stays. */
export interface BotStanding {
  readonly role: Role;
  readonly ownerId: UserId | null;
  readonly active: boolean;
}

type IdCell = ReturnType<typeof cell<Bitset<UserId>>>;

/** What of the state of groups says who is in them. */
interface Memberships {
  readonly byId: {
    get(groupId: UserGroupId): { readonly directSubgroups: readonly UserGroupId[] } | undefined;
  };
  readonly supergroups: FoldMap<UserGroupId, readonly UserGroupId[]>;
  readonly directMembers: FoldMap<UserGroupId, Bitset<UserId>>;
  readonly closedMembers: FoldMap<UserGroupId, Bitset<UserId>>;
  readonly turns: Turns;
  readonly inactiveUsers: IdCell;
  readonly newUsers: IdCell;
  readonly bots: FoldMap<UserId, BotStanding>;
}

export const nobody = Bitset.of<UserId>();

/** ID of a system group: the same in every organization, 1 to 8 in the order of their names. */
export const systemGroupId = (name: SystemGroupName): UserGroupId =>
  (SYSTEM_GROUP_NAMES.indexOf(name) + 1) as UserGroupId;

/** The system groups that roles put people into, the highest first. */
const RANKS = [
  ...(['role:owners', 'role:administrators', 'role:moderators'] as const),
  ...(['role:fullmembers', 'role:members', 'role:everyone'] as const),
].map(systemGroupId);

/** Role → the system group that its holders are direct members of. */
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

/** Somebody has an account with a role. */
export function enrol(
  state: Memberships,
  userId: UserId,
  role: Role,
  ownerId: UserId | null | undefined,
): void {
  if (ownerId === undefined) {
    changeDirect(state, groupOfRole(state, userId, role), (direct) => direct.with(userId));
    return;
  }
  state.bots.set(userId, { role, ownerId, active: true });
  settleBots(state, [userId]);
}

/** Somebody has another role; what bots can be follows that of their owners. */
export function changeRank(
  state: Memberships,
  userId: UserId,
  [oldRole, newRole]: readonly [oldRole: Role, newRole: Role],
  revision: number,
): void {
  if (state.bots.has(userId)) state.bots.update(userId, { role: newRole });
  else {
    changeDirect(state, groupOfRole(state, userId, oldRole), (direct) => direct.without(userId), revision);
    changeDirect(state, groupOfRole(state, userId, newRole), (direct) => direct.with(userId), revision);
  }
  settleBots(state, [userId], revision);
}

/** A bot is somebody else's. */
export function changeOwner(state: Memberships, botId: UserId, ownerId: UserId, revision: number): void {
  if (state.bots.has(botId)) state.bots.update(botId, { ownerId });
  settleBots(state, [botId], revision);
}

/** The waiting periods of people and bots have ended, or have begun again. */
export function changeNewness(
  state: Memberships,
  userIds: readonly UserId[],
  areNew: boolean,
  revision: number,
): void {
  const newUsers = state.newUsers.get();
  state.newUsers.set(areNew ? newUsers.with(userIds) : newUsers.without(userIds));
  const groups = [systemGroupId('role:members'), systemGroupId('role:fullmembers')] as const;
  const [from, to] = areNew ? [groups[1], groups[0]] : groups;
  const present = state.directMembers.get(from) ?? nobody;
  const moved = userIds.filter((userId) => present.has(userId) && !state.bots.has(userId));
  changeDirect(state, from, (direct) => direct.without(moved), revision);
  changeDirect(state, to, (direct) => direct.with(moved), revision);
  settleBots(state, userIds, revision);
}

/** An account can be used no more, or again; so can the bots that depend on it. */
export function changeActivity(state: Memberships, userId: UserId, active: boolean, revision: number): void {
  if (state.bots.has(userId)) state.bots.update(userId, { active });
  else setInactive(state, active ? { back: [userId] } : { gone: [userId] }, revision);
  settleBots(state, [userId], revision);
}

type Change = (present: Bitset<UserId>) => Bitset<UserId>;

/** Changes who is in a group directly; from the first day on, where no revision is given. */
export function changeDirect(
  state: Memberships,
  groupId: UserGroupId,
  change: Change,
  revision?: number,
): void {
  const present = state.directMembers.get(groupId) ?? nobody;
  const changed = change(present);
  if (changed === present && state.closedMembers.has(groupId)) return;
  state.directMembers.set(groupId, changed);
  close(state, [groupId], revision);
}

/** The active people who are members of a group themselves, not through its subgroups. */
export const activeDirect = (
  { directMembers, inactiveUsers }: Pick<Memberships, 'directMembers' | 'inactiveUsers'>,
  groupId: UserGroupId,
): Bitset<UserId> => (directMembers.get(groupId) ?? nobody).difference(inactiveUsers.get());

/** Recomputes who is in the groups, and in all groups above them; from the first day on, where no revision is given. */
export function close(state: Memberships, groupIds: readonly UserGroupId[], revision?: number): void {
  for (const groupId of upwardFrom(groupIds, (id) => state.supergroups.get(id))) {
    const direct = activeDirect(state, groupId);
    const subgroups = state.byId.get(groupId)?.directSubgroups ?? [];
    const closed = subgroups.reduce((all, id) => all.union(state.closedMembers.get(id) ?? nobody), direct);
    const before = state.closedMembers.get(groupId) ?? nobody;
    if (revision !== undefined) noteTurns(state.turns, groupId, revision, [before, closed]);
    state.closedMembers.set(groupId, closed);
  }
}

/** Puts the bots among the accounts, and those that they own, where they belong by now. */
function settleBots(state: Memberships, userIds: readonly UserId[], revision?: number): void {
  const changed = new Set<UserId | null>(userIds);
  const bots = [...state.bots.entries()].filter(
    ([botId, { ownerId }]) => changed.has(botId) || (ownerId !== null && changed.has(ownerId)),
  );
  if (bots.length === 0) return;
  const places = bots.map(([botId, bot]) => ({ botId, groupId: groupOfBot(state, botId, bot) }));
  for (const groupId of RANKS) {
    const here = places.filter((place) => place.groupId === groupId).map(({ botId }) => botId);
    const elsewhere = places.filter((place) => place.groupId !== groupId).map(({ botId }) => botId);
    changeDirect(state, groupId, (direct) => direct.without(elsewhere).with(here), revision);
  }
  const isGone = ({ ownerId, active }: BotStanding): boolean =>
    !active || (ownerId !== null && state.inactiveUsers.get().has(ownerId));
  const idsOf = (gone: boolean) => bots.filter(([, bot]) => isGone(bot) === gone).map(([botId]) => botId);
  setInactive(state, { gone: idsOf(true), back: idsOf(false) }, revision);
}

/** The lower of what the bot's role gives and of where its owner is. */
function groupOfBot(state: Memberships, botId: UserId, { role, ownerId }: BotStanding): UserGroupId {
  const own = groupOfRole(state, botId, role);
  const owners = RANKS.find((groupId) => ownerId !== null && state.directMembers.get(groupId)?.has(ownerId));
  if (owners === undefined) return own;
  return RANKS[Math.max(RANKS.indexOf(own), RANKS.indexOf(owners))] ?? own;
}

/** Counts accounts as gone or as back, wherever they are members. */
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
  close(
    state,
    touched.map(([groupId]) => groupId),
    revision,
  );
}
