/**
 * The tail: the only reader of the log in a process. It reads page by page from the last position seen, woken
 * by appends of this process and of others and, as a fallback, by a slow timer; it keeps the newest events
 * decoded in memory. State, projections and reactors follow it, each at its own position (`follower.ts`), and
 * read older events themselves.
 */
import type { CancelTimer, Clock } from '../../clock.ts';
import { growingDelays } from '../../retry.ts';
import type {
  EventLog,
  LogBell,
  LogFilter,
  LogPage,
  NewestEvents,
  Position,
  ReadAllOptions,
  Span,
  StoredEvent,
} from './eventLog.ts';
import { type Followed, Follower, type FollowOptions } from './follower.ts';
import { RecentEvents, type Room } from './recentEvents.ts';

/** Options of the tail. */
export interface TailOptions {
  readonly log: Pick<EventLog, 'nextPage' | 'readAll' | 'head' | 'bell' | 'recent'>;
  readonly clock: Clock;
  /** Reads in another thread, which is better for large amounts; by default in this one. */
  readonly readElsewhere?: EventLog['readAll'];
  /** Milliseconds between two reads without a ring; 5,000 unless given. */
  readonly interval?: number;
  /** Receives the error of a failed read, and the milliseconds until the next attempt. */
  readonly onRetry?: (error: Error, delay: number) => void;
}

/** Default interval, in milliseconds. */
export const LOOK_INTERVAL = 5_000;

/** Memory for recent events of a log that is read over a network. */
const ROOM: Room = { events: 20_000, characters: 16_000_000 };

/** Milliseconds between two armings of the bell, which cost a call each; in between it polls. */
const ARMING = 100;
const LOOK_WHILE_UNARMED = 10;

/** Whether a page contained anything, and whether it was the last. */
interface Found {
  readonly moved: boolean;
  readonly atEnd: boolean;
}

/** The tail of a log. */
export interface Tail extends Followed {
  /** Memory used by recent events, in UTF-16 units. */
  readonly characters: number;
  /** Follows the log from a position: existing events, then new ones, each once and in order. */
  follow(options: FollowOptions): Follower;
  /** Reads at once, because there is known to be more. */
  look(): void;
  /** Stops reading; followers are stopped by their owners. */
  stop(): Promise<void>;
}

/** Opens the tail of a log at its head. Fails with LogUnavailable. */
export async function openTail(options: TailOptions): Promise<Tail> {
  if (options.log.recent) return new CommittedTail(options, options.log.recent);
  const head = await options.log.head();
  return new ReadTail(options, new RecentEvents(head ?? -1, ROOM));
}

/** Events read in this thread before another one takes over. */
const LONG = 2_000;

/** Yields events from memory, and reads the rest. */
async function* pagesOf(
  { log, readElsewhere }: Pick<TailOptions, 'log' | 'readElsewhere'>,
  recent: NewestEvents,
  after: Position,
  upTo: Position,
  filter?: LogFilter,
): AsyncIterable<readonly StoredEvent[]> {
  for (let from = after; from < upTo;) {
    const kept = recent.page({ after: from, upTo, filter });
    if (kept === undefined) {
      const reading = { after: from < 0 ? null : from, upTo, ...(filter && { filter }) };
      yield* readElsewhere ? shortlyHere(log, readElsewhere, reading) : log.readAll(reading);
      return;
    }
    if (kept.events.length > 0) yield kept.events;
    from = kept.scanned;
  }
}

async function* shortlyHere(
  log: TailOptions['log'],
  readElsewhere: EventLog['readAll'],
  reading: ReadAllOptions,
): AsyncIterable<readonly StoredEvent[]> {
  let count = 0;
  for await (const page of log.readAll(reading)) {
    yield page;
    count += page.length;
    const last = page.at(-1)?.position;
    if (count < LONG || last === undefined) continue;
    yield* readElsewhere({ ...reading, after: last });
    return;
  }
}

/** For an engine with its commits in memory: nothing needs to be read. */
class CommittedTail implements Tail {
  readonly #options: TailOptions;
  readonly #recent: NewestEvents;

  constructor(options: TailOptions, recent: NewestEvents) {
    this.#options = options;
    this.#recent = recent;
  }

  get head(): Position {
    return this.#recent.head;
  }

  get headSeenAt(): number {
    return this.#options.clock.monotonic();
  }

  get characters(): number {
    return this.#recent.characters;
  }

  follow(options: FollowOptions): Follower {
    return new Follower(this, this.#options.clock, options);
  }

  pages(after: Position, upTo: Position, filter?: LogFilter): AsyncIterable<readonly StoredEvent[]> {
    return pagesOf(this.#options, this.#recent, after, upTo, filter);
  }

  keptPage(span: Span): LogPage | undefined {
    return this.#recent.page(span);
  }

  onMore(ring: () => void): () => void {
    const bell = this.#options.log.bell(ring);
    return () => bell.stop();
  }

  look(): void {}

  async stop(): Promise<void> {}
}

/** For an engine that has to be polled. */
class ReadTail implements Tail {
  headSeenAt: number;
  readonly #options: TailOptions;
  readonly #recent: RecentEvents;
  readonly #bell: LogBell;
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<Follower>();
  readonly #running: Promise<void>;
  #wake: () => void = () => {};
  #rung = false;
  #ended = false;
  #noteStop: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => (this.#noteStop = resolve));

  constructor(options: TailOptions, recent: RecentEvents) {
    this.#options = options;
    this.#recent = recent;
    this.headSeenAt = options.clock.monotonic();
    this.#bell = options.log.bell(() => this.#ring());
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

  pages(after: Position, upTo: Position, filter?: LogFilter): AsyncIterable<readonly StoredEvent[]> {
    return pagesOf(this.#options, this.#recent, after, upTo, filter);
  }

  keptPage(span: Span): LogPage | undefined {
    return this.#recent.page(span);
  }

  onMore(ring: () => void): () => void {
    this.#listeners.add(ring);
    return () => void this.#listeners.delete(ring);
  }

  look(): void {
    this.#ring();
  }

  async stop(): Promise<void> {
    this.#ended = true;
    this.#noteStop();
    this.#bell.stop();
    this.#ring();
    await this.#running;
  }

  /** Reads while there is more, then waits for the bell. */
  async #run(): Promise<void> {
    const { clock, interval = LOOK_INTERVAL } = this.#options;
    for (let armedAt = -Infinity; !this.#ended;) {
      this.#rung = false;
      const { atEnd } = await this.#insistently();
      if (!atEnd) await this.#fastestFollower();
      else if (!this.#bell.isArmed && clock.monotonic() - armedAt < ARMING)
        await this.#silence(LOOK_WHILE_UNARMED);
      else {
        if (!this.#bell.isArmed) armedAt = clock.monotonic();
        this.#bell.arm();
        // New events without a ring: the bell is broken.
        if ((await this.#silence(interval)) && (await this.#insistently()).moved) this.#bell.disarm();
      }
    }
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
  async #insistently(): Promise<Found> {
    for (const delay of growingDelays(100, 1_000)) {
      if (this.#ended) break;
      try {
        return await this.#readOn();
      } catch (error) {
        this.#bell.disarm();
        if (this.#ended) break;
        this.#options.onRetry?.(error as Error, delay);
        await this.#pause(delay);
      }
    }
    return { moved: false, atEnd: true };
  }

  async #readOn(): Promise<Found> {
    const { clock, log } = this.#options;
    const [startedAt, before] = [clock.monotonic(), this.#recent.head];
    const { events, scanned, atEnd } = await log.nextPage(before < 0 ? null : before);
    if (this.#ended) return { moved: false, atEnd: true };
    this.#recent.add(events);
    this.#recent.reach(scanned ?? -1);
    if (atEnd) this.headSeenAt = startedAt;
    const moved = this.#recent.head > before;
    for (const ring of this.#listeners) if (moved) ring();
    return { moved, atEnd };
  }

  #ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Waits until it rings or the time is over; returns whether nothing rang. */
  async #silence(milliseconds: number): Promise<boolean> {
    if (!this.#rung) await this.#pause(milliseconds);
    return !this.#rung;
  }

  /** Waits so long, or until it rings. */
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
