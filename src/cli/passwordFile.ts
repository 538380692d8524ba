/** Passwords come from a file or from standard input: what is in the call can be read by everybody on the machine. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../errors.ts';

/** What is in the file, or in standard input where it is `-`, without the end of its line; undefined where none is named. */
export async function passwordIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const said = (path === '-' ? await text(process.stdin) : contentOf(path)).replace(/\r?\n$/, '');
  if (said === '') throw new OperatorError('The password must not be empty.');
  if (/[\r\n]/.test(said)) throw new OperatorError('The password must be a single line.');
  return said;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorError(`The password file cannot be read (${(error as Error).message}).`);
  }
}
