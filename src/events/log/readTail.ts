/**
 * The tail of a log that is read over a network. While events come one by one, the append watcher delivers them and
 * nothing is read; in bursts, and whenever the watcher was not armed, pages are read. So nearly every event is decoded once.
 */
import { backoffDelays, type CancelTimer, type Clock } from '../../base/clock.ts';
import { nextTurn } from '../../base/concurrency.ts';
import type {
  AppendWatcher,
  EventLog,
  EventPages,
  LogFilter,
  LogPage,
  NewestEvents,
  Position,
  ReadAllOptions,
  Span,
  StoredEvent,
} from './eventLog.ts';
import { type FollowedTail, Follower, type FollowOptions } from './follower.ts';
import type { RecentEvents } from './recentEvents.ts';

// The interface of all tails, and how their followers read older events.

/** Options of the tail. */
export interface TailOptions {
  readonly log: Pick<EventLog, 'nextPage' | 'readAll' | 'head' | 'watchAppends' | 'recent'>;
  readonly clock: Clock;
  /** Reads in another thread, which is better for large amounts; by default in this one. */
  readonly readInWorker?: EventLog['readAll'];
  /** Milliseconds between two reads without a notification; 5,000 unless given. */
  readonly interval?: number;
  /** Receives the error of a failed read, and the milliseconds until the next attempt. */
  readonly onRetry?: (error: Error, delay: number) => void;
}

/** The tail of a log. */
export interface Tail extends FollowedTail {
  /** Memory used by recent events, in UTF-16 units. */
  readonly characters: number;
  /** Follows the log from a position: existing events, then new ones, each once and in order. */
  follow(options: FollowOptions): Follower;
  /** Reads at once, because there is known to be more. */
  poll(): void;
  /** Stops reading; followers are stopped by their owners. */
  stop(): Promise<void>;
}

/** Events read in this thread before another one takes over. */
const MAX_EVENTS_INLINE = 2_000;

/** Yields events from memory, and reads the rest. */
export async function* pagesOf(
  { log, readInWorker }: Pick<TailOptions, 'log' | 'readInWorker'>,
  recent: NewestEvents,
  after: Position,
  upTo: Position,
  filter?: LogFilter,
): EventPages {
  for (let from = after; from < upTo;) {
    const kept = recent.page({ after: from, upTo, filter });
    if (kept === undefined) {
      const reading = { after: from < 0 ? null : from, upTo, ...(filter && { filter }) };
      yield* readInWorker ? shortlyHere(log, readInWorker, reading) : log.readAll(reading);
      return;
    }
    if (kept.events.length > 0) yield kept.events;
    from = kept.scanned;
  }
}

async function* shortlyHere(
  log: TailOptions['log'],
  readInWorker: EventLog['readAll'],
  reading: ReadAllOptions,
): EventPages {
  let count = 0;
  for await (const page of log.readAll(reading)) {
    yield page;
    count += page.length;
    const last = page.at(-1)?.position;
    if (count < MAX_EVENTS_INLINE || last === undefined) continue;
    yield* readInWorker({ ...reading, after: last });
    return;
  }
}

/** Default interval, in milliseconds. */
export const POLL_INTERVAL_MS = 5_000;

/** Milliseconds between two armings of the watcher, which cost a call each; in between the tail polls. */
const ARM_INTERVAL_MS = 100;
const LOOK_WHILE_UNARMED = 10;

/** Milliseconds after which an event that is known to be stored should have been delivered. */
const OVERDUE = 100;

/** A delivery of more events than this waits for the fastest follower. */
const LARGE = 64;

/** Streams whose revisions are remembered, to notice what was not delivered. */
const STREAMS = 10_000;

/** Whether a page contained anything, and whether it was the last. */
interface PageFindings {
  readonly moved: boolean;
  readonly atEnd: boolean;
}

export class ReadTail implements Tail {
  headSeenAt: number;
  readonly #options: TailOptions;
  readonly #recent: RecentEvents;
  readonly #watcher: AppendWatcher;
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<Follower>();
  readonly #running: Promise<void>;
  #wake: () => void = () => {};
  readonly #revisions = new Map<string, number>();
  #armedAt = -Infinity;
  /** Whether the watcher delivers each event that follows on the head. */
  #isLevel = false;
  /** Whether there is known to be more, and since when none of the known events has come. */
  #isLooking = false;
  #awaitsSince = -Infinity;
  #isNotified = false;
  #ended = false;
  #noteStop: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => (this.#noteStop = resolve));

  constructor(options: TailOptions, recent: RecentEvents) {
    this.#options = options;
    this.#recent = recent;
    this.headSeenAt = options.clock.monotonic();
    this.#watcher = options.log.watchAppends(() => this.#notify());
    this.#running = this.#run();
  }

  get head(): Position {
    return this.#recent.head;
  }

  get characters(): number {
    return this.#recent.characters;
  }

  follow(options: FollowOptions): Follower {
    const follower = new Follower(this, this.#options.clock, options);
    this.#followers.add(follower);
    void follower.ended.then(() => this.#followers.delete(follower));
    return follower;
  }

  pages(after: Position, upTo: Position, filter?: LogFilter): EventPages {
    return pagesOf(this.#options, this.#recent, after, upTo, filter);
  }

  keptPage(span: Span): LogPage | undefined {
    return this.#recent.page(span);
  }

  onMore(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  poll(): void {
    this.#isLooking = true;
    this.#notify();
  }

  async stop(): Promise<void> {
    this.#ended = true;
    this.#noteStop();
    this.#watcher.stop();
    this.#notify();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#ended) {
      this.#isNotified = false;
      if (this.#isLevel) await this.#takeDelivered();
      else await this.#readOnAndWait();
    }
  }

  /** Reads while there is more, then waits for the watcher. */
  async #readOnAndWait(): Promise<void> {
    const { clock, interval = POLL_INTERVAL_MS } = this.#options;
    // Events delivered so far are in the page that is read now; later ones follow on it.
    const delivers = this.#watcher.take?.() !== undefined;
    const { atEnd } = await this.#insistently();
    this.#isLevel = delivers && atEnd && this.#watcher.isArmed;
    if (!atEnd) await this.#fastestFollower();
    else if (!this.#watcher.isArmed && clock.monotonic() - this.#armedAt < ARM_INTERVAL_MS)
      await this.#silence(LOOK_WHILE_UNARMED);
    else if (!this.#isLevel) {
      if (!this.#watcher.isArmed) this.#armedAt = clock.monotonic();
      this.#watcher.arm();
      // New events without a notification: the watcher is broken.
      if ((await this.#silence(interval)) && (await this.#insistently()).moved) this.#watcher.disarm();
    }
  }

  /** Adds the events that the watcher has delivered, and waits for more; nothing has to be read meanwhile. */
  async #takeDelivered(): Promise<void> {
    const { clock, interval = POLL_INTERVAL_MS } = this.#options;
    await nextTurn(); // what arrives together is passed on together
    const delivered = this.#watcher.take?.()?.filter(({ position }) => position > this.#recent.head);
    if (delivered === undefined || !this.#follows(delivered)) return this.#distrust();
    if (delivered.length > 0) this.#deliver(delivered);
    if (!this.#watcher.isArmed) return this.#distrust();
    if (delivered.length > LARGE) await this.#fastestFollower();
    const isAwaited = this.#isLooking || (this.#watcher.appendedTo ?? -1) > this.#recent.head;
    const now = clock.monotonic();
    if (!isAwaited) this.#awaitsSince = now;
    const left = isAwaited ? this.#awaitsSince + OVERDUE - now : interval;
    if (left > 0 && !(await this.#silence(left))) return;
    await nextTurn();
    if (left > 0 && this.#isNotified) return;
    this.#isLooking = false;
    this.#awaitsSince = clock.monotonic();
    if ((await this.#insistently()).moved) this.#distrust();
  }

  #deliver(delivered: readonly StoredEvent[]): void {
    this.#add(delivered);
    this.headSeenAt = this.#awaitsSince = this.#options.clock.monotonic();
    this.#isLooking = false;
    for (const listener of this.#listeners) listener();
  }

  /** Nothing is delivered, or not all of it: goes on by reading. */
  #distrust(): void {
    this.#isLevel = false;
    this.#watcher.disarm();
  }

  /** Whether no event is missing before these in their streams, as far as is known. */
  #follows(events: readonly StoredEvent[]): boolean {
    const next = new Map<string, number>();
    for (const { stream, revision } of events) {
      const last = next.get(stream) ?? this.#revisions.get(stream);
      if (last !== undefined && revision !== last + 1) return false;
      next.set(stream, revision);
    }
    return true;
  }

  /**
   * If there is much to read, the fastest follower sets the pace; slower ones read dropped events themselves.
   */
  async #fastestFollower(): Promise<void> {
    const enough = this.#recent.head;
    if (this.#followers.size === 0) return;
    const arrivals = [...this.#followers].map((follower) => follower.whenPast(enough));
    await Promise.race([this.#stopped, ...arrivals]);
  }

  /** Reads one page, retrying at growing intervals. */
  async #insistently(): Promise<PageFindings> {
    for (const delay of backoffDelays(100, 1_000)) {
      if (this.#ended) break;
      try {
        return await this.#readOn();
      } catch (error) {
        this.#watcher.disarm();
        if (this.#ended) break;
        this.#options.onRetry?.(error as Error, delay);
        await this.#pause(delay);
      }
    }
    return { moved: false, atEnd: true };
  }

  async #readOn(): Promise<PageFindings> {
    const { clock, log } = this.#options;
    const [startedAt, before] = [clock.monotonic(), this.#recent.head];
    const { events, scanned, atEnd } = await log.nextPage(before < 0 ? null : before);
    if (this.#ended) return { moved: false, atEnd: true };
    if (atEnd) this.headSeenAt = startedAt;
    this.#add(events);
    this.#recent.reach(scanned ?? -1);
    const moved = this.#recent.head > before;
    for (const listener of this.#listeners) if (moved) listener();
    return { moved, atEnd };
  }

  #add(events: readonly StoredEvent[]): void {
    this.#recent.add(events);
    if (this.#revisions.size > STREAMS) this.#revisions.clear();
    for (const { stream, revision } of events) this.#revisions.set(stream, revision);
  }

  #notify(): void {
    this.#isNotified = true;
    this.#wake();
  }

  /** Waits until it is notified or the time is over; returns whether it was not notified. */
  async #silence(milliseconds: number): Promise<boolean> {
    if (!this.#isNotified) await this.#pause(milliseconds);
    return !this.#isNotified;
  }

  /** Waits so long, or until it is notified. */
  #pause(milliseconds: number): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      let cancel: CancelTimer = () => {};
      this.#wake = () => {
        cancel();
        resolve();
      };
      cancel = this.#options.clock.after(milliseconds, this.#wake);
    });
  }
}
