/** Values that cost something to make again, bounded in bytes: what was asked for longest ago goes first. */

interface Kept<Value> {
  readonly value: Value;
  readonly bytes: number;
}

export class BoundedCache<Value> {
  readonly #limit: number;
  readonly #kept = new Map<string, Kept<Value>>();
  #bytes = 0;
  /** Asked for, or kept, last. */
  #newest: string | undefined;

  /** `limit` is in bytes; a value that is larger by itself is not kept at all. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined && key !== this.#newest) this.#put(key, kept);
    return kept?.value;
  }

  /** Keeps a value, or says how large it has become. */
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

  #put(key: string, kept: Kept<Value>): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#newest = key;
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
