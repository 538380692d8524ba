/** Folders for temporary files (TMPDIR), which say whose they are: what a killed process left is removed by the next one. */
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Threads may still write. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

/**
 * Makes a folder whose name begins with `prefix`, which ends with a hyphen, and removes those of processes that no longer
 * exist. Fails with the system's error.
 */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-\\w+$`).exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // Those of other accounts cannot be removed.
    await rm(join(tmpdir(), name), REMOVAL).catch(() => undefined);
  }
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** In one turn: work that was interrupted may go on until the process ends. */
export const removeTemporaryFolder = (folder: string): void => rmSync(folder, REMOVAL);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
