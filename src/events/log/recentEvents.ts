import {
  type LogPage,
  matching,
  type NewestEvents,
  PAGE_BYTES,
  PAGE_EVENTS,
  type Position,
  type Span,
  type StoredEvent,
} from './eventLog.ts';

/** Limits of the buffer: events, and UTF-16 units of their data and metadata. */
export interface RecentEventsLimit {
  readonly events: number;
  readonly characters: number;
}

const RECENT_EVENTS_LIMIT: RecentEventsLimit = { events: 2_048, characters: 4_000_000 };

/**
 * The newest events of the log, decoded: followers near the head get them without reading. Only durable
 * events are added; the oldest are dropped if there are too many.
 */
export class RecentEvents implements NewestEvents {
  readonly #limit: RecentEventsLimit;
  #events: StoredEvent[] = [];
  #characters = 0;
  /** All events above this position are in memory. */
  #start: Position;
  #head: Position;

  /** `head` is the last position of the log so far, 0 for an empty one. */
  constructor(head: Position, limit: RecentEventsLimit = RECENT_EVENTS_LIMIT) {
    this.#start = head;
    this.#head = head;
    this.#limit = limit;
  }

  /** The last position of the log; 0 while it is empty. */
  get head(): Position {
    return this.#head;
  }

  /** Memory used, in UTF-16 units of data and metadata. */
  get characters(): number {
    return this.#characters;
  }

  /** Adds the next events. */
  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#characters += sizeOf(event);
    }
    this.reach(events.at(-1)?.position ?? this.#head);
    while (this.#events.length > this.#limit.events || this.#characters > this.#limit.characters)
      this.#forget();
  }

  /** The log has no more events up to the position. */
  reach(position: Position): void {
    if (position > this.#head) this.#head = position;
  }

  /** The first page of a span; undefined if older events are needed. */
  page({ after, upTo, filter = {}, limit = PAGE_EVENTS }: Span): LogPage | undefined {
    if (after < this.#start) return undefined;
    const [most, matches] = [Math.min(limit, PAGE_EVENTS), matching(filter)];
    const events: StoredEvent[] = [];
    let [scanned, bytes] = [after, 0];
    for (let index = this.#indexAfter(after); index < this.#events.length; index += 1) {
      const event = this.#events[index] as StoredEvent;
      if (event.position > upTo) return { events, scanned: upTo };
      if (events.length === most) return { events, scanned };
      if (matches(event)) {
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
    for (const event of gone) this.#characters -= sizeOf(event);
  }
}

const sizeOf = ({ data, metadata }: StoredEvent): number => data.length + metadata.length;
