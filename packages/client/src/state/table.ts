/** Values by key that never change; a change makes a new version, however large the table is, in constant time. */

/** How a version differs from the next one: the key, and the value that this version has for it. */
interface Difference<Key, Value> {
  readonly next: Table<Key, Value>;
  readonly key: Key;
  readonly value: Value | undefined;
}

/**
 * An immutable map. The newest version has the entries, and each earlier one knows how it differs from the next: reading a
 * version that has been replaced copies the table once. Do not change a table while iterating over it.
 */
export class Table<Key, Value> implements ReadonlyMap<Key, Value> {
  #entries: Map<Key, Value> | undefined;
  #difference: Difference<Key, Value> | undefined;

  constructor(entries: Iterable<readonly [Key, Value]> = []) {
    this.#entries = new Map(entries);
  }

  /** The table with a value at a key, new or in place of another. */
  with(key: Key, value: Value): Table<Key, Value> {
    return this.#changed(key, value);
  }

  /** The table with some entries more or changed. */
  withAll(entries: Iterable<readonly [Key, Value]>): Table<Key, Value> {
    return [...entries].reduce<Table<Key, Value>>((table, [key, value]) => table.with(key, value), this);
  }

  /** The table without some entries. */
  without(keys: Iterable<Key>): Table<Key, Value> {
    return [...keys].reduce<Table<Key, Value>>((table, key) => table.#changed(key, undefined), this);
  }

  /** The table with other values at some keys, as far as it has them. */
  change(keys: Iterable<Key>, changed: (value: Value) => Value): Table<Key, Value> {
    return [...keys].reduce<Table<Key, Value>>((table, key) => {
      const value = table.get(key);
      return value === undefined ? table : table.with(key, changed(value));
    }, this);
  }

  get size(): number {
    return this.#own().size;
  }

  get(key: Key): Value | undefined {
    return this.#own().get(key);
  }

  has(key: Key): boolean {
    return this.#own().has(key);
  }

  keys(): MapIterator<Key> {
    return this.#own().keys();
  }

  values(): MapIterator<Value> {
    return this.#own().values();
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#own().entries();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(take: (value: Value, key: Key, table: ReadonlyMap<Key, Value>) => void): void {
    this.#own().forEach((value, key) => take(value, key, this));
  }

  #changed(key: Key, value: Value | undefined): Table<Key, Value> {
    const entries = this.#own();
    const before = entries.get(key);
    if (before === value) return this;
    setEntry(entries, key, value);
    const next = new Table<Key, Value>();
    next.#entries = entries;
    this.#entries = undefined;
    this.#difference = { next, key, value: before };
    return next;
  }

  #own(): Map<Key, Value> {
    if (this.#entries) return this.#entries;
    const differences: Difference<Key, Value>[] = [];
    let newest: Table<Key, Value> = this;
    for (; newest.#difference; newest = newest.#difference.next) differences.push(newest.#difference);
    const entries = new Map(newest.#entries);
    for (const { key, value } of differences.reverse()) setEntry(entries, key, value);
    this.#entries = entries;
    this.#difference = undefined;
    return entries;
  }
}

function setEntry<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value | undefined): void {
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
}
