/**
 * The tail: the only reader of the log in a process. It reads page by page from the last position seen, woken
 * by appends of this process and of others and, as a fallback, by a slow timer; it keeps the newest events
 * decoded in memory. State, projections and reactors follow it, each at its own position (`follower.ts`), and
 * read older events themselves.
 */
import type { Clock } from '../../clock.ts';
import type {
  EventLog,
  LogFilter,
  LogPage,
  NewestEvents,
  Position,
  ReadAllOptions,
  Span,
  StoredEvent,
} from './eventLog.ts';
import { type Followed, Follower, type FollowOptions } from './follower.ts';
import { ReadTail } from './readTail.ts';
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

/** Memory for recent events of a log that is read over a network. */
const ROOM: Room = { events: 20_000, characters: 16_000_000 };

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
export async function* pagesOf(
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
