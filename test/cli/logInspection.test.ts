import { expect } from 'chai';
import { inspectLog, type Inspection } from '../../src/audit/inspection.ts';
import { PresenceLane } from '../../src/commands/lane/presence.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import type { OrganizationId, UserId } from '../../src/base/ids.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { logFile } from '../support/recorded.ts';
import { TestClock } from '../support/testClock.ts';
import { Sqlite } from '../../src/base/sqlite.ts';

const STREAM = 'ephemeral-1';
const EVENTS = 12;

describe('the inspection of a log', () => {
  let folder: string;
  let remove: () => Promise<void>;

  /** Somebody is there for a while. */
  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
    const clock = new TestClock();
    const log = openSqliteEventLog({ folder, clock });
    const lane = await PresenceLane.open({ log, clock }, 1 as OrganizationId);
    for (let minute = 0; minute < EVENTS; minute += 1) {
      await lane.report(1 as UserId, 'active');
      await clock.advance(60_000);
    }
    await log.close();
  });
  afterEach(() => remove());

  const inspect = async (): Promise<Inspection> => {
    const log = openSqliteEventLog({ folder, clock: new TestClock(), readOnly: true });
    const inspection = await inspectLog(log, () => {});
    await log.close();
    return inspection;
  };

  const alter = (sql: string): void => {
    const database = new Sqlite(logFile(folder));
    database.exec(sql);
    database.close();
  };

  it('accepts that the beginning of an ephemeral stream has gone, or a part of it', async () => {
    expect(await inspect()).to.deep.include({ events: EVENTS, breakCount: 0 });
    const log = openSqliteEventLog({ folder, clock: new TestClock() });
    await log.truncate(STREAM, 5);
    await log.close();
    expect(await inspect()).to.deep.include({ events: EVENTS - 5, breakCount: 0 });
    alter('DELETE FROM events WHERE revision BETWEEN 7 AND 8');
    expect(await inspect()).to.deep.include({ events: EVENTS - 7, breakCount: 0 });
  });

  it('finds an event in what is left that is not the one that was recorded', async () => {
    alter('DELETE FROM events WHERE revision < 5');
    alter(`UPDATE events SET data = replace(data, '"at":1', '"at":2') WHERE revision = 8`);
    const { breakCount, breaks } = await inspect();
    expect(breakCount).to.equal(1);
    expect(breaks[0]).to.include({ kind: 'chain', stream: STREAM, revision: 8 });
  });

  it('accepts nothing of the kind of the stream of an organization', async () => {
    alter(`UPDATE streams SET name = 'organization-1'`);
    alter('DELETE FROM events WHERE revision < 5');
    const { breaks } = await inspect();
    expect(breaks[0]).to.include({ kind: 'revision', revision: 5 });
  });
});
