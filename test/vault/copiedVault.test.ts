import { expect } from 'chai';
import type { Copy } from '../../src/backup/backupCopy.ts';
import { Restorer } from '../../src/backup/restorer.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { openFolderFiles } from '../../src/files/folder.ts';
import { openSqliteVault } from '../../src/vault/sqlite.ts';
import { entry } from '../contract/vault.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';

describe('a copied vault', () => {
  it('has the later one of two entries with one look-up hash, and its keys in their order', async () => {
    const { folder, remove } = await temporaryFolder();
    const log = openSqliteEventLog({ folder, clock: systemClock });
    const [vault, files] = [
      await openSqliteVault({ folder }),
      await openFolderFiles({ folder, clock: systemClock }),
    ];
    const ring = ['third', 'second', 'first'].map((keyId) => ({ keyId, material: keyId, createdAt: 1 }));
    const copy: Copy = {
      logId: 'log',
      position: 0,
      ends: new Map(),
      async *windows() {},
      ring: async () => ring,
      async *entries() {
        yield [entry('before', { kind: 'endedQueue', lookup: 'same' }), entry('other')];
        yield [entry('after', { kind: 'endedQueue', lookup: 'same' })];
      },
      openFile: async () => undefined,
    };
    try {
      const restorer = new Restorer({ copy, target: { log, vault, files }, extent: {}, claim: copy.logId });
      await restorer.claim();
      await restorer.copyVault();
      await restorer.copyVault();
      expect((await vault.findByLookup('endedQueue', 'same'))?.credentialId).to.equal('after');
      expect(await vault.get(entry('other').credentialId)).to.deep.equal(entry('other'));
      expect(await vault.ringKeys()).to.deep.equal(ring);
    } finally {
      for (const store of [log, vault, files]) await store.close();
      await remove();
    }
  });
});
