/**
 * Client events outside the log: people who come online or type. They are for current polls: the newest are
 * kept for a minute, none is sent twice, and all are lost with the process.
 */
import type { Clock } from '../../clock.ts';
import type { AddressedPayload } from '../define.ts';

/** Milliseconds. */
const RETENTION_MS = 60_000;
const MAX_BUFFERED_EVENTS = 1_000;

interface BufferedPayload {
  readonly number: number;
  readonly told: AddressedPayload;
  /** Monotonic time. */
  readonly at: number;
}

export class EphemeralBuffer {
  readonly #clock: Clock;
  #kept: BufferedPayload[] = [];
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of the newest one; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  add(told: AddressedPayload): void {
    const now = this.#clock.monotonic();
    this.#last += 1;
    this.#kept.push({ number: this.#last, told, at: now });
    const first = this.#kept.findIndex(({ at }) => now - at <= RETENTION_MS);
    const dropped = Math.max(first, this.#kept.length - MAX_BUFFERED_EVENTS);
    if (dropped > 0) this.#kept = this.#kept.slice(dropped);
  }

  /** Those after a number, oldest first. */
  after(number: number): readonly AddressedPayload[] {
    if (number >= this.#last) return [];
    return this.#kept.filter((kept) => kept.number > number).map(({ told }) => told);
  }
}
