import { join } from 'node:path';
import { OperatorError } from '../../../errors.ts';
import { Sqlite } from '../../../sqlite.ts';

const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Locks the folder for this process and returns a function that unlocks it. The lock is an open exclusive
 * transaction on a file of its own, which the operating system releases when the process ends in any way.
 * OperatorError if another process holds it, which begins with `complaint`.
 */
export const lockFolder = (
  folder: string,
  complaint = 'Another process is already writing to the data folder',
): (() => void) => {
  const lock = new Sqlite(join(folder, 'writer.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new OperatorError(`${complaint} ${folder}.`, { cause: error });
    throw error;
  }
  return () => lock.close();
};
