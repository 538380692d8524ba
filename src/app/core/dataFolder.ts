/** A check of DATA_DIR before anything is opened in it. */
import { accessSync, constants, statSync } from 'node:fs';
import { OperatorError } from '../../base/errors.ts';

/** The problem and its remedy, by the system's error code. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTDIR: 'It lies below a file: set DATA_DIR to a folder.',
  ELOOP: 'It is a symbolic link that leads to itself: set DATA_DIR to a folder.',
  ENAMETOOLONG: 'Its name is too long: set DATA_DIR to a folder.',
  EACCES:
    'This account may not read it: use the account of the server, or give this one access to the folder and those above it.',
};

/** OperatorError unless the folder can be read, or does not exist yet. */
export function requireDataFolder(folder: string): void {
  const problem = problemOf(folder);
  if (problem !== undefined) throw new OperatorError(`The data folder ${folder} cannot be used. ${problem}`);
}

function problemOf(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return 'It is a file: set DATA_DIR to a folder.';
    accessSync(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : (PROBLEMS[code] ?? `${message}.`);
  }
}
