/**
 * One run of the stand-in, from start to kill: what is connected, and the faults that a test injects. A killed
 * session is dropped with everything that waits in it, as a killed process would.
 */
import type { Accounts } from './accounts.ts';
import type { Membership } from './gossip.ts';
import type { AppendOutcome, Expected, Proposed, RecordStore } from './store.ts';
import type { Ways } from './ways.ts';

/** When an append is held back: before it is stored, after it is stored, or one and the other in turn. */
type Hold = 'before storing' | 'after storing' | 'alternately';

/** Milliseconds in which a majority has to have an append. */
const COMMIT_TIMEOUT = 2_000;

export interface SessionOptions {
  /** Whether the node offers BatchAppend; without it the client appends one call at a time. */
  readonly batchAppend: boolean;
  readonly ways: Ways;
  /** Events that may wait for a live subscription before it is dropped as too slow. */
  readonly liveBuffer: number;
  /** Milliseconds that each page of a read takes. */
  readonly pageDelay: number;
  /** Milliseconds from storing an append to answering it. */
  readonly commitTime: number;
  /** Who may do what; a node without accounts lets everybody do everything. */
  readonly accounts: Accounts | undefined;
  /** Refused to everybody at present: `append organization-1` (a node without BatchAppend), `read $all`. */
  readonly denied: ReadonlySet<string>;
  /** The cluster that it is a node of. */
  readonly membership: Membership | undefined;
}

/** A subscription as the session sees it. */
interface OpenSubscription {
  drop(): void;
  silence(): void;
  /** Loses so many events, as no server should. */
  skip(events: number): void;
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
  /** Milliseconds that each page of a read takes. */
  pageDelay: number;
  appendsReceived = 0;
  subscriptionsOpened = 0;
  readonly #frozen = new Gate();
  readonly #held = new Gate();
  /** IDs of the first events of appends that are stored and not committed yet. */
  readonly #uncommitted = new Set<string>();
  #repeats = 0;
  #hold: Hold | undefined;

  constructor(store: RecordStore, options: SessionOptions) {
    this.store = store;
    this.options = options;
    this.pageDelay = options.pageDelay;
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

  /** Passes when the next page of a read may be sent. */
  async pageTurn(): Promise<void> {
    if (this.pageDelay > 0) await new Promise((resolve) => setTimeout(resolve, this.pageDelay));
    await this.thawed();
  }

  holdAppends(when: Hold): void {
    this.#hold = when;
    this.#held.close();
  }

  releaseAppends(): void {
    this.#hold = undefined;
    this.#held.open();
  }

  /** Stores here, or where the cluster's leader is. */
  async append(
    stream: string,
    expected: Expected,
    events: readonly Proposed[],
  ): Promise<AppendOutcome | 'unanswered'> {
    const { membership } = this.options;
    if (!membership) return this.store.append(stream, expected, events);
    const tooLate = new Promise<'unanswered'>((resolve) => {
      setTimeout(() => resolve('unanswered'), COMMIT_TIMEOUT).unref();
    });
    return Promise.race([membership.append(stream, expected, events), tooLate]);
  }

  /**
   * Lets an append through: stores it by `store`, held back where the test says so. Repeats that come before the first
   * one is committed are no repeats to the node yet: one is answered that it failed, the next one not at all.
   */
  async passAppend<Outcome>(
    id: string,
    store: () => Promise<Outcome>,
  ): Promise<Outcome | 'failed' | 'unanswered'> {
    const turn = this.appendsReceived++ % 2 === 0 ? 'before storing' : 'after storing';
    await this.thawed();
    const hold = this.#hold === 'alternately' ? turn : this.#hold;
    if (hold === 'before storing') await this.#held.passed();
    if (this.#uncommitted.has(id)) return this.#repeats++ % 2 === 0 ? 'failed' : 'unanswered';
    this.#uncommitted.add(id);
    const outcome = await store();
    await this.#committed(id);
    if (hold === 'after storing') await this.#held.passed();
    return outcome;
  }

  async #committed(id: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.options.commitTime));
    this.#uncommitted.delete(id);
  }
}
