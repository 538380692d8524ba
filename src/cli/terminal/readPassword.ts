/**
 * Passwords are read from a file or standard input, because everybody on the machine can read a command line.
 */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../base/errors.ts';

/**
 * The content of the file, or of standard input for `-`, without the final line break; undefined if no path
 * is given.
 */
export async function readPassword(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const password = (path === '-' ? await text(process.stdin) : contentOf(path)).replace(/\r?\n$/, '');
  if (password === '') throw new OperatorError('The password must not be empty.');
  if (/[\r\n]/.test(password)) throw new OperatorError('The password must be a single line.');
  return password;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`The password file cannot be read (${(error as Error).message}).`);
  }
}
