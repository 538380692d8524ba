import { expect } from 'chai';
import type { Vault } from '../../src/vault/vault.ts';
import { runVaultCheck, vaultCheckNamed, type VaultEngine } from './vault.ts';
import { sqliteVaults } from './vault/engines.ts';

/** The embedded vault with some of its methods replaced. */
const broken = (change: (real: Vault) => Partial<Vault>): VaultEngine => ({
  async storage() {
    const storage = await sqliteVaults.storage();
    return {
      discard: () => storage.discard(),
      async open() {
        const real = await storage.open();
        const changes = change(real);
        return new Proxy(real, {
          get: (vault, key) =>
            changes[key as keyof Vault] ??
            (Reflect.get(vault, key, vault) as (...args: unknown[]) => unknown).bind(vault),
        });
      },
    };
  },
});

const faults: readonly { fault: string; change: (real: Vault) => Partial<Vault>; caughtBy: string }[] = [
  {
    fault: 'acknowledges without storing',
    change: () => ({ put: async () => undefined }),
    caughtBy: 'keeps an entry for the next handle, with and without a look-up hash',
  },
  {
    fault: 'finds entries of another kind',
    change: (real) => ({
      findByLookup: async (kind, lookup) =>
        (await real.findByLookup(kind, lookup)) ?? (await real.findByLookup('apiKey', lookup)),
    }),
    caughtBy: 'finds an entry by kind and look-up hash',
  },
  {
    fault: 'stores a look-up hash twice',
    change: (real) => ({ put: (entry) => real.put(entry).catch(() => undefined) }),
    caughtBy: 'refuses a look-up hash that another entry of its kind has',
  },
  {
    fault: 'loses the seam of two pages',
    change: (real) => ({
      async *createdBefore(time) {
        for await (const page of real.createdBefore(time)) yield page.slice(1);
      },
    }),
    caughtBy: 'pages through everything created before a time, also while it is removed',
  },
  {
    fault: 'forgets that only younger entries are wanted',
    change: (real) => ({ createdBefore: (time) => real.createdBefore(time) }),
    caughtBy: 'pages through what was created at or after a time',
  },
  {
    fault: 'changes any claim',
    change: (real) => ({
      replaceClaim: async (_, after) => real.replaceClaim((await real.claim()) ?? '', after),
    }),
    caughtBy: 'changes the log it belongs to for those who know it',
  },
  {
    fault: 'adds a ring key without comparing',
    change: (real) => ({
      addRingKey: async (key) => real.addRingKey(key, (await real.ringKeys())[0]?.keyId ?? null),
    }),
    caughtBy: 'adds a ring key only after the newest one',
  },
  {
    fault: 'belongs to every log that asks',
    change: () => ({ claimLog: async (logId) => logId }),
    caughtBy: 'belongs to the log that claimed it first',
  },
  {
    fault: 'adds seeds and removes none',
    change: (real) => ({
      replaceSeeds: (organizationId, _, added) => real.replaceSeeds(organizationId, [], added),
    }),
    caughtBy: 'replaces seeds, of one organization',
  },
  {
    fault: 'replaces seeds that others have replaced',
    change: (real) => ({
      replaceSeeds: (organizationId, removed, added) =>
        real
          .replaceSeeds(organizationId, removed, added)
          .catch(() => real.replaceSeeds(organizationId, [], added)),
    }),
    caughtBy: 'lets one of two replace a seed',
  },
  {
    fault: 'loses the seam of two pages of seeds',
    change: (real) => ({
      async *seeds(organizationId) {
        for await (const page of real.seeds(organizationId)) yield page.slice(1);
      },
    }),
    caughtBy: 'keeps the seeds of each organization in order for the next handle',
  },
  {
    fault: 'keeps what is removed',
    change: () => ({ remove: async () => undefined }),
    caughtBy: 'removes entries, and what is not there without harm',
  },
];

describe('The Vault contract', () => {
  for (const { fault, change, caughtBy } of faults) {
    it(`fails "${caughtBy}" on an engine that ${fault}`, async () => {
      const failure = await runVaultCheck(vaultCheckNamed(caughtBy), broken(change)).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(Error);
    });
  }
});
