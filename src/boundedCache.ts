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
