/** Which failures of SQLite are temporary, and which mean that the file can no longer be trusted. */
import { Sqlite } from '../../../sqlite.ts';

const codeOf = (error: unknown): string => (error instanceof Sqlite.SqliteError ? error.code : '');

/**
 * The disk is full; writing continues once there is room. Growing the shared-memory index reports the same
 * cause by another code.
 */
export const isFull = (error: unknown): boolean =>
  codeOf(error) === 'SQLITE_FULL' || codeOf(error) === 'SQLITE_IOERR_SHMSIZE';

/** After a failed flush the kernel forgets what was not written: a retry would acknowledge lost data. */
export const isBroken = (error: unknown): error is Error =>
  !isFull(error) && /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error));
