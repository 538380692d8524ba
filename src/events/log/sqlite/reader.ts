import type Database from 'better-sqlite3';
import type { LogFilter, Position, StoredEvent } from '../eventLog.ts';
import { type LogPage, PAGE_BYTES, PAGE_EVENTS, type Span } from './page.ts';
import type { Tail } from './tail.ts';

/** Rows fetched at a time: large events are noticed before hundreds of them are in memory. */
const CHUNK = 64;

/** How many positions a filtered page looks at before it lets others run. */
const WINDOW = 4_096;

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

/** Events of one page, and whether nothing more matches. */
interface Filled {
  readonly events: readonly StoredEvent[];
  readonly complete: boolean;
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** The condition of a filter, asked of each event in log order: no list of streams is made for it. */
const condition = ({ streamPrefixes, types }: LogFilter): string => {
  const names = streamPrefixes?.map(() => '(name >= ? AND name < ? || char(1114111))').join(' OR ');
  return [
    ...(names === undefined
      ? []
      : [`EXISTS (SELECT 1 FROM streams WHERE streams.id = events.stream AND (${names || 'FALSE'}))`]),
    ...(types === undefined ? [] : [`+type IN (${marks(types)})`]),
  ]
    .map((part) => ` AND ${part}`)
    .join('');
};

const conditionValues = ({ streamPrefixes = [], types = [] }: LogFilter): string[] => [
  ...streamPrefixes.flatMap((prefix) => [prefix, prefix]),
  ...types,
];

/** Pages of the log out of its file, by prepared statements. Never yields: whoever pages does, between pages. */
export class SqliteReader {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #names = new Map<number, string>();
  readonly #tail: Tail | undefined;

  /** `tail` is that of the writer, where this process has it. */
  constructor(db: Database.Database, tail?: Tail) {
    this.#db = db;
    this.#tail = tail;
  }

  head(): Position | null {
    if (this.#tail) return this.#tail.head || null;
    return this.#prepared('SELECT max(position) FROM events').pluck().get() as Position | null;
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
    return this.#tail?.page(span) ?? this.#pageOfFile(span);
  }

  #pageOfFile({ after, upTo, filter, limit = PAGE_EVENTS }: Span): LogPage {
    const end = filter ? Math.min(upTo, after + WINDOW) : upTo;
    const sql = `WHERE position > ? AND position <= ?${condition(filter ?? {})} ORDER BY position`;
    const values = conditionValues(filter ?? {});
    const { events, complete } = this.#page(sql, limit, (last) => [last?.position ?? after, end, ...values]);
    if (!complete) return { events, scanned: events.at(-1)?.position ?? after };
    return { events, scanned: end < upTo ? Math.min(upTo, this.#beforeNext(end)) : end };
  }

  /** The last page of a span, last event first; `scanned` is then the upper end of what is left. */
  lastPage({ after, upTo, filter, limit = PAGE_EVENTS }: Span): LogPage {
    const start = filter ? Math.max(after, upTo - WINDOW) : after;
    const sql = `WHERE position <= ? AND position > ?${condition(filter ?? {})} ORDER BY position DESC`;
    const values = conditionValues(filter ?? {});
    const below = (last?: StoredEvent) => (last ? last.position - 1 : upTo);
    const { events, complete } = this.#page(sql, limit, (last) => [below(last), start, ...values]);
    if (!complete) return { events, scanned: below(events.at(-1)) };
    return { events, scanned: start > after ? Math.max(after, this.#atOrBefore(start)) : start };
  }

  /** The place just before the next event: a gap between positions is crossed in one step. */
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
    const sql = `WHERE stream = ? AND revision ${comparison} ? ORDER BY revision ${order}`;
    return this.#page(sql, limit, (last) => [id, last ? last.revision + step : from]).events;
  }

  /** Gathers chunks until the page is full; `complete` when nothing more matches. */
  #page(where: string, limit: number, values: (last?: StoredEvent) => unknown[]): Filled {
    const statement = this.#prepared(`SELECT ${columns} FROM events ${where} LIMIT ?`).raw();
    const events: StoredEvent[] = [];
    const most = Math.min(limit, PAGE_EVENTS);
    let bytes = 0;
    while (events.length < most) {
      const wanted = Math.min(CHUNK, most - events.length);
      const rows = statement.all(...values(events.at(-1)), wanted) as Row[];
      for (const row of rows) {
        bytes += row[5].length + row[6].length;
        if (bytes > PAGE_BYTES && events.length > 0) return { events, complete: false };
        events.push(this.#event(row));
      }
      if (rows.length < wanted) return { events, complete: true };
    }
    return { events, complete: false };
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

  #prepared(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
