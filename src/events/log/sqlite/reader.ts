import type { Database, Statement } from '../../../base/sqlite.ts';
import {
  type LogFilter,
  type LogPage,
  matching,
  type NewestEvents,
  PAGE_BYTES,
  PAGE_EVENTS,
  type Position,
  type Span,
  type StoredEvent,
} from '../eventLog.ts';

/** Rows fetched at a time, so that large events are noticed before hundreds of them are in memory. */
const ROWS_PER_FETCH = 64;

/** More reports would not help. */
const MAX_DAMAGES = 5;

/** Positions that a filtered page examines before it yields to other work. */
const POSITIONS_PER_TURN = 4_096;

const columns = 'position, stream, revision, id, type, data, metadata';

type Row = [
  position: number,
  stream: number,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** The rows of a page, their order, and the query's parameters after the last row read. */
interface Rows {
  readonly where: string;
  readonly values: (last?: Row) => readonly unknown[];
  readonly filter?: LogFilter | undefined;
}

/** Events of one page, the last row read for it, and whether there are no more. */
interface Filled {
  readonly events: readonly StoredEvent[];
  readonly last: Row | undefined;
  readonly complete: boolean;
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** With more types nearly all events match, and SQLite would build a table of them for each chunk. */
const MAX_INDEXED_TYPES = 16;

/** The filter in SQL; `matching` decides finally. */
const sqlFilterOf = (filter: LogFilter = {}): LogFilter =>
  filter.types && filter.types.length > MAX_INDEXED_TYPES ? {} : filter;

/**
 * The part of a filter that SQLite evaluates: types if given, because comparing every event's stream takes a
 * quarter of the reading time; otherwise streams, as ranges.
 */
const condition = ({ streamPrefixes, types }: LogFilter): string => {
  if (types) return ` AND +type IN (${marks(types)})`;
  if (!streamPrefixes) return '';
  const names = streamPrefixes.map(() => '(name >= ? AND name < ? || char(1114111))').join(' OR ');
  return ` AND EXISTS (SELECT 1 FROM streams WHERE streams.id = events.stream AND (${names || 'FALSE'}))`;
};

const conditionValues = ({ streamPrefixes = [], types }: LogFilter): readonly string[] =>
  types ?? streamPrefixes.flatMap((prefix) => [prefix, prefix]);

/**
 * Reads pages of the log from its file with prepared statements. It never yields; callers do, between pages.
 */
export class SqliteReader {
  readonly #db: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #names = new Map<number, string>();
  readonly #recent: NewestEvents | undefined;

  /** `recent` belongs to the writer, if it runs in this process. */
  constructor(db: Database, recent?: NewestEvents) {
    this.#db = db;
    this.#recent = recent;
  }

  head(): Position | null {
    if (this.#recent) return this.#recent.head || null;
    return this.#prepared('SELECT max(position) FROM events').pluck().get() as Position | null;
  }

  /** SQLite's report of damaged pages, and of indexes that differ from their table. */
  damages(): readonly string[] {
    try {
      const found = this.#db.pragma(`integrity_check(${MAX_DAMAGES})`) as { integrity_check: string }[];
      return found.map(({ integrity_check: text }) => text).filter((text) => text !== 'ok');
    } catch (error) {
      return [(error as Error).message];
    }
  }

  /** The page of a stream that begins at a revision; the empty page ends the stream. */
  forwards(stream: string, from: number, limit: number): readonly StoredEvent[] {
    return this.#streamPage(stream, '>=', 'ASC', from, limit);
  }

  /** The page of a stream that ends at a revision, last event first; the empty page begins the stream. */
  backwards(stream: string, from: number, limit: number): readonly StoredEvent[] {
    return this.#streamPage(stream, '<=', 'DESC', from, limit);
  }

  /** The first page of a span. */
  page(span: Span): LogPage {
    return this.#recent?.page(span) ?? this.#pageOfFile(span);
  }

  #pageOfFile({ after, upTo, filter, limit = PAGE_EVENTS }: Span): LogPage {
    const end = filter ? Math.min(upTo, after + POSITIONS_PER_TURN) : upTo;
    const sqlFilter = sqlFilterOf(filter);
    const filterValues = conditionValues(sqlFilter);
    const { events, last, complete } = this.#page(limit, {
      where: `WHERE position > ? AND position <= ?${condition(sqlFilter)} ORDER BY position`,
      values: (last) => [last?.[0] ?? after, end, ...filterValues],
      filter,
    });
    if (!complete) return { events, scanned: last?.[0] ?? after };
    return { events, scanned: end < upTo ? Math.min(upTo, this.#beforeNext(end)) : end };
  }

  /** The last page of a span, last event first; `scanned` is then the upper end of the rest. */
  lastPage({ after, upTo, filter, limit = PAGE_EVENTS }: Span): LogPage {
    const start = filter ? Math.max(after, upTo - POSITIONS_PER_TURN) : after;
    const sqlFilter = sqlFilterOf(filter);
    const filterValues = conditionValues(sqlFilter);
    const below = (last?: Row) => (last ? last[0] - 1 : upTo);
    const { events, last, complete } = this.#page(limit, {
      where: `WHERE position <= ? AND position > ?${condition(sqlFilter)} ORDER BY position DESC`,
      values: (last) => [below(last), start, ...filterValues],
      filter,
    });
    if (!complete) return { events, scanned: below(last) };
    return { events, scanned: start > after ? Math.max(after, this.#atOrBefore(start)) : start };
  }

  /** The position just before the next event: a gap is skipped in one step. */
  #beforeNext(position: Position): Position {
    const next = this.#prepared('SELECT min(position) FROM events WHERE position > ?').pluck().get(position);
    return typeof next === 'number' ? next - 1 : Infinity;
  }

  #atOrBefore(position: Position): Position {
    const last = this.#prepared('SELECT max(position) FROM events WHERE position <= ?').pluck().get(position);
    return typeof last === 'number' ? last : -Infinity;
  }

  #streamPage(
    stream: string,
    comparison: string,
    order: string,
    from: number,
    limit: number,
  ): readonly StoredEvent[] {
    const id = this.#prepared('SELECT id FROM streams WHERE name = ?').pluck().get(stream);
    if (id === undefined) return [];
    const step = order === 'ASC' ? 1 : -1;
    return this.#page(limit, {
      where: `WHERE stream = ? AND revision ${comparison} ? ORDER BY revision ${order}`,
      values: (last) => [id, last ? last[2] + step : from],
    }).events;
  }

  /** Collects chunks until the page is full; `complete` if there are no more rows. */
  #page(limit: number, { where, values, filter = {} }: Rows): Filled {
    const statement = this.#prepared(`SELECT ${columns} FROM events ${where} LIMIT ?`).raw();
    const events: StoredEvent[] = [];
    const [most, matches] = [Math.min(limit, PAGE_EVENTS), matching(filter)];
    let [last, bytes]: [Row | undefined, number] = [undefined, 0];
    while (events.length < most) {
      const rowLimit = Math.min(ROWS_PER_FETCH, most - events.length);
      const rows = statement.all(...values(last), rowLimit) as Row[];
      for (const row of rows) {
        bytes += row[5].length + row[6].length;
        if (bytes > PAGE_BYTES && last) return { events, last, complete: false };
        last = row;
        const event = this.#event(row);
        if (matches(event)) events.push(event);
      }
      if (rows.length < rowLimit) return { events, last, complete: true };
    }
    return { events, last, complete: false };
  }

  #event([position, stream, revision, id, type, data, metadata]: Row): StoredEvent {
    return {
      id,
      type,
      data,
      metadata,
      stream: this.#names.get(stream) ?? this.#name(stream),
      revision,
      position,
    };
  }

  #name(stream: number): string {
    const name = this.#prepared('SELECT name FROM streams WHERE id = ?').pluck().get(stream) as string;
    this.#names.set(stream, name);
    return name;
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
