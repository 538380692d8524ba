/** Walking through nested groups, however deep and wide: each group once, without recursion. */
import type { UserGroupId } from '../events/userGroups.ts';

/** The groups next to one: those it holds, or those that hold it. */
type Neighbours = (groupId: UserGroupId) => readonly UserGroupId[] | undefined;

/** The groups and all that can be reached from them; a set takes in what is added to it while it is walked through. */
export function reachedFrom(start: readonly UserGroupId[], neighbours: Neighbours): ReadonlySet<UserGroupId> {
  const reached = new Set(start);
  for (const groupId of reached) for (const next of neighbours(groupId) ?? []) reached.add(next);
  return reached;
}

/** The groups and all above them, each once and after those of them that it holds, however they are nested. */
export function upwardFrom(groupIds: readonly UserGroupId[], above: Neighbours): readonly UserGroupId[] {
  const reached = reachedFrom(groupIds, above);
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
