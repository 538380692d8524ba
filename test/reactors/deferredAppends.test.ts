import { expect } from 'chai';
import { withDeferredAppends } from '../../src/app/core/stores.ts';
import { systemClock } from '../../src/base/clock.ts';
import { type EventLog, RevisionConflict } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
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
    const { immediate, deferred } = withDeferredAppends(log, systemClock);
    const waiting = [
      deferred.append('a', [sampleEvent()], 'any'),
      deferred.append('b', [sampleEvent()], 'any'),
    ];
    expect(commits).to.deep.equal([]);
    await immediate.append('c', [sampleEvent()], 'any');
    await Promise.all(waiting);
    expect(commits).to.deep.equal([3]);
  });

  it('goes by itself where nobody comes', async () => {
    const { deferred } = withDeferredAppends(log, systemClock);
    const event = sampleEvent();
    const { revision } = await deferred.append('a', [event], 'no stream');
    expect(revision).to.equal(0);
    expect(idsOf(await streamOf(log, 'a'))).to.deep.equal([event.id]);
  });

  it('fails by itself', async () => {
    const { immediate, deferred } = withDeferredAppends(log, systemClock);
    const failing = failureOf(deferred.append('a', [sampleEvent()], 7));
    await immediate.append('a', [sampleEvent()], 'no stream');
    expect(await failing).to.be.instanceOf(RevisionConflict);
  });
});
