/**
 * The file of the embedded log: its tables, how it is opened, and the check that commits are flushed to disk.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFile, makeFolder } from '../../../base/durableFiles.ts';
import { Damaged, InUse, OperatorError } from '../../../base/errors.ts';
import { type Database, Sqlite, sqliteCode } from '../../../base/sqlite.ts';

// Failures of SQLite that are temporary, and those after which the file can no longer be trusted.

/**
 * The disk is full; writing continues once there is room. Growing the shared-memory index reports the same
 * cause by another code.
 */
export const isFull = (error: unknown): boolean =>
  sqliteCode(error) === 'SQLITE_FULL' || sqliteCode(error) === 'SQLITE_IOERR_SHMSIZE';

/** After a failed flush the kernel forgets what was not written: a retry would acknowledge lost data. */
export const isBroken = (error: unknown): error is Error =>
  !isFull(error) && /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(sqliteCode(error));

/** The value of `PRAGMA synchronous` with which every commit is flushed. */
const FULL = 2;

/** Format of the tables below, stored in `user_version`. */
const FORMAT = 1;

/**
 * There is no index on event IDs: they are random, and it would cost two fifths of the write speed. A retry
 * is recognized by the IDs stored at the revision it names.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS streams (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream   INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    id       TEXT NOT NULL,
    type     TEXT NOT NULL,
    data     TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
`;

const fileIn = (folder: string): string => join(folder, 'log.sqlite');

/**
 * better-sqlite3 silently uses 1 (commits not flushed) in WAL mode by default, so the pragma is
 * verified.
 */
const assertFlushed = (db: Database): void => {
  const synchronous = db.pragma('synchronous', { simple: true });
  if (synchronous !== FULL)
    throw new Error(
      `The event log must be flushed at each commit, but synchronous is ${String(synchronous)}.`,
    );
};

/** The folder, created if necessary; OperatorError if this process may not use it. */
export const usableFolder = (folder: string): string => {
  try {
    makeFolder(folder);
    return folder;
  } catch (cause) {
    throw new OperatorError(`The data folder ${folder} cannot be used.`, { cause });
  }
};

const prepareTables = (db: Database): void => {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('wal_autocheckpoint = 0'); // the writer does it between commits and looks at the outcome
  db.exec(tables);
  db.pragma(`user_version = ${FORMAT}`); // a write, so that the next line sees what writes do
  assertFlushed(db);
};

/** Bytes that must have room before a full disk is taken for one with room again. */
const ROOM = 1_000_000;

/** Fails as a commit would if the disk has no room for some more of them. */
export const requireRoom = (db: Database): void => {
  const scratch = join(dirname(db.name), 'log.room');
  try {
    writeFileSync(scratch, Buffer.alloc(ROOM, 1), { mode: 0o600 });
  } finally {
    rmSync(scratch, { force: true });
  }
  db.pragma(`user_version = ${FORMAT}`);
};

/** Opens the log of a folder for its only writer. Fails with LogUnavailable if the file is damaged. */
export const openForWriting = (folder: string): Database => {
  makeFile(fileIn(folder));
  const db = new Sqlite(fileIn(folder), { timeout: 1_000 });
  return usable(db, folder, () => {
    const format = db.pragma('user_version', { simple: true }) as number;
    if (format > FORMAT)
      throw new OperatorError(`The event log in ${folder} was written by a newer version of this server.`);
    prepareTables(db);
  });
};

/** Opens the log of a folder beside its writer. Fails with LogUnavailable if the file is damaged. */
export const openForReading = (folder: string): Database => {
  const db = existing(folder);
  return usable(db, folder, () => {
    if (!hasTables(db)) throw new OperatorError(`${fileIn(folder)} is empty: the event log is not there.`);
  });
};

const hasTables = (db: Database): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'events'`).get() !== undefined;

/** Whether the log of a folder has events; nothing is written. True for a file that cannot be read. */
export const hasEvents = (folder: string): boolean => {
  if (!existsSync(fileIn(folder))) return false;
  let db: Database | undefined;
  try {
    db = existing(folder);
    return hasTables(db) && db.prepare('SELECT 1 FROM events LIMIT 1').get() !== undefined;
  } catch {
    return true;
  } finally {
    db?.close();
  }
};

/** Throws OperatorError if there is no file; an error on opening an existing one is the system's. */
const existing = (folder: string): Database => {
  if (!existsSync(fileIn(folder))) throw new OperatorError(`There is no readable event log in ${folder}.`);
  return new Sqlite(fileIn(folder), { readonly: true, fileMustExist: true, timeout: 1_000 });
};

const usable = (db: Database, folder: string, prepare: () => unknown): Database => {
  try {
    prepare();
    return db;
  } catch (error) {
    db.close();
    throw isBroken(error) ? unreadable(fileIn(folder), error) : error;
  }
};

/** A file that was never a database is a mistake of the operator; one that no longer is, is damaged. */
const unreadable = (file: string, cause: Error & { readonly code?: string }): Error =>
  cause.code === 'SQLITE_NOTADB'
    ? new OperatorError(`The data folder cannot be used: ${file} is no event log.`, { cause })
    : new Damaged(`The event log ${file} cannot be read (${cause.message}).`, { cause });

const isBusy = (error: unknown): boolean => sqliteCode(error).startsWith('SQLITE_BUSY');

/**
 * Locks the folder for this process and returns a function that unlocks it. The lock is an open exclusive
 * transaction on a file of its own, which the operating system releases when the process ends in any way.
 * InUse if another process holds it, which begins with `complaint`.
 */
export const lockFolder = (
  folder: string,
  complaint = 'Another process is already writing to the data folder',
): (() => void) => {
  const path = join(folder, 'writer.lock');
  makeFile(path);
  const lock = new Sqlite(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new InUse(`${complaint} ${folder}.`, { cause: error });
    throw error;
  }
  return () => lock.close();
};
