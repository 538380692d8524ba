import { expect } from 'chai';

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteVault } from '../../src/vault/sqlite.ts';
import { VaultUnavailable } from '../../src/vault/vault.ts';
import { describeVault, entry } from './vault.ts';
import { sqliteVaults } from './vault/engines.ts';

describeVault('SQLite', sqliteVaults);

describe('The vault file', () => {
  it('can be read by its owner alone, and what lies beside it too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-vault-'));
    const vault = await openSqliteVault({ folder });
    await vault.put(entry('p1'));
    for (const file of ['vault.sqlite', 'vault.sqlite-wal', 'vault.sqlite-shm']) {
      expect(statSync(join(folder, file)).mode & 0o777, file).to.equal(0o600);
    }
    await vault.close();
    rmSync(folder, { recursive: true });
  });

  it('is unavailable in a folder that is not there, and after it was closed', async () => {
    const missing = await openSqliteVault({ folder: join(tmpdir(), 'hansard', 'missing') }).catch(
      (error: unknown) => error,
    );
    expect(missing).to.be.instanceOf(VaultUnavailable);
    const folder = mkdtempSync(join(tmpdir(), 'hansard-vault-'));
    const vault = await openSqliteVault({ folder });
    await vault.close();
    expect(await vault.put(entry('p1')).catch((error: unknown) => error)).to.be.instanceOf(VaultUnavailable);
    rmSync(folder, { recursive: true });
  });
});
