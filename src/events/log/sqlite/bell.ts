/** Rings after commits, for readers waiting at the head of the log. */
export interface CommitSource {
  /** Calls `wake` at each ring until the returned function is called. */
  onCommit(wake: () => void): () => void;
}

/**
 * Turns of the event loop from a commit to the ring: under load several commits share one, which halves the
 * cost for readers and projections; an idle loop turns immediately.
 */
const GATHERING_TURNS = 8;

/** One countdown for all listeners, which wake together. */
export class CommitNotifier implements CommitSource {
  readonly #listeners = new Set<() => void>();
  /** Turns left until the ring. */
  #turns = 0;

  onCommit(wake: () => void): () => void {
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
