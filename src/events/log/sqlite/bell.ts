/** Rings after commits, for anybody who sleeps at the head of the log. */
export interface Bell {
  /** Calls `wake` at each ring until the answered function is called. */
  onRing(wake: () => void): () => void;
}

/**
 * Turns of the event loop from a commit to the ring: under load several commits come together in it, which halves what
 * readers and projections cost; an idle loop turns in no time.
 */
const GATHERING_TURNS = 8;

/** One gathering for all who listen: they wake together. */
export class CommitBell implements Bell {
  readonly #listeners = new Set<() => void>();
  /** Until the ring. */
  #turns = 0;

  onRing(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => void this.#listeners.delete(wake);
  }

  committed(): void {
    if (this.#turns > 0) return;
    this.#turns = GATHERING_TURNS;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#turns -= 1;
    if (this.#turns > 0) setImmediate(this.#turn);
    else for (const wake of this.#listeners) wake();
  };
}
