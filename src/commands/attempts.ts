import type { StoredEvent } from '../events/log/eventLog.ts';
import type { Batch, DecidedCommand, FoldedState } from './batch.ts';

/**
 * What each attempt of a batch decided, by the ID of its first event: an append of unknown outcome may turn up
 * later, and its command is then answered with what that very attempt decided.
 */
export class Attempts<State extends FoldedState> {
  readonly #decided = new Map<string, DecidedCommand<State>>();

  remember(batch: Batch<State>): void {
    for (const decided of batch.answers)
      if (decided.firstEventId !== undefined) this.#decided.set(decided.firstEventId, decided);
  }

  storedAs(event: StoredEvent): readonly DecidedCommand<State>[] {
    const decided = this.#decided.get(event.id);
    return decided ? [decided] : [];
  }
}
