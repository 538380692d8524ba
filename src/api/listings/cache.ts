/** Values that cost something to make again, bounded in bytes: what was asked for longest ago goes first. */

interface Kept<Value> {
  readonly value: Value;
  readonly bytes: number;
}

export class BoundedCache<Value> {
  readonly #limit: number;
  readonly #kept = new Map<string, Kept<Value>>();
  #bytes = 0;

  /** `limit` is in bytes; a value that is larger by itself is not kept at all. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  /** Keeps a value, or says how large it has become. */
  keep(key: string, value: Value, bytes: number): void {
    this.#drop(key);
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
