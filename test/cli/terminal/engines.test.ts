import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StorageSizes } from '../../../src/api/http/vitals.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../../support/eventstoredb/server.ts';
import { ON_DISK } from '../../support/disk/temporaryFolder.ts';
import { describeMongo, dropDatabase, freshDatabase, mongoUrl } from '../../support/mongodb/describeMongo.ts';
import { build, Installation } from '../installation.ts';

interface Line {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
}

interface Examined {
  readonly name: string;
  readonly verdict: string;
}

async function linesOf(hansard: Installation, ...words: readonly string[]): Promise<Line[]> {
  const { stdout } = await hansard.cli('replay', ...words);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** What holds on every engine, with the server up and then down. */
function promises(installed: () => Installation): void {
  const story = async (subdomain: string): Promise<void> => {
    const hansard = installed();
    const owner = ['--name', subdomain, '--owner-email', 'ann@example.com'];
    const made = await hansard.json(0, 'organizations', 'create', '--subdomain', subdomain, ...owner);
    const bob = ['--organization', subdomain, '--email', 'bob@example.com', '--name', 'Bob'];
    expect(await hansard.json(0, 'users', 'create', ...bob)).to.include({ userId: 2 });
    await hansard.json(0, 'projections', 'rebuild', 'users');
    const types = ['OrganizationFounded', 'SystemGroupsCreated', 'UserCreated', 'UserCreated'];
    const stream = `organization-${String(made['organizationId'])}`;
    const [users, lines, log, listed, { storage }, output] = await Promise.all([
      hansard.json<object[]>(0, 'users', 'list', '--organization', subdomain),
      linesOf(hansard, '--stream', stream),
      hansard.json(0, 'log', 'verify'),
      hansard.json<{ projection: string }[]>(0, 'projections', 'list'),
      hansard.json<{ storage: StorageSizes }>(0, 'status'),
      hansard.json<{ name: string }>(0, 'show', 'person', '2', '--organization', subdomain),
      hansard.json(0, 'projections', 'verify'),
    ]);
    expect(storage.streams[stream]?.events).to.equal(types.length);
    expect(Object.keys(storage.views ?? {}).join(' ')).to.match(/users@\d+\.\d+/);
    expect(output.name).to.equal('Bob');
    expect(users).to.have.length(2);
    expect(lines.map(({ type }) => type)).to.deep.equal(types);
    const later = await linesOf(hansard, '--from', String(lines[2]?.position));
    expect(later.filter((line) => line.stream === stream)).to.deep.equal(lines.slice(2));
    expect(log).to.include({ intact: true });
    expect(listed.map(({ projection }) => projection)).to.include('users');
  };

  const examine = async (): Promise<void> => {
    const { checks } = await installed().json<{ checks: readonly Examined[] }>(0, 'doctor');
    for (const name of ['log', 'log-end', 'one-origin', 'secrets-missing', 'views', 'quarantines', 'clock'])
      expect(
        checks.find((check) => check.name === name),
        name,
      ).to.include({ verdict: 'ok' });
  };

  it('does everything beside a running server', async () => {
    await story('acme');
    await examine();
  });

  it('does everything without one', async () => {
    await installed().stop();
    await story('globex');
    await examine();
  });
}

/** A data folder that the doctor does not find in memory. */
const onDisk = (): string => mkdtempSync(join(ON_DISK, 'hansard-cli-'));

describe('hansard on EventStoreDB', () => {
  let server: EventStoreDbStandIn;
  let hansard: Installation;
  before(async () => {
    build();
    server = await startEventStoreDb();
    hansard = new Installation({ folder: onDisk(), environment: { EVENTSTOREDB_URL: server.url } });
    await hansard.start();
  });
  after(async () => {
    await hansard.remove();
    server.kill();
  });
  promises(() => hansard);
});

describeMongo('hansard on MongoDB', () => {
  let database: string;
  let hansard: Installation;
  before(async () => {
    build();
    database = freshDatabase();
    const url = new URL(await mongoUrl());
    url.pathname = database;
    hansard = new Installation({ folder: onDisk(), environment: { MONGODB_URL: url.href } });
    await hansard.start();
  });
  after(async () => {
    await hansard.remove();
    await dropDatabase(await mongoUrl(), database);
  });
  promises(() => hansard);
});
