/** Folders that are made where they are not there yet. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder, and those above it that are not there, for whom `mode` says. Fails with what the system says, also
 * where Node's own `recursive` would try for ever: below /proc, a folder that can be entered takes none.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}
