/** Callers that wait until a state contains a revision. */
import type { Clock } from '../../clock.ts';

interface RevisionWaiter {
  readonly revision: number;
  readonly tell: (isThere: boolean) => void;
}

export class RevisionWaiters {
  readonly #clock: Clock;
  readonly #waiting = new Set<RevisionWaiter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves to true once `revision` is reached, to false after so many milliseconds. */
  waitFor(revision: number, patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting: RevisionWaiter = {
        revision,
        tell: (isThere) => {
          cancel();
          this.#waiting.delete(waiting);
          resolve(isThere);
        },
      };
      const cancel = this.#clock.after(patience, () => waiting.tell(false));
      this.#waiting.add(waiting);
    });
  }

  /** The state contains everything up to `reached`. */
  announce(reached: number): void {
    for (const { revision, tell } of this.#waiting) if (revision <= reached) tell(true);
  }
}
