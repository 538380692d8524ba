/**
 * The `EventLog` port: an append-only log of streams with one global order. Two engines implement it (SQLite,
 * EventStoreDB); `test/contract/eventLog.ts` is the promise that both keep.
 */
import { Unavailable } from '../../errors.ts';

/**
 * Place of an event in the global order: opaque but comparable with `<`, a safe integer. Increases in commit
 * order and has gaps: nothing may assume `position + 1`.
 */
export type Position = number;

/** The revision (0-based, dense within a stream) of the stream's last event, or what else must hold of it. */
export type ExpectedRevision = number | 'no stream' | 'any';

/** An event as handed to the log. `data` and `metadata` are JSON texts, stored byte for byte. */
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

/** What an acknowledged append reports: revision and position of its last event. */
export interface Appended {
  readonly revision: number;
  readonly position: Position;
}

/** Which events a reader of the whole log wants: streams by prefix, and/or types by name. Both must match. */
export interface LogFilter {
  readonly streamPrefixes?: readonly string[];
  readonly types?: readonly string[];
}

/** How a stream is read: pages of events in the given direction, `from` inclusive. */
export interface ReadStreamOptions {
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** How the whole log is read: events with a position above `after` (below `before`), pages in order. */
export interface ReadAllOptions {
  readonly after?: Position | null;
  readonly upTo?: Position;
  readonly filter?: LogFilter;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** Which part of the log a page is asked of: positions above `after` up to `upTo`. */
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
  /** The last position of the log that is known; 0 or less while it is empty. */
  readonly head: Position;
  /** UTF-16 units of data and metadata that are kept. */
  readonly characters: number;
  /** The first page of a span; undefined where it begins before what is kept. */
  page(span: Span): LogPage | undefined;
}

/** A page of the whole log, and the position up to which it is complete; null while the log is empty. */
export interface NextPage {
  readonly events: readonly StoredEvent[];
  readonly scanned: Position | null;
  /** Whether the log held nothing more when it was read. */
  readonly atEnd: boolean;
}

/** Rings when there may be more in the log: after each acknowledged append through this handle's process. */
export interface LogBell {
  /** Whether the next append of another process rings. */
  readonly isArmed: boolean;
  /** The listener has read to the end and waits: from now on one append of another process rings, too. */
  arm(): void;
  /** Takes `arm` back; also after a failure or a silence that should not have been. */
  disarm(): void;
  /** It rings no more. */
  stop(): void;
}

export interface EventLog {
  /**
   * Appends the events as one atomic batch and resolves once they are durable. The same event IDs at the same
   * exact expected revision again yield the first answer and store nothing.
   * Fails with RevisionConflict, OutcomeUnknown, LogUnavailable or AppendTooLarge.
   */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended>;
  /** Pages of one stream's events; a missing stream has none. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<readonly StoredEvent[]>;
  /**
   * Lets go of a stream's events below a revision that the stream has. They are gone from the stream at once and from
   * the whole log at some time; the stream's revisions go on. Fails with LogUnavailable or OutcomeUnknown.
   */
  truncate(stream: string, before: number): Promise<void>;
  /** Pages of the whole log's events in its order. */
  readAll(options?: ReadAllOptions): AsyncIterable<readonly StoredEvent[]>;
  /** The first page after a position (from the beginning for null). Fails with LogUnavailable. */
  nextPage(after: Position | null): Promise<NextPage>;
  /** Calls `ring` when there may be more, never at once and perhaps for nothing. `openTail` is who listens. */
  bell(ring: () => void): LogBell;
  /** The newest events as they were committed, where the engine has them in hand: nobody needs to read them. */
  readonly recent?: NewestEvents | undefined;
  /** Position of the last event of the log, null when it is empty. */
  head(): Promise<Position | null>;
  /**
   * What an engine that has a file of its own finds wrong with it, some texts at most; may take as long as reading all
   * of the log, without a turn for others.
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

/** The engine did not answer in time: the events may have been stored or not. Retry with the same IDs. */
export class OutcomeUnknown extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutcomeUnknown';
  }
}

/** The engine cannot take or give events now (out of reach, disk full); nothing was stored. */
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
