/** A map that forgets what has not been set for a while. */

/**
 * Two maps take turns: when the newer one is full, it becomes the older one, and what that held is forgotten. Between
 * a half and all of `limit` entries are kept, the latest; nothing is ever moved or taken out one by one, which in a map
 * that puts the latest entry last costs more than all the rest.
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
