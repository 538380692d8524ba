/**
 * Who was in a group at an earlier revision. Kept are the revisions at which people came or left since they and the group
 * are there; so somebody was in it where he is in it now, unless he came or left an odd number of times since then.
 */
import type { UserGroupId, UserId } from '../ids.ts';
import type { Bitset } from './bitset.ts';
import { type FoldMap, map } from './containers.ts';

/** By group and person the revisions at which he came or left, ascending. */
export type Turns = ReturnType<typeof noTurns>;
export const noTurns = () => map<string, readonly number[]>();

const turnKey = (groupId: UserGroupId, userId: UserId): string => `${groupId}/${userId}`;

/** Puts on record who has come to a group or left it; who does both at once has done neither. */
export function noteTurns(
  turns: Turns,
  groupId: UserGroupId,
  revision: number,
  [before, after]: readonly [Bitset<UserId>, Bitset<UserId>],
): void {
  for (const userId of [...before.difference(after), ...after.difference(before)]) {
    const key = turnKey(groupId, userId);
    const known = turns.get(key) ?? [];
    const others = known.at(-1) === revision ? known.slice(0, -1) : [...known, revision];
    if (others.length === 0) turns.delete(key);
    else turns.set(key, others);
  }
}

/** State that knows who is in which groups, and since when. */
interface WithMembers {
  readonly userGroups: {
    readonly closedMembers: FoldMap<UserGroupId, Bitset<UserId>>;
    readonly turns: Turns;
  };
}

/** The groups that somebody is in or was in at some time. */
export const groupsEverOf = ({ userGroups }: WithMembers, userId: UserId): readonly UserGroupId[] =>
  [...userGroups.closedMembers.entries()].flatMap(([groupId, members]) =>
    members.has(userId) || userGroups.turns.has(turnKey(groupId, userId)) ? [groupId] : [],
  );

/** Whether an active person was in a group, directly or through its subgroups, after the event of a revision. */
export function wasInGroup(
  { userGroups }: WithMembers,
  userId: UserId,
  groupId: UserGroupId,
  revision: number,
): boolean {
  const isIn = userGroups.closedMembers.get(groupId)?.has(userId) ?? false;
  const turns = userGroups.turns.get(turnKey(groupId, userId)) ?? [];
  const hasTurned = turns.filter((turn) => turn > revision).length % 2 === 1;
  return hasTurned ? !isIn : isIn;
}
