/** Things that belong to one person each, and that nobody else is shown: entries of the state, by their owner. */
import type { UserId } from '../ids.ts';
import type { FoldMap } from './containers.ts';

/** An entry, as far as all kinds of things have the same. */
export interface Owned {
  readonly id: number;
  /** Characters of its texts. */
  readonly size: number;
}

/** Owner → their things, in the order in which they were made. */
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

/** Adds entries, or puts them in the place of those that have the same IDs. */
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
