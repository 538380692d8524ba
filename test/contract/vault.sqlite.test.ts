import { expect } from 'chai';

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteVault } from '../../src/vault/sqlite.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { Sqlite } from '../../src/base/sqlite.ts';
import { type StoredSeed, VaultUnavailable } from '../../src/vault/vault.ts';
import { describeVault, entry } from './vault.ts';
import { sqliteVaults } from './vault/engines.ts';

const organization = 1 as OrganizationId;

const seed = (first: number, sealed: string): StoredSeed => ({
  kind: 1,
  tree: 7,
  first,
  depth: 40,
  sealed,
  createdAt: 1_000,
});

/** The numbers of seeds of which any byte lies in any file of a folder, in order. */
function numbersIn(folder: string): readonly number[] {
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  const found = bytes.join('\n').match(/secret-(\d+)-/g) ?? [];
  return [...new Set(found.map((text) => Number(text.split('-')[1])))].sort((one, other) => one - other);
}

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

  it('has nothing of a removed seed in any of its files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-vault-'));
    const vault = await openSqliteVault({ folder });
    const seeds = Array.from({ length: 200 }, (_, first) => seed(first, `secret-${first}-`.repeat(10)));
    await vault.replaceSeeds(organization, [], seeds);
    await vault.replaceSeeds(organization, seeds.slice(0, 150), []);
    expect(numbersIn(folder)).to.deep.equal(seeds.slice(150).map(({ first }) => first));
    await vault.close();
    rmSync(folder, { recursive: true });
  });

  it('does not say that a seed is removed while a reader keeps it in a file, and removes it when asked again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-vault-'));
    const vault = await openSqliteVault({ folder });
    const seeds = [seed(1, 'secret-1-'), seed(2, 'secret-2-')];
    await vault.replaceSeeds(organization, [], seeds);
    const reader = new Sqlite(join(folder, 'vault.sqlite'), { readonly: true });
    reader.exec('BEGIN; SELECT * FROM seeds');
    const refusal = await vault
      .replaceSeeds(organization, seeds.slice(0, 1), [])
      .catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(VaultUnavailable);
    expect(numbersIn(folder)).to.include(1);
    reader.close();
    await vault.replaceSeeds(organization, [], []);
    expect(numbersIn(folder)).to.deep.equal([2]);
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
