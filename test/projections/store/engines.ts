/** The engines of read models for their contract: each check has a storage of its own, removed after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { openMongoReadModels } from '../../../src/projections/store/mongodb/readModels.ts';
import { openSqliteReadModels } from '../../../src/projections/store/sqlite/readModels.ts';
import type { ReadModelsEngine } from '../../contract/readModels.ts';
import { CONTRACT_DEADLINE, dropDatabase, freshDatabase } from '../../support/mongodb/describeMongo.ts';

const sqlite = (commitsInThread: boolean): ReadModelsEngine => ({
  async storage() {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-views-'));
    return {
      open: () => openSqliteReadModels({ folder, commitsInThread }),
      discard: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});

export const sqliteReadModels = sqlite(false);
/** As under load: another thread commits. */
export const threadedReadModels = sqlite(true);

export const mongoReadModels = (serverUrl: () => Promise<string>): ReadModelsEngine => ({
  async storage() {
    const url = await serverUrl();
    const database = freshDatabase();
    return {
      open: () => openMongoReadModels({ url, database, clock: systemClock, deadline: CONTRACT_DEADLINE }),
      discard: () => dropDatabase(url, database),
    };
  },
});
