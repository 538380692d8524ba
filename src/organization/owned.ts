/** Things that belong to one person each and are visible to nobody else: entries of the state by owner. */
import type { UserId } from '../ids.ts';
import type { FoldMap } from './containers.ts';

/** The common part of all such entries. */
export interface Owned {
  readonly id: number;
  /** Characters of its texts. */
  readonly size: number;
}

/** Owner → their things, in order of creation. */
export type ByOwner<Entry extends Owned> = FoldMap<UserId, readonly Entry[]>;

export const ownEntries = <Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId | null,
): readonly Entry[] => (ownerId === null ? [] : (byOwner.get(ownerId) ?? []));

export const ownEntry = <Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId | null,
  id: Entry['id'],
): Entry | undefined => ownEntries(byOwner, ownerId).find((entry) => entry.id === id);

/** Adds entries, or replaces those with the same IDs. */
export function putEntries<Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId,
  entries: readonly Entry[],
): void {
  const changed = new Map(ownEntries(byOwner, ownerId).map((entry) => [entry.id, entry]));
  for (const entry of entries) changed.set(entry.id, entry);
  byOwner.set(ownerId, [...changed.values()]);
}

export function dropEntry<Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId,
  id: Entry['id'],
): void {
  const left = ownEntries(byOwner, ownerId).filter((entry) => entry.id !== id);
  if (left.length > 0) byOwner.set(ownerId, left);
  else byOwner.delete(ownerId);
}
