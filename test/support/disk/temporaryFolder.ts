import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder under the system's temporary one, and how to remove it. */
export const temporaryFolder = async (): Promise<{ folder: string; remove(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'hansard-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
