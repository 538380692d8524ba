/** The engines of the vault for its contract: each check has a storage of its own, removed after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { openMongoVault } from '../../../src/vault/mongodb.ts';
import { openSqliteVault } from '../../../src/vault/sqlite.ts';
import { CONTRACT_DEADLINE, dropDatabase, freshDatabase } from '../../support/mongodb/describeMongo.ts';
import type { VaultEngine } from '../vault.ts';

export const sqliteVaults: VaultEngine = {
  async storage() {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-vault-'));
    return {
      open: () => openSqliteVault({ folder }),
      discard: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

export const mongoVaults = (serverUrl: () => Promise<string>): VaultEngine => ({
  async storage() {
    const url = await serverUrl();
    const database = freshDatabase();
    return {
      open: () => openMongoVault({ url, database, clock: systemClock, deadline: CONTRACT_DEADLINE }),
      discard: () => dropDatabase(url, database),
    };
  },
});
