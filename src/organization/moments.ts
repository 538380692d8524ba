/**
 * Moments: a state advanced event by event, with an observer that sees it before and after each. The state after is a
 * layer of one event over the state before, not a copy; it is merged when the observer has seen it, and used again.
 */
import type { AnyEvent } from '../events/catalog.ts';

/** A state that a stream is folded into; a layer sees its own events, and merging gives them to its base. */
export interface FoldedState {
  /** Of the last folded event; -1 when there is none. */
  readonly revision: number;
  /** Hash of the last folded event, or what the first one is chained to. */
  readonly hash: string;
  /** UNIX milliseconds of the last folded event. */
  readonly time: number;
  fold(event: AnyEvent): void;
  layer(): FoldedState;
  merge(): void;
}

/** A state on both sides of one event. Both are what they say only until the observer returns. */
export interface Moment<State> {
  readonly before: State;
  readonly after: State;
}

/** Sees an event that is being folded; it must not await with the moment in its hands. */
export type Observer<State> = (event: AnyEvent, moment: Moment<State>) => void;

/** Folds events into a state, each before the eyes of an observer. */
export class Moments<State extends FoldedState> {
  readonly #state: State;
  #moment: Moment<State> | undefined;

  constructor(state: State) {
    this.#state = state;
  }

  /** Folds the event of the next revision. It is folded also if the observer throws, and then this throws. */
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

  /** An empty layer over the state: the one of the last moment, if nothing else has moved the state since. */
  #level(): Moment<State> {
    const before = this.#state;
    if (this.#moment?.after.revision === before.revision) return this.#moment;
    return { before, after: before.layer() as State };
  }
}
