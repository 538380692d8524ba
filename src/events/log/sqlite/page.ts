/** What a page of the log is, wherever it comes from. */
import type { LogFilter, Position, StoredEvent } from '../eventLog.ts';

/** A page ends at this many events or bytes (in UTF-16 units of data and metadata), whichever comes first. */
export const PAGE_EVENTS = 512;
export const PAGE_BYTES = 1_000_000;

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
