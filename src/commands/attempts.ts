import type { StoredEvent } from '../events/log/eventLog.ts';
import type { Batch, DecidedCommand, FoldedState } from './batch.ts';

/**
 * What each attempt of a batch decided, by the revision at which it wanted to stand: an append of unknown outcome
 * may turn up later, and its command is then answered with what was decided for just that place.
 */
export class Attempts<State extends FoldedState> {
  readonly #decided = new Map<string, DecidedCommand<State>>();

  remember(batch: Batch<State>): void {
    for (const decided of batch.answers) {
      if (decided.answer.accepted)
        this.#decided.set(placeOf(decided.waiting.commandId, decided.revision), decided);
    }
  }

  storedAs(event: StoredEvent): readonly DecidedCommand<State>[] {
    const decided = this.#decided.get(placeOf(event.id, event.revision));
    return decided ? [decided] : [];
  }
}

const placeOf = (eventId: string, revision: number): string => `${revision} ${eventId}`;
