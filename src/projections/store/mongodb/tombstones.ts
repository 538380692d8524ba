/**
 * Removes the tombstones of a server without transactions. A tombstone may be removed once the checkpoint has
 * passed it and no earlier write can be in progress: it outlives the checkpoint by a whole period.
 */
import type { Collection } from 'mongodb';
import type { Clock } from '../../../clock.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import type { DocumentRecord } from './documents.ts';

/** Milliseconds between two sweeps: far beyond every deadline. */
const SWEEP_INTERVAL_MS = 60_000;

export class Tombstones {
  readonly #clock: Clock;
  readonly #collections: readonly Collection<DocumentRecord>[];
  #sweptAt: number;
  #checkpointThen: Position | undefined;

  constructor(clock: Clock, collections: readonly Collection<DocumentRecord>[]) {
    this.#clock = clock;
    this.#collections = collections;
    this.#sweptAt = clock.monotonic();
  }

  /** The checkpoint has been stored; now and then that starts a sweep in the background. */
  passed(checkpoint: Position): void {
    const now = this.#clock.monotonic();
    this.#checkpointThen ??= checkpoint;
    if (now - this.#sweptAt < SWEEP_INTERVAL_MS) return;
    const upTo = this.#checkpointThen;
    this.#sweptAt = now;
    this.#checkpointThen = checkpoint;
    for (const collection of this.#collections) {
      // A failure is repaired by the next sweep.
      collection.deleteMany({ removed: true, position: { $lte: upTo } }).catch(() => undefined);
    }
  }
}
