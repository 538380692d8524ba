/** Creates missing folders and files, accessible to this account only, and makes their names durable. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder and its missing parents. Fails with the system's error, also where Node's own `recursive`
 * would loop for ever: below /proc, a folder may exist that accepts none.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

/** Creates an empty file if none exists. If that fails, opening the file reports the error. */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    return;
  }
}

/** Makes the names in a folder durable. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
