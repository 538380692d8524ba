/** The engines of the files for their contract: each check has a storage of its own, removed after it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openFolderFiles } from '../../../src/files/folder.ts';
import { openGridFsFiles } from '../../../src/files/gridfs.ts';
import { dropDatabase, freshDatabase } from '../../support/mongodb/describeMongo.ts';
import type { FilesEngine } from '../files.ts';

export const folderFiles: FilesEngine = {
  async storage() {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-files-'));
    return {
      open: (clock) => openFolderFiles({ folder, clock }),
      async bytesKept() {
        const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
        const found = names.map((name) => statSync(join(folder, name))).filter((entry) => entry.isFile());
        return found.reduce((sum, { size }) => sum + size, 0);
      },
      discard: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

export const gridFsFiles = (serverUrl: () => Promise<string>): FilesEngine => ({
  async storage() {
    const [url, database] = [await serverUrl(), freshDatabase()];
    const client = new MongoClient(url);
    const chunks = client.db(database).collection<{ data: { length(): number } }>('bytes.chunks');
    return {
      open: (clock) => openGridFsFiles({ url, database, clock }),
      async bytesKept() {
        const all = await chunks.find({}, { promoteBuffers: false }).toArray();
        return all.reduce((sum, { data }) => sum + data.length(), 0);
      },
      async discard() {
        await client.close();
        await dropDatabase(url, database);
      },
    };
  },
});
