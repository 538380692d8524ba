import type { StoredEvent } from '../../events/log/eventLog.ts';
import type { FoldedState } from '../../organization/moments.ts';
import type { Batch, DecidedCommand } from './batch.ts';

/** How often one command is decided again before its caller is told to come back later. */
export const MOST_ATTEMPTS = 50;

/**
 * What each attempt of a batch decided, by the ID of its first event: an append of unknown outcome may turn up
 * later, and its command is then answered with what that very attempt decided.
 */
export class AttemptedBatches<State extends FoldedState> {
  readonly #batches: Batch<State>[] = [];

  remember(batch: Batch<State>): void {
    this.#batches.push(batch);
  }

  /** The commands whose first event this is. */
  storedAs({ id }: StoredEvent): readonly DecidedCommand<State>[] {
    return this.#batches.flatMap(({ answers }) => answers.filter(({ firstEventId }) => firstEventId === id));
  }
}
