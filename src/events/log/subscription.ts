/**
 * The one way in which projections, state, live and reactors follow the log, on any engine. Engines drop
 * subscriptions, some without a word: this restarts them from the last handled position, and a watchdog compares
 * that position with the head.
 */
import type { CancelTimer, Clock } from '../../clock.ts';
import type { EventLog, LogFilter, LogSubscription, Position, StoredEvent } from './eventLog.ts';

/** Why a subscription was started again. */
export interface SubscriptionRestart {
  /** `failed`: the engine said so. `stalled`: the head was ahead and nothing came. */
  readonly reason: 'failed' | 'stalled';
  readonly error?: Error;
  /** Where it goes on, exclusive. */
  readonly after: Position | null;
  /** Milliseconds until then. */
  readonly delay: number;
}

export interface RunSubscriptionOptions {
  readonly log: Pick<EventLog, 'subscribeToAll' | 'readAll' | 'head'>;
  readonly clock: Clock;
  /** The last position already handled; null starts at the beginning of the log. */
  readonly after: Position | null;
  readonly filter?: LogFilter;
  /** One bounded batch at a time; the next comes after the promise has settled. */
  readonly onEvents: (events: readonly StoredEvent[]) => Promise<void> | void;
  /** Everything that matches has been handled up to this position, beyond the last event given. */
  readonly onCheckpoint?: (position: Position) => void;
  /** Catch-up has reached the head; again after each restart. */
  readonly onCaughtUp?: () => void;
  /** One of the functions above threw: the subscription has ended, and what follows is the caller's policy. */
  readonly onHandlerError: (error: Error) => void;
  readonly onRestart?: (restart: SubscriptionRestart) => void;
  /** Milliseconds between two looks at the head. */
  readonly watchdogInterval?: number;
  /** Spreads restarts; a number of at least 0 and below 1. */
  readonly random?: () => number;
}

/** A subscription that goes on until it is stopped or its handler fails. */
export interface RunningSubscription {
  /** Everything that matches up to here has been handled; null before the first. */
  readonly position: Position | null;
  readonly restarts: number;
  /** Whether catch-up has reached the head since the last (re)start. */
  readonly caughtUp: boolean;
  /** Monotonic time of the last known moment at which nothing that matches was unhandled; null before the first. */
  readonly lastHeadSeenAt: number | null;
  /** Ends delivery; resolves after a batch in hand is handled. Await it outside the handler only. */
  stop(): Promise<void>;
}

const FIRST_DELAY = 100;
const LONGEST_DELAY = 5_000;
/** Milliseconds between two looks at the head, where nothing else is asked for. */
export const WATCHDOG_INTERVAL = 5_000;

/** Follows the log from `after`. */
export const runSubscription = (options: RunSubscriptionOptions): RunningSubscription => new Runner(options);

/** A head that was seen at a time, and that the position has not reached yet. */
interface SeenHead {
  readonly head: Position;
  readonly seenAt: number;
}

class Runner implements RunningSubscription {
  position: Position | null;
  restarts = 0;
  caughtUp = false;
  lastHeadSeenAt: number | null = null;
  readonly #options: RunSubscriptionOptions;
  readonly #cancelWatchdog: CancelTimer;
  #subscription: LogSubscription | undefined;
  #cancelRestart: CancelTimer = () => {};
  #ended = false;
  /** Counts the starts, so that a subscription that was given up is not listened to. */
  #attempt = 0;
  #failuresInARow = 0;
  #handling = false;
  /** The batch in hand. An engine may fail meanwhile: what follows waits for it. */
  #batch: Promise<void> = Promise.resolve();
  #looking = false;
  #ahead: SeenHead | undefined;
  #positionAtLastLook: Position | null | undefined;

  constructor(options: RunSubscriptionOptions) {
    this.#options = options;
    this.position = options.after;
    const { clock, watchdogInterval = WATCHDOG_INTERVAL } = options;
    this.#cancelWatchdog = clock.every(watchdogInterval, () => void this.#look());
    this.#start();
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#subscription?.stop();
    await this.#batch;
  }

  #start(): void {
    if (this.#ended) return;
    const attempt = ++this.#attempt;
    const { log, clock, filter } = this.#options;
    const startedAt = clock.monotonic();
    const current = () => !this.#ended && attempt === this.#attempt;
    try {
      const subscription = log.subscribeToAll({
        after: this.position,
        ...(filter ? { filter } : {}),
        onEvents: (events) => (current() ? this.#take(events) : undefined),
        onCheckpoint: (position) => current() && this.#guarded(() => this.#checkpoint(position)),
        onCaughtUp: () => current() && this.#guarded(() => this.#reachHead(startedAt)),
        onFailed: (error) => current() && this.#restart('failed', error),
      });
      if (current()) this.#subscription = subscription;
    } catch (error) {
      this.#restart('failed', asError(error));
    }
  }

  #take(events: readonly StoredEvent[]): Promise<void> {
    const handled = this.#handle(events);
    this.#batch = handled.catch(() => {});
    return handled;
  }

  async #handle(events: readonly StoredEvent[]): Promise<void> {
    this.#handling = true;
    try {
      await this.#options.onEvents(events);
    } catch (error) {
      this.#failHandler(error);
      throw error;
    } finally {
      this.#handling = false;
    }
    this.#advance(events.at(-1)?.position);
  }

  #checkpoint(position: Position): void {
    this.#advance(position);
    this.#options.onCheckpoint?.(position);
  }

  /** The head was reached at some time since the start: the start is the moment that is certain. */
  #reachHead(startedAt: number): void {
    this.caughtUp = true;
    this.#failuresInARow = 0;
    this.lastHeadSeenAt = Math.max(this.lastHeadSeenAt ?? startedAt, startedAt);
    this.#options.onCaughtUp?.();
  }

  #advance(position: Position = -Infinity): void {
    if (position > (this.position ?? -Infinity)) this.position = position;
    this.#failuresInARow = 0;
    this.#compareWithHead();
  }

  #compareWithHead(): void {
    if (!this.#ahead || this.#ahead.head > (this.position ?? -Infinity)) return;
    this.lastHeadSeenAt = Math.max(this.lastHeadSeenAt ?? -Infinity, this.#ahead.seenAt);
    this.#ahead = undefined;
  }

  /** The watchdog's round. An engine that cannot tell its head is left to the subscription's own failure. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const seenAt = this.#options.clock.monotonic();
      const head = (await this.#options.log.head()) ?? -Infinity;
      const stood = this.#ahead !== undefined && this.position === this.#positionAtLastLook;
      this.#ahead ??= { head, seenAt };
      this.#positionAtLastLook = this.position;
      this.#compareWithHead();
      if (stood && this.#ahead) await this.#examine(this.#ahead.head);
    } catch {
      // The next round asks again; until then lastHeadSeenAt grows old, which is what readers go by.
    } finally {
      this.#looking = false;
    }
  }

  /** Nothing came for a whole round though the head is ahead: is there something that should have come? */
  async #examine(head: Position): Promise<void> {
    const { log, filter } = this.#options;
    const [attempt, after] = [this.#attempt, this.position];
    const idle = () =>
      !this.#ended && !this.#handling && attempt === this.#attempt && after === this.position;
    if (!idle()) return;
    const missed = await anyEvent(
      log.readAll({ after, upTo: head, limit: 1, ...(filter ? { filter } : {}) }),
    );
    if (!idle()) return;
    if (missed) this.#restart('stalled');
    else this.#guarded(() => this.#checkpoint(head));
  }

  #restart(reason: SubscriptionRestart['reason'], error?: Error): void {
    const { clock, onRestart, random = Math.random } = this.#options;
    const given = this.#subscription;
    this.#attempt += 1;
    this.#subscription = undefined;
    this.caughtUp = false;
    this.restarts += 1;
    const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#failuresInARow);
    this.#failuresInARow += 1;
    const delay = Math.round(longest * (0.5 + random() / 2));
    onRestart?.({ reason, after: this.position, delay, ...(error ? { error } : {}) });
    void given?.stop().catch(() => {});
    this.#cancelRestart = clock.after(delay, () => void this.#batch.then(() => this.#start()));
  }

  /** Runs a function of the caller that answers at once; its error ends the subscription. */
  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#failHandler(error);
      void this.#subscription?.stop().catch(() => {});
    }
  }

  #failHandler(error: unknown): void {
    if (this.#ended) return;
    this.#end();
    this.#options.onHandlerError(asError(error));
  }

  #end(): void {
    this.#ended = true;
    this.#cancelWatchdog();
    this.#cancelRestart();
  }
}

const anyEvent = async (pages: AsyncIterable<readonly StoredEvent[]>): Promise<boolean> => {
  for await (const page of pages) if (page.length > 0) return true;
  return false;
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
