/**
 * The `EventLog` port: an append-only log of streams with one global order. Two engines implement it (SQLite,
 * EventStoreDB); `test/contract/eventLog.ts` is the contract of both.
 */
import { Unavailable } from '../../base/errors.ts';

/**
 * Position in the global order: opaque but comparable with `<`, a safe integer. Increases in commit order and
 * has gaps: never assume `position + 1`.
 */
export type Position = number;

/**
 * The revision (0-based, dense within a stream) of the stream's last event, or another condition on the
 * stream.
 */
export type ExpectedRevision = number | 'no stream' | 'any';

/** An event to append to the log. `data` and `metadata` are JSON texts, stored byte for byte. */
export interface EventToAppend {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An event as the log returns it. */
export interface StoredEvent extends EventToAppend {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
}

/** The result of an acknowledged append: revision and position of its last event. */
export interface Appended {
  readonly revision: number;
  readonly position: Position;
}

/** Conditions on the events of the whole log: streams by prefix, types by name, or both. */
export interface LogFilter {
  readonly streamPrefixes?: readonly string[];
  readonly types?: readonly string[];
}

/** Options of reading a stream: pages of events in the given direction, `from` inclusive. */
export interface ReadStreamOptions {
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** Options of reading the whole log: events with a position above `after` (below `before`), pages in order. */
export interface ReadAllOptions {
  readonly after?: Position | null;
  readonly upTo?: Position;
  readonly filter?: LogFilter;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  /** Counts events of other programs in the same log server, which no page contains. */
  readonly foreign?: ForeignEvents;
}

/** Events of other programs that were passed over, each counted once although a failed read is repeated. */
export class ForeignEvents {
  count = 0;
  #last: Position = -1;

  /** The positions of one forward reading, in order. */
  add(position: Position): void {
    if (position <= this.#last) return;
    this.#last = position;
    this.count += 1;
  }
}

/** The part of the log that a page is read from: positions above `after`, up to `upTo`. */
export interface Span {
  readonly after: Position;
  readonly upTo: Position;
  readonly filter?: LogFilter | undefined;
  readonly limit?: number | undefined;
}

/** A page of the log and the position up to which it is complete. */
export interface LogPage {
  readonly events: readonly StoredEvent[];
  readonly scanned: Position;
}

/** The newest events of the log, in memory. */
export interface NewestEvents {
  /** The last known position of the log; 0 or less while it is empty. */
  readonly head: Position;
  /** Memory used by the events, in UTF-16 units of data and metadata. */
  readonly characters: number;
  /** The first page of a span; undefined if older events are needed. */
  page(span: Span): LogPage | undefined;
}

/** A page of the whole log, and the position up to which it is complete; null while the log is empty. */
export interface NextPage {
  readonly events: readonly StoredEvent[];
  readonly scanned: Position | null;
  /** Whether this was the end of the log when it was read. */
  readonly atEnd: boolean;
}

/** Calls its listener when the log may have grown: after each acknowledged append of this process, and at each delivery. */
export interface AppendWatcher {
  /** Whether the next append of another process is noticed. */
  readonly isArmed: boolean;
  /** Called at the end of the log: from then on the next append of another process is noticed, too. */
  arm(): void;
  /**
   * The events that were delivered since the last call: all that follow on each other since the server has
   * confirmed the arming, in order. Undefined before that, and when no more will come. Engines that deliver no
   * events lack it.
   */
  take?(): readonly StoredEvent[] | undefined;
  /** Position of the last event that this process has appended. */
  readonly appendedTo?: Position;
  /** Cancels `arm`; also after a failure, or a silence that should not have been. */
  disarm(): void;
  /** Ends the calls of the listener. */
  stop(): void;
}

/** Events in the order of a log or of a stream. */
export type EventPages = AsyncIterable<readonly StoredEvent[]>;

export interface EventLog {
  /**
   * Appends the events as one atomic batch and resolves once they are durable. Repeating the same event IDs
   * at the same exact expected revision returns the first answer and stores nothing. Fails with
   * RevisionConflict, OutcomeUnknown, LogUnavailable or AppendTooLarge.
   */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended>;
  /** Pages of one stream's events; a missing stream has none. */
  readStream(stream: string, options?: ReadStreamOptions): EventPages;
  /**
   * Removes a stream's events below an existing revision: from the stream at once, from the whole log at some
   * time. Revisions continue. Fails with LogUnavailable or OutcomeUnknown.
   */
  truncate(stream: string, before: number): Promise<void>;
  /** Pages of the whole log, in order. */
  readAll(options?: ReadAllOptions): EventPages;
  /** The first page after a position (from the beginning for null). Fails with LogUnavailable. */
  nextPage(after: Position | null): Promise<NextPage>;
  /**
   * Calls `onAppend` when there may be more events, never synchronously and possibly for nothing. `openTail`
   * uses it.
   */
  watchAppends(onAppend: () => void): AppendWatcher;
  /** The newest committed events, if the engine has them in memory, so that nobody needs to read them. */
  readonly recent?: NewestEvents | undefined;
  /** Position of the last event of the log, null when it is empty. */
  head(): Promise<Position | null>;
  /**
   * Faults that an engine finds in its own file, the first few; may take as long as reading the whole log,
   * without yielding.
   */
  damages?(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Largest batch one append may hold, in bytes of data and metadata: the same on both engines. */
export const MAX_APPEND_BYTES = 900_000;

/** The stream was not at the expected revision; nothing was stored. */
export class RevisionConflict extends Error {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: number | 'no stream';

  constructor(stream: string, expected: ExpectedRevision, actual: number | 'no stream') {
    super(`Stream ${stream} is at ${actual}, not at ${expected}.`);
    this.name = 'RevisionConflict';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The engine did not answer in time: the events may or may not be stored. Retry with the same IDs. */
export class OutcomeUnknown extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutcomeUnknown';
  }
}

/** The engine cannot accept or return events now (unreachable, disk full); nothing was stored. */
export class LogUnavailable extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogUnavailable';
  }
}

/** The batch exceeds MAX_APPEND_BYTES; nothing was stored. */
export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`An append of ${bytes} bytes to ${stream} exceeds ${MAX_APPEND_BYTES} bytes.`);
    this.name = 'AppendTooLarge';
  }
}

type FilteredEvent = Pick<StoredEvent, 'stream' | 'type'>;

/** Whether an event matches a filter. */
export function matching({ streamPrefixes, types }: LogFilter): (event: FilteredEvent) => boolean {
  const known = types && new Set(types);
  return ({ stream, type }) =>
    (known?.has(type) ?? true) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true);
}

/** A page ends at this many events or bytes (in UTF-16 units of data and metadata), whichever comes first. */
export const PAGE_EVENTS = 512;
export const PAGE_BYTES = 1_000_000;

/** Counters of a log over a network; an engine with its events in memory counts nothing. */
export interface LogCounts {
  /** Events decoded by the driver, repeated ones included. */
  decoded: number;
  /** Number of times that the server has dropped the subscription to appends. */
  subscriptionDrops: number;
  /** Batches refused because another node had appended. */
  conflicts: number;
}

/** Requests that the log's server refuses this program at present; each is reported once until it changes. */
export class RefusedRights {
  /** Called when a right is first refused, and when it is given back. */
  onRefused: (sentence: string) => void = () => {};
  onGranted: (request: string) => void = () => {};
  readonly #sentences = new Map<string, string>();

  /** The server has refused the request. */
  refuse(request: string, sentence: string): void {
    const isKnown = this.#sentences.get(request) === sentence;
    this.#sentences.set(request, sentence);
    if (!isKnown) this.onRefused(sentence);
  }

  /** The server has granted the request. */
  grant(request: string): void {
    if (this.#sentences.size > 0 && this.#sentences.delete(request)) this.onGranted(request);
  }

  /** A sentence for each refused request that is, or is not, the reading of the whole log. */
  sentences({ ofAll }: { readonly ofAll: boolean }): readonly string[] {
    return [...this.#sentences].flatMap(([request, sentence]) =>
      (request === 'read $all') === ofAll ? [sentence] : [],
    );
  }
}

/** The part of a log that folds of the whole log read. */
export type LogReads = Pick<EventLog, 'head' | 'readAll'>;
