/** The embedded engine behind the `EventLog` port: one SQLite file in the data folder, without any set-up. */
import { realpathSync } from 'node:fs';
import type { Clock } from '../../../base/clock.ts';
import { nextTurn } from '../../../base/concurrency.ts';
import type { Database } from '../../../base/sqlite.ts';
import {
  AppendTooLarge,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  LogUnavailable,
  MAX_APPEND_BYTES,
  type NewestEvents,
  type Position,
  type ReadAllOptions,
  type ReadStreamOptions,
} from '../eventLog.ts';
import { lockFolder, openForReading, openForWriting, usableFolder } from './database.ts';
import { SqliteReader } from './reader.ts';
import { SqliteWriter, type WriterOptions } from './writer.ts';

/** Calls listeners after commits, for readers waiting at the head of the log. */
export interface CommitSource {
  /** Calls `wake` after commits until the returned function is called. */
  onCommit(wake: () => void): () => void;
}

/**
 * Turns of the event loop from a commit to the calls: under load several commits share one, which halves the
 * cost for readers and projections; an idle loop turns immediately.
 */
const GATHERING_TURNS = 8;

/** One countdown for all listeners, which wake together. */
class CommitNotifier implements CommitSource {
  readonly #listeners = new Set<() => void>();
  /** Turns left until the listeners are called. */
  #turns = 0;

  onCommit(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => void this.#listeners.delete(wake);
  }

  committed(): void {
    if (this.#turns > 0) return;
    this.#turns = GATHERING_TURNS;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#turns -= 1;
    if (this.#turns > 0) setImmediate(this.#turn);
    else for (const wake of this.#listeners) wake();
  };
}

/** Options of the embedded log. `folder` is created if necessary. */
export interface SqliteEventLogOptions extends Partial<Omit<WriterOptions, 'clock'>> {
  readonly folder: string;
  readonly clock: Clock;
  /**
   * Opens beside a running writer, of this process or another; appends are refused, and nothing is delivered
   * live.
   */
  readonly readOnly?: boolean;
}

/** One open file, shared by all writing handles of this process. */
interface OpenFile {
  readonly reader: SqliteReader;
  readonly writer?: SqliteWriter;
  readonly commits: CommitSource;
  release(): void;
}

/** Files that this process writes, by real path of their folder, with the number of handles. */
const written = new Map<string, { readonly file: OpenFile; handles: number }>();

const NO_COMMITS: CommitSource = { onCommit: () => () => {} };

/**
 * Opens the log of a folder. Handles of one process share its writer (and the callbacks of the first).
 * OperatorError if another process writes it, or it cannot be used.
 */
export const openSqliteEventLog = (options: SqliteEventLogOptions): EventLog =>
  new SqliteEventLog(options.readOnly ? readingFile(options.folder) : sharedFile(options));

const readingFile = (folder: string): OpenFile => {
  const db = openForReading(folder);
  return { reader: new SqliteReader(db), commits: NO_COMMITS, release: () => db.close() };
};

const sharedFile = (options: SqliteEventLogOptions): OpenFile => {
  const folder = realpathSync(usableFolder(options.folder));
  const shared = written.get(folder) ?? { file: writingFile(folder, options), handles: 0 };
  written.set(folder, shared);
  shared.handles += 1;
  const release = () => {
    shared.handles -= 1;
    if (shared.handles > 0) return;
    written.delete(folder);
    shared.file.release();
  };
  return { ...shared.file, release };
};

const writingFile = (folder: string, options: SqliteEventLogOptions): OpenFile => {
  const unlock = lockFolder(folder);
  try {
    return fileOf(openForWriting(folder), unlock, options);
  } catch (error) {
    unlock();
    throw error;
  }
};

const fileOf = (db: Database, unlock: () => void, options: SqliteEventLogOptions): OpenFile => {
  const notifier = new CommitNotifier();
  const writer = new SqliteWriter(db, {
    clock: options.clock,
    nextPosition: options.nextPosition ?? ((last) => last + 1),
    onFatal: options.onFatal ?? (() => {}),
    onFull: options.onFull ?? (() => {}),
    onCommit(events, milliseconds) {
      notifier.committed();
      options.onCommit?.(events, milliseconds);
    },
  });
  const release = () => {
    try {
      writer.close();
    } finally {
      db.close();
      unlock();
    }
  };
  return { reader: new SqliteReader(db, writer.recent), writer, commits: notifier, release };
};

/** One handle; the last one closes the file. */
class SqliteEventLog implements EventLog {
  readonly #file: OpenFile;
  #closing: Promise<void> | undefined;
  #closed = false;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  async append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision) {
    return this.#writer().append({ stream, events, expected, bytes: appendableBytes(stream, events) });
  }

  async truncate(stream: string, before: number) {
    this.#writer().truncate(stream, before);
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}) {
    const { direction = 'forwards', limit = Infinity } = options;
    const step = direction === 'forwards' ? 1 : -1;
    let from = options.from ?? (step > 0 ? 0 : Number.MAX_SAFE_INTEGER);
    for (let left = limit; left > 0;) {
      const page = this.#reader()[direction](stream, from, left);
      const last = page.at(-1);
      if (!last) return;
      yield page;
      left -= page.length;
      from = last.revision + step;
      await nextTurn();
    }
  }

  async *readAll({ after, upTo, filter, direction = 'forwards', limit = Infinity }: ReadAllOptions = {}) {
    const forwards = direction === 'forwards';
    let [low, high] = [after ?? 0, Math.min(upTo ?? Infinity, this.#reader().head() ?? 0)];
    for (let left = limit; left > 0 && low < high;) {
      const span = { after: low, upTo: high, filter, limit: left };
      const { events, scanned } = forwards ? this.#reader().page(span) : this.#reader().lastPage(span);
      if (events.length > 0) yield events;
      left -= events.length;
      if (forwards) low = scanned;
      else high = scanned;
      await nextTurn();
    }
  }

  get recent(): NewestEvents | undefined {
    return this.#file.writer?.recent;
  }

  async nextPage(after: Position | null) {
    const head = this.#reader().head();
    if (head === null || head <= (after ?? 0)) return { events: [], scanned: after, atEnd: true };
    const { events, scanned } = this.#reader().page({ after: after ?? 0, upTo: head });
    return { events, scanned, atEnd: scanned >= head };
  }

  /** Only this process appends. */
  watchAppends(onAppend: () => void) {
    const stop = this.#file.commits.onCommit(onAppend);
    return { isArmed: true, arm() {}, disarm() {}, stop };
  }

  async head(): Promise<Position | null> {
    return this.#reader().head();
  }

  async damages(): Promise<readonly string[]> {
    return this.#reader().damages();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #writer(): SqliteWriter {
    const { writer } = this.#file;
    if (this.#closing) throw new LogUnavailable('The event log is closed.');
    if (!writer) throw new LogUnavailable('The event log is open for reading only.');
    return writer;
  }

  /** The reader, until the handle is closed: handlers may still read while closing waits for them. */
  #reader(): SqliteReader {
    if (this.#closed) throw new LogUnavailable('The event log is closed.');
    return this.#file.reader;
  }

  async #close(): Promise<void> {
    this.#closed = true;
    this.#file.release();
  }
}

/** The size of an append, if it may be stored. */
const appendableBytes = (stream: string, events: readonly EventToAppend[]): number => {
  if (stream === '' || events.length === 0)
    throw new TypeError('An append needs a stream and at least one event.');
  const bytes = events.reduce(
    (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return bytes;
};
