/**
 * Passwords are read from a file or standard input, because everybody on the machine can read a command line.
 */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { visibleText } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';

/**
 * The content of the file, or of standard input for `-`, without a byte order mark and the final line break; undefined if
 * no path is given.
 */
export async function readPassword(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const bytes = path === '-' ? await buffer(process.stdin) : contentOf(path);
  const password = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (/[\r\n]/.test(password)) throw new OperatorError('The password must be a single line.');
  const visible = visibleText(password, 'The password');
  if (visible === '') throw new OperatorError('The password must not be empty.');
  return visible;
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new OperatorError(`The password file cannot be read (${(error as Error).message}).`);
  }
}
