import { expect } from 'chai';
import { systemClock } from '../../../src/base/clock.ts';
import { openSqliteEventLog } from '../../../src/events/log/sqlite/log.ts';
import { buildDiskFaults, missingForDiskFaults, type DiskFaults } from '../../support/disk/faults.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import { everythingOf, idsOf } from '../../support/eventLogs.ts';
import { startAppender } from './appenderProcess.ts';

const missing = await missingForDiskFaults();

/** IDs of all events that a fresh process finds in the log of a folder. */
const storedIn = async (folder: string): Promise<string[]> => {
  const log = openSqliteEventLog({ folder, clock: systemClock });
  const events = await everythingOf(log);
  await log.close();
  return idsOf(events);
};

describe(`The embedded event log on a failing disk${missing ? ` (skipped: needs ${missing})` : ''}`, () => {
  let faults: DiskFaults;
  let folder: string;
  let remove: () => Promise<void>;

  before(async function () {
    if (missing) this.skip();
    faults = await buildDiskFaults();
  });
  after(() => faults?.remove());
  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
  });
  afterEach(async () => {
    await faults.end();
    await remove();
  });

  it('acknowledges nothing after a failed flush, and its process ends with a non-zero code', async () => {
    const appender = await startAppender(folder, await faults.environment(folder));
    expect(await appender.append(20))
      .to.have.length(20)
      .and.satisfy(allAcknowledged);
    await faults.begin('fsync');
    const outcomes = await appender.append(20);
    expect(outcomes).not.to.include('acknowledged');
    expect(await appender.ended).to.equal(3);
    await faults.end();
    const stored = await storedIn(folder);
    expect(stored).to.include.members([...appender.acknowledged]);
    expect(new Set(stored).size).to.equal(stored.length);
  });

  it('takes nothing more after a failed flush, even when the disk seems to work again', async () => {
    const appender = await startAppender(folder, await faults.environment(folder), 'stay');
    await faults.begin('fsync');
    expect(new Set(await appender.append(5))).to.deep.equal(new Set(['OutcomeUnknown']));
    await faults.end();
    expect(new Set(await appender.append(5))).to.deep.equal(new Set(['LogUnavailable']));
    await appender.kill();
  });

  it('acknowledges nothing while the disk is full, and goes on by itself once there is room', async () => {
    const appender = await startAppender(folder, await faults.environment(folder));
    expect(await appender.append(20)).to.satisfy(allAcknowledged);
    await faults.begin('full');
    for (let round = 0; round < 3; round += 1)
      expect(new Set(await appender.append(20))).to.deep.equal(new Set(['LogUnavailable']));
    await faults.end();
    expect(await appender.append(20))
      .to.have.length(20)
      .and.satisfy(allAcknowledged);
    expect(await appender.kill()).to.equal(null);
    expect(await storedIn(folder)).to.have.members([...appender.acknowledged]);
    expect(appender.acknowledged).to.have.length(40);
  });
});

const allAcknowledged = (outcomes: readonly string[]): boolean =>
  outcomes.every((outcome) => outcome === 'acknowledged');
