/** Lists by a key. */

/** The list of a key; a new one if there is none. */
export function getOrCreateList<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
