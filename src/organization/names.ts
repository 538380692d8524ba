/** Which of several things has a name: names are unique by `nameKey`. */
import { nameKey } from '../names.ts';

/** By `nameKey`. */
interface Names<Id> {
  get(key: string): Id | undefined;
  set(key: string, id: Id): void;
  delete(key: string): boolean;
}

/**
 * Gives a name to what is called so now, under its former name (if any) until then. Two that were told apart when they
 * were named may have one identity today: the older one keeps the name, the other is known by its ID alone.
 */
export function takeName<Id>(names: Names<Id>, id: Id, newName: string, oldName?: string): void {
  if (oldName !== undefined && names.get(nameKey(oldName)) === id) names.delete(nameKey(oldName));
  if (names.get(nameKey(newName)) === undefined) names.set(nameKey(newName), id);
}
