import { join } from 'node:path';
import { OperatorError } from '../../../errors.ts';
import { Sqlite } from '../../../sqlite.ts';

const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Takes the folder for this process and answers how to give it back. The lock is an open exclusive transaction
 * on a file of its own: the operating system releases it with the process, however that ends.
 * OperatorError when another process holds it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = new Sqlite(join(folder, 'writer.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error))
      throw new OperatorError(`Another process is already writing to the data folder ${folder}.`, {
        cause: error,
      });
    throw error;
  }
  return () => lock.close();
};
