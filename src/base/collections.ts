/** A cache of expensive values, limited in bytes: the least recently used is evicted first. */

interface CacheEntry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

export class BoundedCache<Value> {
  readonly #limit: number;
  readonly #kept = new Map<string, CacheEntry<Value>>();
  #bytes = 0;
  /** The most recently used key. */
  #newest: string | undefined;

  /** `limit` is in bytes; a value larger than that is not cached. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined && key !== this.#newest) this.#put(key, kept);
    return kept?.value;
  }

  /** Stores a value, or updates its size. */
  keep(key: string, value: Value, bytes: number): void {
    const kept = this.#kept.get(key);
    if (kept?.value === value && kept.bytes === bytes) return;
    this.#bytes += bytes - (kept?.bytes ?? 0);
    this.#put(key, { value, bytes });
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.#drop(oldest);
    }
  }

  #put(key: string, kept: CacheEntry<Value>): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#newest = key;
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

// A map that forgets what has not been set for a while.

/**
 * A map that forgets entries that have not been set for a while. It is two maps: when the newer one is full
 * it replaces the older one, whose entries are forgotten. It keeps between half and all of the `limit` latest
 * entries. Nothing is moved or deleted one by one, which in a map in insertion order would cost more than
 * everything else.
 */
export class RecentMap<Key, Value> {
  readonly #half: number;
  #newer = new Map<Key, Value>();
  #older: ReadonlyMap<Key, Value> = new Map();

  constructor(limit: number) {
    this.#half = limit / 2;
  }

  has(key: Key): boolean {
    return this.#newer.has(key) || this.#older.has(key);
  }

  get(key: Key): Value | undefined {
    const newer = this.#newer.get(key);
    return newer !== undefined || this.#newer.has(key) ? newer : this.#older.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#newer.size >= this.#half && !this.#newer.has(key)) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}

/** Amounts by key, such as bytes by address, and their sum. A key with nothing is forgotten. */
export class Tally {
  readonly #amounts = new Map<string, number>();
  #sum = 0;

  get sum(): number {
    return this.#sum;
  }

  of(key: string): number {
    return this.#amounts.get(key) ?? 0;
  }

  /** Adds an amount; a negative one takes away. */
  add(key: string, amount: number): void {
    this.#sum += amount;
    const left = this.of(key) + amount;
    if (left > 0) this.#amounts.set(key, left);
    else this.#amounts.delete(key);
  }
}

// Sorted lists.

/**
 * Where a condition ends: the first index from `from` up to `end` for which it does not hold, or `end`. It holds for none after
 * the first for which it does not. By binary search.
 */
export function partitionPoint(from: number, end: number, holds: (index: number) => boolean): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Lists by a key.

/** The list of a key; a new one if there is none. */
export function getOrCreateList<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}

// Objects that areas contribute parts of.

/** The intersection of a union's members. */
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** One object of what each area exports under a name; refuses a key that two of them have. */
export function mergeParts<Area extends object, const Name extends string>(
  areas: readonly Area[],
  name: Name,
) {
  const merged: Record<string, unknown> = {};
  for (const area of areas)
    for (const [key, value] of Object.entries((area as Readonly<Record<string, object>>)[name] ?? {})) {
      if (Object.hasOwn(merged, key)) throw new Error(`Two areas have ${name} of ${key}.`);
      merged[key] = value;
    }
  return merged as Intersection<Extract<Area, Readonly<Record<Name, object>>>[Name]>;
}
