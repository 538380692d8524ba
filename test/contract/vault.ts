/** The promise that every engine behind the `Vault` port keeps, as a list of named checks. */
import { expect } from 'chai';
import type { CredentialId, OrganizationId } from '../../src/base/ids.ts';
import {
  LookupTaken,
  SeedsChanged,
  type StoredSeed,
  type Vault,
  type VaultEntry,
} from '../../src/vault/vault.ts';

/** An engine whose storage outlives its handles. */
interface VaultStorage {
  open(): Promise<Vault>;
  discard(): Promise<void>;
}

export interface VaultEngine {
  storage(): Promise<VaultStorage>;
}

interface Check {
  readonly title: string;
  /** `vault` opens a handle of its own; all are closed after the check. */
  check(vault: () => Promise<Vault>): Promise<void>;
}

const named = (name: string): CredentialId => name as CredentialId;

/** A password entry of organization 1. */
export const entry = (name: string, change: Partial<VaultEntry> = {}): VaultEntry => ({
  credentialId: named(name),
  organizationId: 1 as OrganizationId,
  kind: 'password',
  sealed: `sealed ${name}`,
  createdAt: 1_000,
  ...change,
});

const ringKey = (keyId: string, createdAt = 1) => ({ keyId, material: `material of ${keyId}`, createdAt });

const [one, two] = [1, 2] as [OrganizationId, OrganizationId];

const seed = (first: number, change: Partial<StoredSeed> = {}): StoredSeed => ({
  kind: 1,
  tree: 7,
  first,
  depth: 40,
  sealed: `sealed seed ${first}`,
  createdAt: 1_700_000_000_000,
  ...change,
});

async function seedsOf(vault: Vault, organizationId: OrganizationId): Promise<readonly StoredSeed[]> {
  const seeds: StoredSeed[] = [];
  for await (const page of vault.seeds(organizationId)) seeds.push(...page);
  return seeds;
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const checks: readonly Check[] = [
  {
    title: 'keeps an entry for the next handle, with and without a look-up hash',
    async check(vault) {
      const password = entry('p1');
      const apiKey = entry('k1', { kind: 'apiKey', lookup: 'hash', createdAt: 1_700_000_000_000 });
      const first = await vault();
      await first.put(password);
      await first.put(apiKey);
      const second = await vault();
      expect(await second.get(password.credentialId)).to.deep.equal(password);
      expect(await second.get(apiKey.credentialId)).to.deep.equal(apiKey);
      expect(await second.get(named('none'))).to.equal(undefined);
    },
  },
  {
    title: 'takes the same entry twice, and a new content under the same credential ID',
    async check(vault) {
      const opened = await vault();
      await opened.put(entry('k1', { kind: 'apiKey', lookup: 'hash' }));
      await opened.put(entry('k1', { kind: 'apiKey', lookup: 'hash' }));
      await opened.put(entry('k1', { sealed: 'anew' }));
      expect(await opened.get(named('k1'))).to.deep.equal(entry('k1', { sealed: 'anew' }));
      expect(await opened.findByLookup('apiKey', 'hash')).to.equal(undefined);
    },
  },
  {
    title: 'takes many entries at once, and refuses the one among them whose look-up hash is taken',
    async check(vault) {
      const opened = await vault();
      await opened.put(entry('first', { kind: 'apiKey', lookup: 'taken' }));
      const names = Array.from({ length: 50 }, (_, index) => `k${index}`);
      const put = names.map((name) =>
        opened.put(entry(name, { kind: 'apiKey', lookup: name === 'k7' ? 'taken' : name })),
      );
      const outcomes = await Promise.allSettled(put);
      expect(
        outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [names[index]] : [])),
      ).to.deep.equal(['k7']);
      expect((await (await vault()).findByLookup('apiKey', 'k49'))?.credentialId).to.equal('k49');
    },
  },
  {
    title: 'finds an entry by kind and look-up hash',
    async check(vault) {
      const opened = await vault();
      await opened.put(entry('k1', { kind: 'apiKey', lookup: 'one' }));
      await opened.put(entry('k2', { kind: 'apiKey', lookup: 'two' }));
      expect((await opened.findByLookup('apiKey', 'two'))?.credentialId).to.equal('k2');
      expect(await opened.findByLookup('password', 'two')).to.equal(undefined);
      expect(await opened.findByLookup('apiKey', 'three')).to.equal(undefined);
    },
  },
  {
    title: 'refuses a look-up hash that another entry of its kind has',
    async check(vault) {
      const opened = await vault();
      await opened.put(entry('k1', { kind: 'apiKey', lookup: 'one' }));
      await opened.put(entry('p1', { lookup: 'one' }));
      const refusal = await opened
        .put(entry('k2', { kind: 'apiKey', lookup: 'one' }))
        .catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(LookupTaken);
      expect((await opened.findByLookup('apiKey', 'one'))?.credentialId).to.equal('k1');
      expect(await opened.get(named('k2'))).to.equal(undefined);
    },
  },
  {
    title: 'removes entries, and what is not there without harm',
    async check(vault) {
      const opened = await vault();
      for (const name of ['a', 'b', 'c']) await opened.put(entry(name));
      await opened.remove([named('a'), named('c'), named('none')]);
      await opened.remove([]);
      const reopened = await vault();
      expect(await reopened.get(named('a'))).to.equal(undefined);
      expect(await reopened.get(named('b'))).to.deep.equal(entry('b'));
      expect(await reopened.get(named('c'))).to.equal(undefined);
    },
  },
  {
    title: 'pages through everything created before a time, also while it is removed',
    async check(vault) {
      const opened = await vault();
      const names = Array.from({ length: 1_100 }, (_, index) => `c${index}`);
      for (let start = 0; start < names.length; start += 100) {
        const putting = names
          .slice(start, start + 100)
          .map((name, index) => opened.put(entry(name, { createdAt: Math.floor((start + index) / 3) })));
        await Promise.all(putting);
      }
      const seen: string[] = [];
      for await (const page of opened.createdBefore(350)) {
        seen.push(...page.map(({ credentialId }) => credentialId));
        await opened.remove(page.map(({ credentialId }) => credentialId));
      }
      expect(seen).to.have.members(names.slice(0, 1_050));
      expect(await opened.get(named('c1050'))).to.include({ createdAt: 350 });
      expect(await opened.get(named('c1049'))).to.equal(undefined);
    },
  },
  {
    title: 'pages through what was created at or after a time',
    async check(vault) {
      const opened = await vault();
      const times = Array.from({ length: 1_100 }, (_, index) => index);
      await Promise.all(times.map((createdAt) => opened.put(entry(`c${createdAt}`, { createdAt }))));
      const seen: number[] = [];
      for await (const page of opened.createdBefore(1_090, 30))
        seen.push(...page.map(({ createdAt }) => createdAt));
      expect(seen).to.deep.equal(times.slice(30, 1_090));
    },
  },
  {
    title: 'adds a ring key only after the newest one',
    async check(vault) {
      const opened = await vault();
      expect(await opened.ringKeys()).to.deep.equal([]);
      expect(await opened.addRingKey(ringKey('x'), 'unknown'), 'after a key that is not there').to.equal(
        false,
      );
      expect(await opened.addRingKey(ringKey('a'), null)).to.equal(true);
      expect(await opened.addRingKey(ringKey('b'), null), 'a second ring').to.equal(false);
      expect(await opened.addRingKey(ringKey('b'), 'a')).to.equal(true);
      expect(await opened.addRingKey(ringKey('c'), 'a'), 'after an old key').to.equal(false);
      expect(await (await vault()).ringKeys()).to.deep.equal([ringKey('b'), ringKey('a')]);
    },
  },
  {
    title: 'keeps the seeds of each organization in order for the next handle',
    async check(vault) {
      const opened = await vault();
      const seeds = [
        ...Array.from({ length: 1_100 }, (_, first) => seed(first)),
        seed(2 ** 40 - 1),
        seed(0, { tree: 2 ** 32 - 1, depth: 0 }),
        seed(0, { kind: 11, tree: 3, depth: 0 }),
      ];
      await opened.replaceSeeds(one, [], seeds.toReversed());
      await opened.replaceSeeds(two, [], [seed(5, { sealed: 'of another organization' })]);
      const next = await vault();
      expect(await seedsOf(next, one)).to.deep.equal(seeds);
      expect(await seedsOf(next, two)).to.deep.equal([seed(5, { sealed: 'of another organization' })]);
      expect(await seedsOf(next, 3 as OrganizationId)).to.deep.equal([]);
    },
  },
  {
    title: 'replaces seeds, of one organization',
    async check(vault) {
      const opened = await vault();
      for (const organization of [one, two]) await opened.replaceSeeds(organization, [], [seed(4), seed(8)]);
      const halves = [seed(4, { depth: 41, sealed: 'a half' }), seed(5, { depth: 41, sealed: 'the other' })];
      await opened.replaceSeeds(one, [seed(4)], halves);
      await opened.replaceSeeds(one, [], []);
      const next = await vault();
      expect(await seedsOf(next, one)).to.deep.equal([...halves, seed(8)]);
      expect(await seedsOf(next, two)).to.deep.equal([seed(4), seed(8)]);
    },
  },
  {
    title: 'replaces all seeds or none, where one was replaced before',
    async check(vault) {
      const opened = await vault();
      await opened.replaceSeeds(one, [], [seed(4), seed(8)]);
      for (const [removed, added] of [
        [[seed(4), seed(5)], []],
        [[seed(4), seed(8, { depth: 39 })], []],
        [[seed(4), seed(8, { tree: 6 })], []],
        [[seed(4)], [seed(5), seed(8)]],
      ] as const)
        expect(await refusalOf(opened.replaceSeeds(one, removed, added))).to.be.instanceOf(SeedsChanged);
      expect(await seedsOf(await vault(), one)).to.deep.equal([seed(4), seed(8)]);
    },
  },
  {
    title: 'lets one of two replace a seed',
    async check(vault) {
      const handles = [await vault(), await vault()] as const;
      await handles[0].replaceSeeds(one, [], [seed(4)]);
      const outcomes = await Promise.all(
        handles.map((handle, index) => refusalOf(handle.replaceSeeds(one, [seed(4)], [seed(10 + index)]))),
      );
      expect(outcomes.filter((outcome) => outcome === undefined)).to.have.length(1);
      expect(outcomes.find((outcome) => outcome !== undefined)).to.be.instanceOf(SeedsChanged);
      expect(await seedsOf(await vault(), one)).to.deep.equal([seed(10 + outcomes.indexOf(undefined))]);
    },
  },
  {
    title: 'lets one of many begin the ring',
    async check(vault) {
      const handles = await Promise.all([vault(), vault()]);
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      const added = await Promise.all(
        names.map((name, index) => handles[index % 2]?.addRingKey(ringKey(name), null)),
      );
      expect(added.filter((mine) => mine)).to.have.length(1);
      expect(await handles[0].ringKeys()).to.deep.equal([ringKey(names[added.indexOf(true)] as string)]);
    },
  },
  {
    title: 'belongs to the log that claimed it first',
    async check(vault) {
      const handles = await Promise.all([vault(), vault()]);
      const answers = await Promise.all(
        ['one', 'two', 'three'].map((log, index) => handles[index % 2]?.claimLog(log)),
      );
      expect(new Set(answers).size).to.equal(1);
      expect(['one', 'two', 'three']).to.include(answers[0]);
      expect(await (await vault()).claimLog('four')).to.equal(answers[0]);
    },
  },
  {
    title: 'changes the log it belongs to for those who know it',
    async check(vault) {
      const opened = await vault();
      expect(await opened.claim()).to.equal(undefined);
      expect(await opened.replaceClaim('one', 'two'), 'without a claim').to.equal(false);
      await opened.claimLog('one');
      expect(await opened.replaceClaim('two', 'three'), 'of another log').to.equal(false);
      expect(await opened.replaceClaim('one', 'two')).to.equal(true);
      expect(await (await vault()).claim()).to.equal('two');
    },
  },
];

/** Runs one check on a storage of its own. */
export async function runVaultCheck({ check }: Check, engine: VaultEngine): Promise<void> {
  const storage = await engine.storage();
  const opened: Vault[] = [];
  try {
    await check(async () => {
      const vault = await storage.open();
      opened.push(vault);
      return vault;
    });
  } finally {
    for (const vault of opened) await vault.close();
    await storage.discard();
  }
}

/** The check of that title. */
export function vaultCheckNamed(title: string): Check {
  const found = checks.find((check) => check.title === title);
  if (!found) throw new Error(`The contract has no check "${title}".`);
  return found;
}

/** Declares the whole contract as a mocha suite. */
export function describeVault(name: string, engine: VaultEngine): void {
  describe(`${name} keeps the Vault contract`, () => {
    for (const check of checks) it(check.title, () => runVaultCheck(check, engine));
  });
}
