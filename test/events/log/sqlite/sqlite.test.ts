import { expect } from 'chai';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock.ts';
import { OperatorError } from '../../../../src/base/errors.ts';
import { LogUnavailable } from '../../../../src/events/log/eventLog.ts';
import { openSqliteEventLog, type SqliteEventLogOptions } from '../../../../src/events/log/sqlite/log.ts';
import { openForWriting } from '../../../../src/events/log/sqlite/database.ts';
import { temporaryFolder } from '../../../support/disk/temporaryFolder.ts';
import { everythingOf, failureOf, idsOf, sampleEvent, sampleEvents } from '../../../support/eventLogs.ts';
import { startAppender } from '../appenderProcess.ts';
import { Sqlite } from '../../../../src/base/sqlite.ts';

describe('The embedded event log', () => {
  let folder: string;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
  });
  afterEach(() => remove());

  const open = (options: Partial<SqliteEventLogOptions> = {}) =>
    openSqliteEventLog({ folder, clock: systemClock, ...options });

  it('flushes at each commit: synchronous reads 2 after a write', () => {
    const db = openForWriting(folder);
    db.exec(`INSERT INTO streams (name) VALUES ('server')`);
    expect(db.pragma('synchronous', { simple: true })).to.equal(2);
    expect(db.pragma('journal_mode', { simple: true })).to.equal('wal');
    db.close();
  });

  it('has no head while it is empty', async () => {
    const log = open();
    expect(await log.head()).to.equal(null);
    await log.close();
  });

  it('commits what waits together in one transaction, streams and all', async () => {
    const commits: number[] = [];
    const log = open({ onCommit: (events) => commits.push(events) });
    await Promise.all(
      Array.from({ length: 64 }, (_, index) => log.append(`s${index}`, sampleEvents(2), 'no stream')),
    );
    expect(commits).to.deep.equal([128]);
    await log.close();
  });

  it('splits what waits when it is large, in the order in which it came', async () => {
    const commits: number[] = [];
    const log = open({ onCommit: (events) => commits.push(events) });
    const events = sampleEvents(12, { data: JSON.stringify('x'.repeat(800_000)) });
    const answers = await Promise.all(events.map((event) => log.append('a', [event], 'any')));
    expect(commits).to.deep.equal([4, 4, 4]);
    expect(answers.map(({ revision }) => revision)).to.deep.equal(events.map((_, index) => index));
    await log.close();
  });

  it('folds its write-ahead log into the file while it runs', async () => {
    const log = open();
    for (let index = 0; index < 60; index += 1)
      await log.append('a', [sampleEvent({ data: JSON.stringify('x'.repeat(800_000)) })], 'any');
    expect((await stat(join(folder, 'log.sqlite-wal'))).size).to.be.below(16_000_000);
    await log.close();
  });

  it('keeps the positions that it is given, gaps and all, over a restart', async () => {
    const nextPosition = (last: number) => last + 1_000;
    const first = open({ nextPosition });
    await first.append('a', sampleEvents(2), 'no stream');
    await first.close();
    const second = open({ nextPosition });
    await second.append('a', sampleEvents(1), 1);
    expect((await everythingOf(second)).map(({ position }) => position)).to.deep.equal([1_000, 2_000, 3_000]);
    await second.close();
  });

  it('refuses a second writing process with one sentence that names the folder', async () => {
    const log = open();
    const appender = await startAppender(folder);
    expect(appender.opened).to.equal('InUse');
    expect(await appender.ended).to.equal(0);
    await log.close();
  });

  it('can be opened again after its writer was killed', async () => {
    const appender = await startAppender(folder);
    expect(appender.opened).to.equal('open');
    await appender.append(10);
    expect(open).to.throw(OperatorError, folder);
    await appender.kill();
    const log = open();
    expect(idsOf(await everythingOf(log))).to.have.members([...appender.acknowledged]);
    await log.close();
  });

  it('can be read beside its writer, which sees no append from there', async () => {
    const log = open();
    const reader = open({ readOnly: true });
    const event = sampleEvent();
    await log.append('a', [event], 'no stream');
    expect(idsOf(await everythingOf(reader))).to.deep.equal([event.id]);
    expect(await failureOf(reader.append('a', [sampleEvent()], 'any'))).to.be.instanceOf(LogUnavailable);
    await reader.close();
    await log.close();
  });

  it('says in one sentence that there is no log to read', () => {
    expect(() => open({ readOnly: true })).to.throw(OperatorError, folder);
  });

  it('refuses a file that a newer version wrote', async () => {
    await open().close();
    const db = new Sqlite(join(folder, 'log.sqlite'));
    db.pragma('user_version = 99');
    db.close();
    expect(open).to.throw(OperatorError, 'newer version');
  });

  it('leaves no write-ahead log behind when it is closed', async () => {
    const log = open();
    const appended = log.append('a', sampleEvents(3), 'no stream');
    await log.close();
    expect((await appended).revision).to.equal(2);
    const db = new Sqlite(join(folder, 'log.sqlite'), { readonly: true });
    expect(db.prepare('SELECT count(*) FROM events').pluck().get()).to.equal(3);
    db.close();
  });

  it('refuses appends and reads after it was closed', async () => {
    const log = open();
    await log.close();
    expect(await failureOf(log.append('a', [sampleEvent()], 'any'))).to.be.instanceOf(LogUnavailable);
    expect(await failureOf(everythingOf(log))).to.be.instanceOf(LogUnavailable);
  });
});
