import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder on a disk, where `npm test` lets all other files be in memory. */
export const ON_DISK = process.env.HANSARD_TEST_DISK ?? tmpdir();

/** An empty folder under the system's temporary one or another, and how to remove it. */
export const temporaryFolder = async (
  parent = tmpdir(),
): Promise<{ folder: string; remove(): Promise<void> }> => {
  const folder = await mkdtemp(join(parent, 'hansard-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
