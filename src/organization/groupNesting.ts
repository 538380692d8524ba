/** Traverses nested groups of any depth: each group once, without recursion. */
import type { UserGroupId } from '../events/userGroups.ts';

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
export function upwardFrom(groupIds: readonly UserGroupId[], above: Neighbours): readonly UserGroupId[] {
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
