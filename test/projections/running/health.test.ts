import { expect } from 'chai';
import type { RecentEvents } from '../../../src/events/log/recentEvents.ts';
import { openSqliteEventLog } from '../../../src/events/log/sqlite/log.ts';
import type { EventLog } from '../../../src/events/log/eventLog.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { eventsAfter, LagCounter, MOST_COUNTED } from '../../../src/projections/running/health.ts';
import { appendChained } from '../../cli/installation.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import { TestClock } from '../../support/testClock.ts';

const event = { type: 'MessageSent', data: { text: 'hello' } };

describe('the lag of a projection', () => {
  let log: EventLog;
  let remove: () => Promise<void>;
  const clock = new TestClock();

  beforeEach(async () => {
    const made = await temporaryFolder();
    remove = made.remove;
    // As in a log that came from EventStoreDB, where positions count bytes.
    log = openSqliteEventLog({
      folder: made.folder,
      clock: systemClock,
      nextPosition: (last) => last + 700,
    });
  });
  afterEach(async () => {
    await log.close();
    await remove();
  });

  /** Appends so many events; answers the last one's position. */
  const append = async (stream: string, count: number): Promise<number> => {
    await appendChained(
      log,
      stream,
      Array.from({ length: count }, () => event),
    );
    return log.recent?.head ?? 0;
  };

  const tail = () => ({ head: log.recent?.head ?? -1, keptPage: () => undefined });

  it('counts events and not positions, and none of the streams that are not projected', async () => {
    const position = await append('organization-1', 2);
    expect(await eventsAfter(log, null, position)).to.equal(2);
    await append('reactors-mail-1', 1);
    const last = await append('organization-1', 1);
    expect(await eventsAfter(log, position, last)).to.equal(1);
    expect(await new LagCounter({ tail: tail(), log, clock }).of('messages', position)).to.equal(1);
  });

  it('is counted in memory where the events are kept there', async () => {
    const position = await append('organization-1', 1);
    await append('organization-1', 2);
    const recent = log.recent as RecentEvents;
    const memory = { head: recent.head, keptPage: recent.page.bind(recent) };
    const unread = { readAll: () => expect.fail('It reads the log.') };
    expect(await new LagCounter({ tail: memory, log: unread, clock }).of('messages', position)).to.equal(2);
  });

  it('is read from the log at most every ten seconds, and up to a limit', async () => {
    await append('organization-1', MOST_COUNTED + 5);
    let reads = 0;
    const counted = {
      readAll(options: Parameters<EventLog['readAll']>[0]) {
        reads += 1;
        return log.readAll(options);
      },
    };
    const lag = new LagCounter({ tail: tail(), log: counted, clock });
    expect(await lag.of('messages', null)).to.equal(MOST_COUNTED);
    const near = (log.recent?.head ?? 0) - 1_400;
    expect(await lag.of('users', near)).to.equal(2);
    expect(await lag.of('users', near + 700)).to.equal(2);
    expect(reads).to.equal(2);
    await clock.advance(10_001);
    expect([await lag.of('messages', null), await lag.of('users', near + 700)]).to.deep.equal([
      MOST_COUNTED,
      1,
    ]);
    expect(reads).to.equal(3);
  });

  it('is the limit while the log does not answer', async () => {
    await append('organization-1', 1);
    const silent = {
      readAll: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }),
    };
    const countedLag = new LagCounter({ tail: tail(), log: silent, clock }).of('messages', null);
    await clock.advance(500);
    expect(await countedLag).to.equal(MOST_COUNTED);
  });
});
