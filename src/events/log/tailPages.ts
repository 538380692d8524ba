/** What every tail is, and how its followers read older events. */
import type { Clock } from '../../clock.ts';
import type { EventLog, LogFilter, NewestEvents, Position, ReadAllOptions, StoredEvent } from './eventLog.ts';
import type { FollowedTail, Follower, FollowOptions } from './follower.ts';

/** Options of the tail. */
export interface TailOptions {
  readonly log: Pick<EventLog, 'nextPage' | 'readAll' | 'head' | 'watchAppends' | 'recent'>;
  readonly clock: Clock;
  /** Reads in another thread, which is better for large amounts; by default in this one. */
  readonly readInWorker?: EventLog['readAll'];
  /** Milliseconds between two reads without a ring; 5,000 unless given. */
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
): AsyncIterable<readonly StoredEvent[]> {
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
): AsyncIterable<readonly StoredEvent[]> {
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
