/** Which failures of SQLite pass by themselves, and which mean that the file can no longer be trusted. */
import { Sqlite } from '../../../sqlite.ts';

const codeOf = (error: unknown): string => (error instanceof Sqlite.SqliteError ? error.code : '');

/**
 * No room on the disk; goes on by itself once there is. Growing the shared index beside the file reports the
 * same cause by a code of its own.
 */
export const isFull = (error: unknown): boolean =>
  codeOf(error) === 'SQLITE_FULL' || codeOf(error) === 'SQLITE_IOERR_SHMSIZE';

/** After a failed flush the kernel forgets what was not written: trying again would acknowledge what is lost. */
export const isBroken = (error: unknown): error is Error =>
  !isFull(error) && /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error));
