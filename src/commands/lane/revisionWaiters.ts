/** Callers that wait until a state contains a revision. */
import type { CancelTimer, Clock } from '../../base/clock.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import { LogUnavailable } from '../../events/log/eventLog.ts';
import { type FoldedState, ObservedFold, type Observer } from '../../organization/transitions.ts';

interface RevisionWaiter {
  readonly revision: number;
  readonly settle: (isThere: boolean) => void;
}

export class RevisionWaiters {
  readonly #clock: Clock;
  readonly #waiting = new Set<RevisionWaiter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves to true once `revision` is reached, to false after so many milliseconds. */
  waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting: RevisionWaiter = {
        revision,
        settle: (isThere) => {
          cancel();
          this.#waiting.delete(waiting);
          resolve(isThere);
        },
      };
      const cancel = this.#clock.after(timeoutMs, () => waiting.settle(false));
      this.#waiting.add(waiting);
    });
  }

  /** The state contains everything up to `reached`. */
  announce(reached: number): void {
    for (const { revision, settle } of this.#waiting) if (revision <= reached) settle(true);
  }
}

/** Milliseconds after which waiting callers are answered, whatever happens to the current batch. */
const ANSWER_DEADLINE_MS = 4_500;

/** The answer they get then; their events may be stored nevertheless. */
const TOO_LATE = new LogUnavailable('The event log has not answered in time.');

/** The deadline of a batch, and of all commands that wait behind it. */
export class AnswerDeadline {
  /** Cancels the deadline once the batch has ended. */
  readonly cancel: CancelTimer;
  #isOver = false;

  /** `onTimeout` is called when the deadline passes, and again for commands that arrive later. */
  constructor(clock: Clock, onTimeout: (late: LogUnavailable) => void) {
    this.cancel = clock.every(ANSWER_DEADLINE_MS, () => {
      this.#isOver = true;
      onTimeout(TOO_LATE);
    });
  }

  /** Throws if the batch's callers have already been asked to retry: none of it is decided again. */
  check(): void {
    if (this.#isOver) throw TOO_LATE;
  }
}

// A lane's acknowledged state, advanced by its own batches and by other nodes' events, and its observer.

export class AcknowledgedState<State extends FoldedState> {
  readonly state: State;
  readonly #moments: ObservedFold<State>;
  /** A merged layer that is still level with the state. */
  #merged: State | undefined;
  #observer: Observer<State> | undefined;
  #onFailure: (error: unknown) => void = () => undefined;

  constructor(state: State) {
    this.state = state;
    this.#moments = new ObservedFold(state);
  }

  /** See `Lane.observe`. */
  observe(observer: Observer<State>, onFailure: (error: unknown) => void): () => void {
    this.#observer = observer;
    this.#onFailure = onFailure;
    return () => {
      if (this.#observer === observer) this.#observer = undefined;
    };
  }

  /** The layer of the last batch, if it was merged and the state has not moved otherwise; else a new one. */
  takeDraft(): State {
    const layer = this.#merged?.revision === this.state.revision ? this.#merged : this.state.layer();
    this.#merged = undefined;
    return layer as State;
  }

  /** Adds an acknowledged batch: its layer at once or, for an observer, its events one by one. */
  apply({ layer, recorded }: { readonly layer: State; readonly recorded: readonly AnyEvent[] }): void {
    if (this.#observer !== undefined) return recorded.forEach((event) => this.fold(event));
    layer.merge();
    this.#merged = layer;
  }

  /** Folds the event of the next revision. */
  fold(event: AnyEvent): void {
    if (this.#observer === undefined) this.state.fold(event);
    else this.#moments.fold(event, this.#observe);
  }

  /** An observer that throws is removed, because it has missed something; the state does not depend on it. */
  readonly #observe: Observer<State> = (event, moment) => {
    try {
      this.#observer?.(event, moment);
    } catch (error) {
      this.#observer = undefined;
      this.#onFailure(error);
    }
  };
}

/** Counters of a lane since it was opened. */
export class LaneCounts {
  batches = 0;
  events = 0;
  /** Batches whose revision another node had taken. */
  conflicts = 0;
  /** Batches of which it is unknown whether the log has stored them. */
  unknownOutcomes = 0;
  /** Commands decided again after a conflict or an unknown outcome. */
  decidedAgain = 0;
}
