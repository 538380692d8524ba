import { expect } from 'chai';
import { doorsTo } from '../../src/app/companionLog.ts';
import { systemClock } from '../../src/clock.ts';
import { type EventLog, RevisionConflict } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { failureOf, idsOf, sampleEvent, streamOf } from '../support/eventLogs.ts';

describe('an append that is in no hurry', () => {
  let log: EventLog;
  let remove: () => Promise<void>;
  /** Events of each commit. */
  const commits: number[] = [];

  beforeEach(async () => {
    const temporary = await temporaryFolder();
    const onCommit = (events: number): void => void commits.push(events);
    log = openSqliteEventLog({ folder: temporary.folder, clock: systemClock, onCommit });
    commits.length = 0;
    remove = async () => {
      await log.close();
      await temporary.remove();
    };
  });
  afterEach(() => remove());

  it('goes along in the commit of one that is', async () => {
    const { hasty, patient } = doorsTo(log, systemClock);
    const waiting = [
      patient.append('a', [sampleEvent()], 'any'),
      patient.append('b', [sampleEvent()], 'any'),
    ];
    expect(commits).to.deep.equal([]);
    await hasty.append('c', [sampleEvent()], 'any');
    await Promise.all(waiting);
    expect(commits).to.deep.equal([3]);
  });

  it('goes by itself where nobody comes', async () => {
    const { patient } = doorsTo(log, systemClock);
    const event = sampleEvent();
    const { revision } = await patient.append('a', [event], 'no stream');
    expect(revision).to.equal(0);
    expect(idsOf(await streamOf(log, 'a'))).to.deep.equal([event.id]);
  });

  it('fails by itself', async () => {
    const { hasty, patient } = doorsTo(log, systemClock);
    const failing = failureOf(patient.append('a', [sampleEvent()], 7));
    await hasty.append('a', [sampleEvent()], 'no stream');
    expect(await failing).to.be.instanceOf(RevisionConflict);
  });
});
