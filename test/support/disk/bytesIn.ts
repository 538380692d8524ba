import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes of every file below a folder, by its name, as text of as many characters. */
export async function bytesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((file) => file.isFile());
  return new Map(
    await Promise.all(
      files.map(
        async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'latin1')] as const,
      ),
    ),
  );
}
