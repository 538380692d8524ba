import type { Position, StoredEvent } from '../eventLog.ts';
import { matching } from '../filter.ts';
import { type LogPage, PAGE_BYTES, PAGE_EVENTS, type Span } from './page.ts';

/** Events that are kept, and UTF-16 units of their data and metadata. */
const MOST_EVENTS = 2_048;
const MOST_BYTES = 4_000_000;

/**
 * The newest events as they were committed: whoever follows at the head gets them without a look at the file. Only
 * durable events come in here.
 */
export class Tail {
  #events: StoredEvent[] = [];
  #bytes = 0;
  /** Everything above this position is here. */
  #start: Position;
  #head: Position;

  /** `head` is the last position of the file when it was opened, 0 for an empty one. */
  constructor(head: Position) {
    this.#start = head;
    this.#head = head;
  }

  /** The last position of the log; 0 while it is empty. */
  get head(): Position {
    return this.#head;
  }

  /** Takes in what a commit has made durable. */
  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#bytes += sizeOf(event);
    }
    this.#head = events.at(-1)?.position ?? this.#head;
    while (this.#events.length > MOST_EVENTS || this.#bytes > MOST_BYTES) this.#forget();
  }

  /** The first page of a span; undefined where it begins before what is kept. */
  page({ after, upTo, filter = {}, limit = PAGE_EVENTS }: Span): LogPage | undefined {
    if (after < this.#start) return undefined;
    const [most, isWanted] = [Math.min(limit, PAGE_EVENTS), matching(filter)];
    const events: StoredEvent[] = [];
    let [scanned, bytes] = [after, 0];
    for (let index = this.#indexAfter(after); index < this.#events.length; index += 1) {
      const event = this.#events[index] as StoredEvent;
      if (event.position > upTo || events.length === most) return { events, scanned };
      if (isWanted(event)) {
        bytes += sizeOf(event);
        if (bytes > PAGE_BYTES && events.length > 0) return { events, scanned };
        events.push(event);
      }
      scanned = event.position;
    }
    return { events, scanned: Math.max(scanned, Math.min(upTo, this.#head)) };
  }

  /** Index of the first event above a position. */
  #indexAfter(position: Position): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle] as StoredEvent).position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops the older half. */
  #forget(): void {
    const gone = this.#events.splice(0, Math.ceil(this.#events.length / 2));
    this.#start = gone.at(-1)?.position ?? this.#start;
    for (const event of gone) this.#bytes -= sizeOf(event);
  }
}

const sizeOf = ({ data, metadata }: StoredEvent): number => data.length + metadata.length;
