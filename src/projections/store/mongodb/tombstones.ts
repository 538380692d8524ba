/**
 * Sweeps the tombstones of a server without transactions. One may go once the checkpoint has passed it and no
 * write from before can still be under way: it outlives the checkpoint by a whole period.
 */
import type { Collection } from 'mongodb';
import type { Clock } from '../../../clock.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import type { Stored } from './documents.ts';

/** Milliseconds between two sweeps: far beyond every deadline. */
const PERIOD = 60_000;

export class Tombstones {
  readonly #clock: Clock;
  readonly #collections: readonly Collection<Stored>[];
  #sweptAt: number;
  #checkpointThen: Position | undefined;

  constructor(clock: Clock, collections: readonly Collection<Stored>[]) {
    this.#clock = clock;
    this.#collections = collections;
    this.#sweptAt = clock.monotonic();
  }

  /** The checkpoint has been stored; now and then that is an occasion to sweep, which nobody waits for. */
  passed(checkpoint: Position): void {
    const now = this.#clock.monotonic();
    this.#checkpointThen ??= checkpoint;
    if (now - this.#sweptAt < PERIOD) return;
    const upTo = this.#checkpointThen;
    this.#sweptAt = now;
    this.#checkpointThen = checkpoint;
    for (const collection of this.#collections) {
      // What fails now is swept the next time.
      collection.deleteMany({ removed: true, position: { $lte: upTo } }).catch(() => undefined);
    }
  }
}
