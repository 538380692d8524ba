import type { StoredEvent } from '../../events/log/eventLog.ts';
import type { FoldedState } from '../../organization/moments.ts';
import type { Batch, DecidedCommand } from './batch.ts';

/** How often one command is decided again before its caller is told to retry later. */
export const MAX_ATTEMPTS = 50;

/**
 * The decided commands of every attempt, by the ID of their first event: an append of unknown outcome may
 * turn out to be stored, and the command is then answered with the result of that very attempt.
 */
export class AttemptedBatches<State extends FoldedState> {
  readonly #batches: Batch<State>[] = [];

  remember(batch: Batch<State>): void {
    this.#batches.push(batch);
  }

  /** The commands whose first event this is. */
  findStored({ id }: StoredEvent): readonly DecidedCommand<State>[] {
    return this.#batches.flatMap(({ answers }) => answers.filter(({ firstEventId }) => firstEventId === id));
  }
}
