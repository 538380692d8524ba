/**
 * Who was in a group at an earlier revision. Every arrival and departure is recorded; somebody was in a group
 * if they are in it now, unless they have come or left an odd number of times since then.
 */
import type { UserGroupId } from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { Bitset } from './bitset.ts';
import { type Codec, type FoldMap, map } from './containers.ts';

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
export type MembershipHistory = FoldMap<UserGroupId, readonly MembershipChange[]>;
export const emptyMembershipHistory = (): MembershipHistory =>
  map<UserGroupId, readonly MembershipChange[]>(turnsCodec);

/** Records who joined or left a group; doing both at once cancels out. */
export function recordMembership(
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
