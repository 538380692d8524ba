import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVaultSweep } from '../../src/app/core/vaultClaims.ts';
import { replaceApiKey } from '../../src/commands/credentials/credentials.ts';
import type { Lanes } from '../../src/commands/lane/lanes.ts';
import { ROOT_ORGANIZATION, type UserId } from '../../src/base/ids.ts';
import { createLogger } from '../../src/base/logger.ts';
import { Secrets } from '../../src/vault/secrets.ts';
import { openSqliteVault } from '../../src/vault/sqlite.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { Wire } from '../support/memoryLog.ts';
import { Shared } from '../support/nodes.ts';
import { TestClock } from '../support/testClock.ts';

const DAY = 24 * 60 * 60 * 1000;
const owner = { actor: 1 as UserId, client: 'test', correlationId: 'test' };

describe('secrets that no event names', () => {
  let folder: string;
  let vault: Vault;
  let clock: TestClock;
  let secrets: Secrets;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hansard-sweeping-'));
    vault = await openSqliteVault({ folder });
    clock = new TestClock();
    secrets = await Secrets.open(vault, clock);
  });
  afterEach(async () => {
    await vault.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sweeps for as long as a node with these states does, whatever it knows of the log. */
  async function sweepFor(lanes: Lanes, time: number): Promise<void> {
    const stop = startVaultSweep(secrets, lanes, clock, createLogger('silent'));
    for (let passed = 0; passed < time; passed += DAY / 4) await clock.advance(DAY / 4);
    stop();
  }

  it('go after a day, and those that one names stay, also where another node has named them', async () => {
    const log = new Shared();
    const lane = await log.found(log.node());
    const other = log.node();
    await other.open();
    const named = await secrets.issueApiKey(ROOT_ORGANIZATION);
    const unnamed = await secrets.issueApiKey(ROOT_ORGANIZATION);
    await lane.submit(replaceApiKey, { userId: 1 as UserId, credentialId: named }, owner);
    await sweepFor(other, DAY / 2);
    expect(await secrets.showApiKey(unnamed)).to.be.a('string');
    await sweepFor(other, DAY);
    expect(await secrets.showApiKey(unnamed)).to.equal(undefined);
    expect(await secrets.showApiKey(named)).to.be.a('string');
  });

  it('are left alone by a node that cannot read the log', async () => {
    const log = new Shared();
    await log.found(log.node());
    const wire = new Wire();
    const cutOff = log.node(log.memory.over(wire));
    await cutOff.open();
    wire.cut();
    const unnamed = await secrets.issueApiKey(ROOT_ORGANIZATION);
    await sweepFor(cutOff, 3 * DAY);
    expect(await secrets.showApiKey(unnamed)).to.be.a('string');
  });
});
