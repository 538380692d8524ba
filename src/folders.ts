/** Folders and files that are made where they are not there yet: what is in them is for this account alone. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder, and those above it that are not there. Fails with what the system says, also where Node's own
 * `recursive` would try for ever: below /proc, a folder that can be entered takes none.
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

/** Makes an empty file where there is none. Where that cannot be, anybody who opens it then says why. */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    return;
  }
}
