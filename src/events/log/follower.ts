import { backoffDelays, type Clock, pauseUnlessAborted } from '../../base/clock.ts';
import { nextTurn } from '../../base/concurrency.ts';
import { asError } from '../../base/errors.ts';
import type { EventPages, LogFilter, LogPage, Position, Span, StoredEvent } from './eventLog.ts';

/** The part of the tail that a follower needs. */
export interface FollowedTail {
  /** The last known position of the log; 0 or less while it is empty. */
  readonly head: Position;
  /** Monotonic time at which `head` was last known to be the log's. */
  readonly headSeenAt: number;
  /** Pages of matching events after a position, up to another one that is not beyond `head`. */
  pages(after: Position, upTo: Position, filter?: LogFilter): EventPages;
  /** The first page of a span from memory; undefined if older events are needed. */
  keptPage(span: Span): LogPage | undefined;
  /** Calls `listener` when `head` may have advanced, until the returned function is called. */
  onMore(listener: () => void): () => void;
}

/** Options of following the log. */
export interface FollowOptions {
  /** The last position already handled; null starts at the beginning of the log. */
  readonly after: Position | null;
  readonly filter?: LogFilter;
  /**
   * Receives one bounded batch at a time, in log order; the next one follows after the promise has settled.
   */
  readonly onEvents: (events: readonly StoredEvent[]) => Promise<void> | void;
  /** All matching events up to this position have been handled; it may lie beyond the last event. */
  readonly onCheckpoint?: (position: Position) => void;
  /** The head has been reached for the first time. */
  readonly onCaughtUp?: () => void;
  /** One of the functions above threw: the follower has ended, and the caller decides what to do. */
  readonly onHandlerError: (error: Error) => void;
  /** Receives the error of a failed read, and the milliseconds until the next attempt. */
  readonly onRetry?: (error: Error, delay: number) => void;
}

/** A handler's error, as opposed to one of the log. */
class HandlerFailed extends Error {}

/**
 * Follows the log at its own pace: recent events come from the tail's memory, older ones are read. So
 * catching up and following live are the same, and a slow handler holds only its own batch in memory.
 */
export class Follower {
  /** Whether the head has been reached. */
  caughtUp = false;
  readonly #tail: FollowedTail;
  readonly #clock: Clock;
  readonly #options: FollowOptions;
  /** Resolves when it has been stopped or its handler has failed. */
  readonly ended: Promise<void>;
  #position: Position;
  #headSeenAt: number | null = null;
  readonly #ending = new AbortController();
  #isNotified = false;
  #wake: () => void = () => {};
  /** Callers that wait for it to advance. */
  #waiting: (() => void)[] = [];

  /** Use `Tail.follow`. */
  constructor(tail: FollowedTail, clock: Clock, options: FollowOptions) {
    this.#tail = tail;
    this.#clock = clock;
    this.#options = options;
    this.#position = options.after ?? -1;
    this.ended = this.#run();
  }

  /** All matching events up to here have been handled; null before the first. */
  get position(): Position | null {
    return this.#position < 0 ? null : this.#position;
  }

  /** Monotonic time at which all matching events were last known to be handled; null before the first. */
  get lastHeadSeenAt(): number | null {
    if (this.caughtUp && this.#position >= this.#tail.head) this.#headSeenAt = this.#tail.headSeenAt;
    return this.#headSeenAt;
  }

  /** Stops delivery; resolves after the current batch is handled. Do not await it in the handler. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#notify();
    await this.ended;
  }

  /** Resolves when it has reached the position, or has ended. */
  async whenPast(position: Position): Promise<void> {
    while (this.#position < position && !this.#ended)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async #run(): Promise<void> {
    const unsubscribe = this.#tail.onMore(() => this.#notify());
    try {
      await nextTurn(); // the caller holds the follower before the first batch
      for (let delays = backoffDelays(100, 1_000); !this.#ended;) {
        this.#isNotified = false;
        try {
          const isLevel = await this.#followOn();
          delays = backoffDelays(100, 1_000);
          if (!isLevel) await nextTurn();
          else if (!this.#isNotified && !this.#ended) await this.#pause();
        } catch (error) {
          if (error instanceof HandlerFailed) throw error;
          const delay = delays.next().value;
          this.#options.onRetry?.(error as Error, delay);
          await pauseUnlessAborted(this.#ending.signal, this.#clock, delay);
        }
      }
    } catch (error) {
      const wasStopped = this.#ended;
      this.#ending.abort();
      if (!wasStopped) this.#options.onHandlerError(asError((error as HandlerFailed).cause));
    } finally {
      unsubscribe();
      this.#moved();
    }
  }

  #moved(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Handles one page from memory, or all older events; returns whether the head has been reached. */
  async #followOn(): Promise<boolean> {
    const { filter } = this.#options;
    const upTo = this.#tail.head;
    const page = this.#tail.keptPage({ after: this.#position, upTo, filter });
    if (page === undefined) await this.#catchUp(upTo);
    else {
      await this.#handle(page.events);
      this.#reach(page.scanned);
    }
    if (this.#ended || this.#position < this.#tail.head) return false;
    this.#headSeenAt = this.#tail.headSeenAt;
    if (!this.caughtUp) {
      this.caughtUp = true;
      guarded(() => this.#options.onCaughtUp?.());
    }
    return true;
  }

  async #catchUp(upTo: Position): Promise<void> {
    for await (const page of this.#tail.pages(this.#position, upTo, this.#options.filter)) {
      await this.#handle(page);
      if (this.#ended) return;
    }
    this.#reach(upTo);
  }

  async #handle(events: readonly StoredEvent[]): Promise<void> {
    const last = events.at(-1)?.position;
    if (last === undefined || this.#ended) return;
    try {
      await this.#options.onEvents(events);
    } catch (cause) {
      throw new HandlerFailed('A handler failed.', { cause });
    }
    this.#position = last;
    this.#moved();
  }

  /** No more events match up to the position. */
  #reach(position: Position): void {
    if (this.#ended || position <= this.#position) return;
    this.#position = position;
    this.#moved();
    guarded(() => this.#options.onCheckpoint?.(position));
  }

  #notify(): void {
    this.#isNotified = true;
    this.#wake();
  }

  /** Waits until the tail may have more. */
  #pause(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  get #ended(): boolean {
    return this.#ending.signal.aborted;
  }
}

const guarded = (run: () => void): void => {
  try {
    run();
  } catch (cause) {
    throw new HandlerFailed('A handler failed.', { cause });
  }
};
