/** Limits on things that belong to one person each: their number, and their size together. */
import { requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { type ByOwner, type Owned, ownEntries } from '../../organization/slices/personal.ts';

/** Characters of one person's things of one kind: they are answered all at once. */
const MAX_OWNED_CHARACTERS = 1_000_000;

/** Things of one kind of one person, and what they are called. */
interface EntryLimits {
  readonly most: number;
  readonly what: string;
}

/** Refuses new or replacing entries beyond the limits of one person. */
export function refuseTooManyEntries<Entry extends Owned>(
  byOwner: ByOwner<Entry>,
  ownerId: UserId,
  entries: readonly Owned[],
  { most, what }: EntryLimits,
): void {
  const replaced = new Set(entries.map(({ id }) => id));
  const kept = ownEntries(byOwner, ownerId).filter(({ id }) => !replaced.has(id));
  requireThat(kept.length + entries.length <= most, `Too many ${what} (maximum ${most}).`);
  const size = [...kept, ...entries].reduce((sum, entry) => sum + entry.size, 0);
  requireThat(size <= MAX_OWNED_CHARACTERS, `Your ${what} are too long altogether.`);
}
