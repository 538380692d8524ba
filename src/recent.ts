/** A map that forgets what has not been set for a while. */

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
