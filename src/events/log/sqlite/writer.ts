import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/sqlite.ts';
import {
  type Appended,
  type EventToAppend,
  type ExpectedRevision,
  LogUnavailable,
  OutcomeUnknown,
  type Position,
  RevisionConflict,
  type StoredEvent,
} from '../eventLog.ts';
import { RecentEvents } from '../recentEvents.ts';
import { isBroken, isFull, requireRoom } from './database.ts';

/** A stream's ID in the file, and its last revision (-1 without events). */
interface StreamHead {
  readonly id: number;
  readonly revision: number;
}

/** An append and its size in bytes. */
interface Append {
  readonly stream: string;
  readonly events: readonly EventToAppend[];
  readonly expected: ExpectedRevision;
  readonly bytes: number;
}

const NO_STREAM = -1;

type Statements = ReturnType<typeof prepareStatements>;

const prepareStatements = (db: Database) => ({
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
class AppendTransaction {
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
    const expectedRevision = expected === 'any' ? actual : expected === 'no stream' ? NO_STREAM : expected;
    if (expectedRevision === actual)
      return this.#store(stream, head?.id ?? this.#addStream(stream), actual, events);
    const earlier = head && this.#earlierAnswer(head.id, expectedRevision, events);
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
  #earlierAnswer(
    id: number,
    expectedRevision: number,
    events: readonly EventToAppend[],
  ): Appended | undefined {
    const stored = this.#statements.idsBetween.all(
      id,
      expectedRevision + 1,
      expectedRevision + events.length,
    ) as [string, Position][];
    const last = stored.at(-1);
    const same =
      stored.length === events.length && events.every(({ id }, index) => stored[index]?.[0] === id);
    return same && last ? { revision: expectedRevision + events.length, position: last[1] } : undefined;
  }
}

/** An append waiting for the next commit. */
interface PendingAppend extends Append {
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** Options of the writer. */
export interface WriterOptions {
  readonly clock: Clock;
  /** The next position; tests create gaps with it. */
  readonly nextPosition: (last: Position) => Position;
  /** The file can no longer be trusted (a failed flush): no append will succeed. */
  readonly onFatal: (error: Error) => void;
  /** The disk is full, as the sentence says; undefined once there is room. */
  readonly onFull: (sentence: string | undefined) => void;
  /** A batch of events was made durable, in so many milliseconds. */
  readonly onCommit: (events: number, milliseconds: number) => void;
}

const FULL_SENTENCE = 'The disk of the event log is full.';
/** Milliseconds between attempts to write while the disk is full. */
const TRY_MS = 1_000;

/** Streams whose heads are cached; others are looked up. */
const MAX_CACHED_HEADS = 100_000;

/**
 * Pages (estimated) in the write-ahead log before a checkpoint: 1 MB. Four times as many would hardly cost
 * less in total, but block everybody for 15 ms at a time.
 */
const CHECKPOINT_PAGES = 250;
const PAGE_BYTES = 4_096;

/** Bytes per transaction, so that it does not block the process for long. */
const MAX_TRANSACTION_BYTES = 4_000_000;

/**
 * Group commit: everything waiting when the running code yields goes into one transaction and one flush. Each
 * append is decided separately, so a conflict fails one caller; all are answered after COMMIT.
 */
export class SqliteWriter {
  readonly recent: RecentEvents;
  readonly #db: Database;
  readonly #options: WriterOptions;
  readonly #statements: Statements;
  readonly #heads = new Map<string, StreamHead>();
  readonly #waiting: PendingAppend[] = [];
  #last: Position;
  #pages = 0;
  /** In this turn of the event loop. */
  #hasCommitted = false;
  #broken: Error | undefined;
  /** Ends the attempts to write while the disk is full. */
  #stopTrying: (() => void) | undefined;

  constructor(db: Database, options: WriterOptions) {
    this.#db = db;
    this.#options = options;
    this.#statements = prepareStatements(db);
    this.#last = (this.#statements.lastPosition.get() as Position | null) ?? 0;
    this.recent = new RecentEvents(this.#last);
  }

  append(append: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(unavailable(this.#broken));
      if (this.#waiting.length === 0) this.#schedule();
      this.#waiting.push({ resolve, reject, ...append });
    });
  }

  /** A stream's last event always stays: it determines the next revision, and perhaps the next position. */
  truncate(stream: string, before: number): void {
    try {
      if (this.#broken) throw this.#broken;
      this.#pages += this.#statements.removeEvents.run({ stream, before }).changes;
    } catch (cause) {
      if (isBroken(cause)) this.#break(cause);
      throw unavailable(cause);
    }
  }

  /**
   * The first commit of a turn follows all promises settled by then, which saves its callers a turn; the next
   * one waits for the next turn, so that somebody who appends in a loop lets others run.
   */
  #schedule(): void {
    const flush = (): void => this.#flush();
    if (this.#hasCommitted) return void setImmediate(flush);
    this.#hasCommitted = true;
    setImmediate(() => (this.#hasCommitted = false));
    process.nextTick(flush);
  }

  /** Commits waiting appends, as far as one transaction goes; the rest follows in the next. */
  #flush(): void {
    const group = this.#nextGroup();
    if (this.#waiting.length > 0) setImmediate(() => this.#flush());
    if (group.length === 0) return;
    const started = this.#options.clock.monotonic();
    const transaction = new AppendTransaction(
      this.#statements,
      this.#heads,
      this.#last,
      this.#options.nextPosition,
    );
    const answers = this.#commit(group, transaction);
    if (!answers) return;
    this.#last = transaction.last;
    this.recent.add(transaction.stored);
    this.#remember(transaction.heads);
    group.forEach(({ resolve, reject }, index) => {
      const answer = answers[index];
      if (answer instanceof RevisionConflict) reject(answer);
      else if (answer) resolve(answer);
    });
    if (transaction.stored.length === 0) return;
    this.#options.onCommit(transaction.stored.length, this.#options.clock.monotonic() - started);
    this.#pages += 3 + Math.ceil((transaction.bytes * 1.5) / PAGE_BYTES);
    if (this.#pages > CHECKPOINT_PAGES) setImmediate(() => this.#checkpoint());
  }

  /** Commits waiting appends and runs a checkpoint. */
  close(): void {
    this.#stopTrying?.();
    while (this.#waiting.length > 0) this.#flush();
    if (!this.#broken) this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  #nextGroup(): PendingAppend[] {
    let bytes = 0;
    const end = this.#waiting.findIndex((waiting) => (bytes += waiting.bytes) > MAX_TRANSACTION_BYTES);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(end, 1));
  }

  /** One transaction; undefined if it failed, which every caller of the group has been notified of. */
  #commit(
    group: readonly PendingAppend[],
    transaction: AppendTransaction,
  ): (Appended | RevisionConflict)[] | undefined {
    try {
      if (this.#broken) throw this.#broken;
      this.#statements.begin.run();
      const answers = group.map((waiting) => transaction.append(waiting));
      this.#statements.commit.run();
      this.#noteRoom();
      return answers;
    } catch (cause) {
      this.#fail(group, cause);
      return undefined;
    }
  }

  #fail(group: readonly PendingAppend[], cause: unknown): void {
    const rolledBack = this.#rollBack();
    const broken = isBroken(cause) || !rolledBack;
    const error = broken
      ? new OutcomeUnknown('The event log could not be flushed to disk.', { cause })
      : unavailable(cause);
    for (const { reject } of group) reject(error);
    if (broken) this.#break(cause);
    else if (isFull(cause)) this.#noteFull();
  }

  /** Tries to write something now and then, because a server that is not ready is sent no requests that would. */
  #noteFull(): void {
    if (this.#stopTrying) return;
    this.#options.onFull(FULL_SENTENCE);
    this.#stopTrying = this.#options.clock.every(TRY_MS, () => {
      try {
        requireRoom(this.#db);
        this.#noteRoom();
      } catch (error) {
        if (isBroken(error)) this.#break(error);
      }
    });
  }

  #noteRoom(): void {
    if (!this.#stopTrying) return;
    this.#stopTrying();
    this.#stopTrying = undefined;
    this.#options.onFull(undefined);
  }

  #rollBack(): boolean {
    try {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      return true;
    } catch {
      return false;
    }
  }

  #break(cause: unknown): void {
    if (this.#broken) return;
    this.#broken = new Error('The event log can no longer be written: what is on disk is uncertain.', {
      cause,
    });
    this.#options.onFatal(this.#broken);
  }

  #checkpoint(): void {
    if (this.#pages <= CHECKPOINT_PAGES || !this.#db.open) return;
    this.#pages = 0;
    try {
      this.#db.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      if (isBroken(error)) this.#break(error);
    }
  }

  #remember(heads: ReadonlyMap<string, StreamHead>): void {
    if (this.#heads.size > MAX_CACHED_HEADS) this.#heads.clear();
    for (const [stream, head] of heads) this.#heads.set(stream, head);
  }
}

const unavailable = (cause: unknown): LogUnavailable =>
  new LogUnavailable(isFull(cause) ? FULL_SENTENCE : 'The event log cannot be written now.', {
    cause,
  });
