/**
 * One run of the stand-in, from start to kill: what is connected, and the faults that a test injects. A killed
 * session is dropped with everything that waits in it, as a killed process would.
 */
import type { RecordStore } from './store.ts';

/** When an append is held back: before it is stored, after it is stored, or one and the other in turn. */
type Hold = 'before storing' | 'after storing' | 'alternately';

export interface SessionOptions {
  /** Whether the node offers BatchAppend; without it the client appends one call at a time. */
  readonly batchAppend: boolean;
  /** Whether subscriptions are told that they have caught up (newer nodes do). */
  readonly caughtUpMessages: boolean;
  /** Events that may wait for a live subscription before it is dropped as too slow. */
  readonly liveBuffer: number;
}

/** A subscription as the session sees it. */
interface OpenSubscription {
  drop(): void;
  silence(): void;
}

/** A barrier that calls pass one after the other, unless it is closed. */
class Gate {
  #open: Promise<void> | undefined;
  #release: () => void = () => {};

  close(): void {
    this.#open ??= new Promise((resolve) => (this.#release = resolve));
  }

  open(): void {
    this.#release();
    this.#open = undefined;
  }

  passed(): Promise<void> | undefined {
    return this.#open;
  }
}

export class Session {
  readonly store: RecordStore;
  readonly options: SessionOptions;
  readonly subscriptions = new Set<OpenSubscription>();
  appendsReceived = 0;
  subscriptionsOpened = 0;
  readonly #frozen = new Gate();
  readonly #held = new Gate();
  #hold: Hold | undefined;

  constructor(store: RecordStore, options: SessionOptions) {
    this.store = store;
    this.options = options;
  }

  freeze(): void {
    this.#frozen.close();
  }

  thaw(): void {
    this.#frozen.open();
  }

  /** Undefined while the node runs; otherwise what a call has to await. */
  thawed(): Promise<void> | undefined {
    return this.#frozen.passed();
  }

  holdAppends(when: Hold): void {
    this.#hold = when;
    this.#held.close();
  }

  releaseAppends(): void {
    this.#hold = undefined;
    this.#held.open();
  }

  /** Lets the append through: stores it by `store`, held back where the test says so. */
  async passAppend<Outcome>(store: () => Outcome): Promise<Outcome> {
    const turn = this.appendsReceived++ % 2 === 0 ? 'before storing' : 'after storing';
    await this.thawed();
    const hold = this.#hold === 'alternately' ? turn : this.#hold;
    if (hold === 'before storing') await this.#held.passed();
    const outcome = store();
    if (hold === 'after storing') await this.#held.passed();
    return outcome;
  }
}
