/** The SQLite files of read models: how each is opened and removed, and what its errors mean. */
import { close, closeSync, existsSync, fdatasync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFile } from '../../../base/durableFiles.ts';
import { type Database, isTransientSqlite, Sqlite, sqliteCode } from '../../../base/sqlite.ts';
import { ReadModelsDamaged, ReadModelsUnavailable } from '../readModels.ts';

/** Milliseconds that a statement waits for a lock of another process; the event loop waits with it. */
const BUSY_TIMEOUT_MS = 2_000;
/** Documents are several hundred bytes: a larger page avoids overflow pages. */
const PAGE_SIZE = 8_192;
/**
 * Pages in the write-ahead log before a checkpoint: larger checkpoints delay others that flush to the same
 * disk.
 */
const CHECKPOINT_PAGES = 250;
/**
 * Indexes are sorted in pieces of this size and merged; pieces that fit the processor's cache take a third
 * less time.
 */
const FILL_CACHE_KIBIBYTES = 4_096;

/** Opens a file for serving: crash-safe, and after a power cut consistent as of some earlier commit. */
export function openServing(path: string, readOnly: boolean): Database {
  if (!readOnly) makeFile(path);
  const database = new Sqlite(path, {
    readonly: readOnly,
    fileMustExist: readOnly,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    if (!readOnly) prepareServing(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function prepareServing(database: Database): void {
  database.pragma(`page_size = ${PAGE_SIZE}`);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  // Otherwise statements that change many rows would create a temporary file for each batch.
  database.pragma('temp_store = MEMORY');
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
}

/** Opens a new file for filling: no journal and no fsync, so after a crash nothing of it can be used. */
export function openFilling(path: string): Database {
  removeDatabaseFile(path);
  makeFile(path);
  const database = new Sqlite(path);
  database.pragma(`page_size = ${PAGE_SIZE}`);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('temp_store = FILE');
  database.pragma(`cache_size = -${FILL_CACHE_KIBIBYTES}`);
  return database;
}

/** Starts flushing what has been written to a file so far, in the background. */
export function beginFlushing(path: string): void {
  const descriptor = openSync(path, 'r');
  fdatasync(descriptor, () => close(descriptor));
}

/** Gives a filled and closed file its final name, durably: it appears completely or not at all. */
export function publish(filled: string, final: string): void {
  synchronize(filled);
  removeDatabaseFile(final);
  renameSync(filled, final);
  synchronize(dirname(final));
}

function synchronize(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Deletes a database with SQLite's files beside it; harmless if it does not exist. */
export function removeDatabaseFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
}

/** Renames a damaged database with SQLite's files beside it; returns its new path. */
export function setFileAside(path: string): string {
  let aside = `${path}.damaged`;
  for (let number = 2; existsSync(aside); number += 1) aside = `${path}.damaged-${number}`;
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  return aside;
}

const CLOSED = /database connection is not open|directory does not exist/;

/**
 * Runs the work; errors of the operating system or of locks become ReadModelsUnavailable, a damaged file
 * ReadModelsDamaged.
 */
export function withReadModelErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ReadModelsDamaged) throw error;
    if (isDamage(error))
      throw new ReadModelsDamaged(`A view is damaged: ${error.message}.`, { cause: error });
    throw isTransient(error)
      ? new ReadModelsUnavailable(`The read models: ${error.message}`, { cause: error })
      : error;
  }
}

/** No statement here violates a constraint of a sound file. */
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT|CONSTRAINT|MISMATCH)/;
/** The definition of a table has changed on the disk. */
const OTHER_TABLES =
  /^(no such (table|column)|table .* has no column|malformed database schema|ON CONFLICT clause)/;

const isDamage = (error: unknown): error is Error =>
  DAMAGED.test(sqliteCode(error)) ||
  (sqliteCode(error) === 'SQLITE_ERROR' && OTHER_TABLES.test((error as Error).message));

/** Opens a view; the error for a damaged one names the file, which may be deleted without loss. */
export function openView<View>(path: string, open: () => View): View {
  try {
    return withReadModelErrors(open);
  } catch (error) {
    if (!(error instanceof ReadModelsDamaged)) throw error;
    const reason = `The view ${path} is damaged (${(error.cause as Error).message}).`;
    throw new ReadModelsDamaged(
      `${reason} Delete it with the files beside it (-wal, -shm), and Hansard rebuilds it.`,
      { cause: error },
    );
  }
}

const isTransient = (error: unknown): error is Error =>
  isTransientSqlite(error) || (error instanceof TypeError && CLOSED.test(error.message));
