import {
  RevisionConflict,
  type Appended,
  type EventToAppend,
  type ExpectedRevision,
  type Position,
  type StoredEvent,
} from '../eventLog.ts';
import type { Database } from '../../../sqlite.ts';

/** A stream's ID in the file, and its last revision (-1 without events). */
export interface StreamHead {
  readonly id: number;
  readonly revision: number;
}

/** An append and its size in bytes. */
export interface Append {
  readonly stream: string;
  readonly events: readonly EventToAppend[];
  readonly expected: ExpectedRevision;
  readonly bytes: number;
}

const NO_STREAM = -1;

export type Statements = ReturnType<typeof prepareStatements>;

export const prepareStatements = (db: Database) => ({
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
  lastPosition: db.prepare('SELECT max(position) FROM events').pluck(),
  streamId: db.prepare('SELECT id FROM streams WHERE name = ?').pluck(),
  addStream: db.prepare('INSERT INTO streams (name) VALUES (?)'),
  lastRevision: db.prepare('SELECT max(revision) FROM events WHERE stream = ?').pluck(),
  addEvent: db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)'),
  removeEvents: db.prepare(`
    DELETE FROM events WHERE stream = (SELECT id FROM streams WHERE name = @stream)
    AND revision < min(@before, (SELECT max(revision) FROM events AS others WHERE others.stream = events.stream))`),
  idsBetween: db
    .prepare(
      'SELECT id, position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision',
    )
    .raw(),
});

/** The changes of one transaction: discarded with it, or remembered once it is committed. */
export class AppendTransaction {
  readonly heads = new Map<string, StreamHead>();
  readonly stored: StoredEvent[] = [];
  last: Position;
  bytes = 0;
  readonly #statements: Statements;
  readonly #known: ReadonlyMap<string, StreamHead>;
  readonly #nextPosition: (last: Position) => Position;

  constructor(
    statements: Statements,
    known: ReadonlyMap<string, StreamHead>,
    last: Position,
    nextPosition: (last: Position) => Position,
  ) {
    this.#statements = statements;
    this.#known = known;
    this.last = last;
    this.#nextPosition = nextPosition;
  }

  append({ stream, events, expected }: Append): Appended | RevisionConflict {
    const head = this.#head(stream);
    const actual = head?.revision ?? NO_STREAM;
    const wanted = expected === 'any' ? actual : expected === 'no stream' ? NO_STREAM : expected;
    if (wanted === actual) return this.#store(stream, head?.id ?? this.#addStream(stream), actual, events);
    const earlier = head && this.#earlierAnswer(head.id, wanted, events);
    return earlier ?? new RevisionConflict(stream, expected, actual === NO_STREAM ? 'no stream' : actual);
  }

  #head(stream: string): StreamHead | undefined {
    const known = this.heads.get(stream) ?? this.#known.get(stream);
    if (known) return known;
    const id = this.#statements.streamId.get(stream) as number | undefined;
    if (id === undefined) return undefined;
    return { id, revision: this.#statements.lastRevision.get(id) as number };
  }

  #addStream(stream: string): number {
    return Number(this.#statements.addStream.run(stream).lastInsertRowid);
  }

  #store(stream: string, id: number, actual: number, events: readonly EventToAppend[]): Appended {
    let revision = actual;
    for (const { id: eventId, type, data, metadata } of events) {
      revision += 1;
      const position = (this.last = this.#nextPosition(this.last));
      this.bytes += data.length + metadata.length;
      this.#statements.addEvent.run(position, id, revision, eventId, type, data, metadata);
      this.stored.push({ id: eventId, type, data, metadata, stream, revision, position });
    }
    this.heads.set(stream, { id, revision });
    return { revision, position: this.last };
  }

  /** The first answer, if these very events (or more) were stored at that revision before. */
  #earlierAnswer(id: number, wanted: number, events: readonly EventToAppend[]): Appended | undefined {
    const stored = this.#statements.idsBetween.all(id, wanted + 1, wanted + events.length) as [
      string,
      Position,
    ][];
    const last = stored.at(-1);
    const same =
      stored.length === events.length && events.every(({ id }, index) => stored[index]?.[0] === id);
    return same && last ? { revision: wanted + events.length, position: last[1] } : undefined;
  }
}
