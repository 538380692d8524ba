/** Unique names: which thing has a name, by `nameKey`. */
import { nameKey } from '../names.ts';

/** By `nameKey`. */
interface NameIndex<Id> {
  get(key: string): Id | undefined;
  set(key: string, id: Id): void;
  delete(key: string): boolean;
}

/**
 * Assigns a thing's current name and releases its former one, if any. Two things whose names differed when
 * they were given may have equal names under today's rules: the older one keeps the name, the other is known
 * by its ID only.
 */
export function reassignName<Id>(names: NameIndex<Id>, id: Id, newName: string, oldName?: string): void {
  if (oldName !== undefined && names.get(nameKey(oldName)) === id) names.delete(nameKey(oldName));
  if (names.get(nameKey(newName)) === undefined) names.set(nameKey(newName), id);
}
