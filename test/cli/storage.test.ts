import { expect } from 'chai';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageSizes, Vitals } from '../../src/api/http/vitals.ts';
import { StorageMeter } from '../../src/app/core/storageMeter.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import type { Document, KeyValueStore } from '../../src/projections/store/readModels.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { TestClock } from '../support/testClock.ts';
import { appendChained, build, Installation } from './installation.ts';

interface Status {
  readonly server: Vitals | null;
  readonly storage: StorageSizes;
}

describe('hansard status', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: Hansard;
  let hansard: Installation;

  before(async () => {
    build();
    ({ folder, remove } = await temporaryFolder());
    server = await Hansard.start({ folder });
    hansard = new Installation({ folder });
    const owner = await server.owner();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    for (const content of ['one', 'two', 'three'])
      await owner.post('/messages', { type: 'channel', to: 'design', topic: 'logo', content });
    await server.settled();
  });
  after(() => remove());

  /** The sizes that a replay of the log has. */
  const replayed = async () => {
    const { stdout } = await hansard.cli('replay');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { stream: string; type: string });
    return {
      events: lines.length,
      messages: lines.filter(({ type }) => type === 'MessageSent').length,
      organization: lines.filter(({ stream }) => stream === 'organization-1').length,
    };
  };

  const expectSizes = async (storage: StorageSizes): Promise<void> => {
    const { events, messages, organization } = await replayed();
    expect(storage.log.events).to.equal(events);
    expect(storage.messages.events).to.equal(messages);
    expect(storage.messages.logBytesEach).to.be.within(200, 2_000);
    expect(storage.streams['organization-1']?.events).to.equal(organization);
    expect(Object.keys(storage.streams)).to.include.members(['server', 'organization-1', 'reactors-1']);
    const sum = Object.values(storage.streams).reduce((total, { bytes }) => total + bytes, 0);
    expect(sum).to.equal(storage.log.bytes);
    expect(Object.keys(storage.views ?? {})).to.include('ledger');
    expect(Object.keys(storage.views ?? {}).some((name) => /^messages@\d+\.\d+$/.test(name))).to.equal(true);
    expect(storage.vault).to.be.greaterThan(4_000);
    expect(storage.log.diskBytes).to.be.at.least(statSync(join(folder, 'log.sqlite')).size);
    expect(storage.disk?.freeBytes).to.be.greaterThan(0);
  };

  it('asks a running server', async () => {
    const status = await hansard.json<Status & Record<string, unknown>>(0, 'status');
    expect(status.server?.health.reasons).to.deep.equal([]);
    expect(status.server?.backlogs.map(({ reactor }) => reactor)).to.include.members([
      'notices',
      'invitationMail',
      'webhooks',
      'webhookDeliveries',
      'scheduledSends',
    ]);
    await expectSizes(status.storage);
    const { stdout } = await hansard.cli('status');
    expect(stdout).to.match(/^Hansard \d+\.\d+\.\d+ is ready\.\n/);
    expect(stdout)
      .to.match(/^log +\d+(\.\d)? [kM]B +\d+$/m)
      .and.to.match(/^ {2}users@\d+\.\d+ +\d+/m);
    expect(stdout).to.match(/^A message takes \d+ B in the log\.$/m);
    expect(stdout).to.include('No back-up is known.');
  });

  it('reads the stores where no server runs', async () => {
    await server.stop();
    const status = await hansard.json<Status & Record<string, unknown>>(0, 'status');
    expect(status.server).to.equal(null);
    await expectSizes(status.storage);
    expect((await hansard.cli('status')).stdout).to.match(/^No server runs here\.\n/);
  });
});

describe('the measure of room', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let log: EventLog;
  let reads = 0;
  const clock = new TestClock();

  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
    log = openSqliteEventLog({ folder, clock: systemClock });
    reads = 0;
  });
  afterEach(async () => {
    await log.close();
    await remove();
  });

  const notes = new Map<string, Document>();
  const measure = (): StorageMeter =>
    new StorageMeter({
      engines: { log: { engine: 'sqlite', folder }, documents: { engine: 'sqlite', folder } },
      folder,
      clock,
      isWriting: true,
      lanes: { all: () => [][Symbol.iterator]() },
      log: {
        head: () => log.head(),
        readAll: (options) => {
          reads += 1;
          return log.readAll(options);
        },
      } as EventLog,
      readModels: {
        notes: {
          get: async (key: string) => notes.get(key),
          put: async (key: string, document: Document) => void notes.set(key, document),
        } as KeyValueStore,
      },
    });

  const event = { type: 'MessageSent', data: { text: 'é' } };
  const eventsOf = async (room: StorageMeter): Promise<number> => (await room.sizes()).log.events;

  it('continues where it, or the server before, has counted, and at most once a minute', async () => {
    notes.clear();
    await appendChained(log, 'organization-1', [event, event]);
    const first = measure();
    expect(await eventsOf(first)).to.equal(2);
    await appendChained(log, 'organization-1', [event]);
    expect([await eventsOf(first), reads]).to.deep.equal([2, 1]);
    await clock.advance(60_001);
    expect([await eventsOf(first), reads]).to.deep.equal([3, 2]);
    const { bytes } = (await first.sizes()).messages;
    const again = measure();
    expect((await again.sizes()).messages).to.include({ events: 3, bytes });
  });

  it('begins again with a log that is shorter than what was counted', async () => {
    notes.set('room/streams', {
      position: 99,
      streams: { server: { events: 99, bytes: 1 } },
      messages: event,
    });
    await appendChained(log, 'organization-1', [event]);
    expect(await eventsOf(measure())).to.equal(1);
  });

  it('reads a part itself, and counts in another thread what would take long', async () => {
    notes.clear();
    await appendChained(
      log,
      'organization-1',
      Array.from({ length: 20_001 }, () => event),
    );
    expect([await eventsOf(measure()), reads]).to.deep.equal([20_001, 1]);
  });
});
