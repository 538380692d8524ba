/**
 * Moments: a state is advanced event by event, and an observer sees it before and after each. The later state
 * is a layer of one event over the earlier one, not a copy; it is merged after the observer has returned, and
 * reused.
 */
import type { AnyEvent } from '../events/catalog.ts';

/**
 * A state that a stream is folded into; a layer contains its own events until merging moves them to its base.
 */
export interface FoldedState {
  /** Of the last folded event; -1 if there is none. */
  readonly revision: number;
  /** Hash of the last folded event, or the start of the chain. */
  readonly hash: string;
  /** UNIX milliseconds of the last folded event. */
  readonly time: number;
  fold(event: AnyEvent): void;
  layer(): FoldedState;
  merge(): void;
}

/** A state before and after one event. Both are valid only until the observer returns. */
export interface Transition<State> {
  readonly before: State;
  readonly after: State;
}

/** Sees an event while it is folded; it must not use the moment after an await. */
export type Observer<State> = (event: AnyEvent, moment: Transition<State>) => void;

/** Folds events into a state and shows each to an observer. */
export class ObservedFold<State extends FoldedState> {
  readonly #state: State;
  #moment: Transition<State> | undefined;

  constructor(state: State) {
    this.#state = state;
  }

  /** Folds the event of the next revision. An observer's error is thrown after the event has been folded. */
  fold(event: AnyEvent, observe: Observer<State>): void {
    const moment = this.#level();
    this.#moment = undefined;
    moment.after.fold(event);
    try {
      observe(event, moment);
    } finally {
      moment.after.merge();
      this.#moment = moment;
    }
  }

  /** An empty layer over the state: the last moment's, if the state has not moved otherwise since. */
  #level(): Transition<State> {
    const before = this.#state;
    if (this.#moment?.after.revision === before.revision) return this.#moment;
    return { before, after: before.layer() as State };
  }
}
