/** Temporary folders, all on one disk, so that floors and subjects flush the same one. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that is removed with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-bench-'));
  made.push(folder);
  return folder;
}

/** A copy that is removed with the process. */
export function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}
