import { expect } from 'chai';
import { systemClock } from '../../../src/base/clock.ts';
import type { EventLog } from '../../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../../src/events/log/eventstoredb/log.ts';
import { openSqliteEventLog } from '../../../src/events/log/sqlite/log.ts';
import { openTail } from '../../../src/events/log/tail.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { startProjections } from '../../../src/projections/running/runner.ts';
import { verify } from '../../../src/projections/running/verify.ts';
import { openSqliteReadModels } from '../../../src/projections/store/sqlite/readModels.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import { startEventStoreDb } from '../../support/eventstoredb/server.ts';
import { sampleEvents } from '../../support/eventLogs.ts';
import { sampleProjection } from '../sample.ts';

const [clock, logger] = [systemClock, createLogger('silent')];
const projections = ['one', 'two', 'three', 'four', 'five'].map((name) => ({ ...sampleProjection, name }));
const EVENTS = 1_500;

const sampleMessage = {
  type: 'MessageSent',
  data: '{"senderId":1,"channelId":1,"topic":"a","content":"b","rendererVersion":0,"readBySender":true}',
  metadata: '{"version":1,"organization":1,"time":1767225600000}',
};

/** Counts the events that readers of the whole log are given. */
function counted(log: EventLog) {
  const count = { events: 0 };
  const readAll: EventLog['readAll'] = async function* (options) {
    for await (const page of log.readAll(options)) {
      count.events += page.length;
      yield page;
    }
  };
  const methods = {
    head: () => log.head(),
    nextPage: log.nextPage.bind(log),
    watchAppends: log.watchAppends.bind(log),
  };
  const others = { append: log.append.bind(log), truncate: log.truncate.bind(log), close: () => log.close() };
  const reads = { readStream: log.readStream.bind(log), readAll, recent: log.recent };
  return { count, log: { ...methods, ...others, ...reads } satisfies EventLog };
}

const engines = {
  SQLite: async (folder: string) => ({ log: openSqliteEventLog({ folder, clock }), end: () => {} }),
  EventStoreDB: async () => {
    const server = await startEventStoreDb();
    const log = await openEventStoreDbLog({ url: server.url, clock });
    return { log, end: () => server.kill() };
  },
};

for (const [engine, open] of Object.entries(engines))
  describe(`the readings of a log in ${engine}`, () => {
    it('are one for the first build of all views, and one for verifying them', async () => {
      const [{ folder, remove }, scratchFolder] = [await temporaryFolder(), await temporaryFolder()];
      const { log: opened, end } = await open(folder);
      const { log, count } = counted(opened);
      for (let rest = EVENTS; rest > 0; rest -= 500)
        await log.append('organization-1', sampleEvents(500, sampleMessage), 'any');
      const readModels = await openSqliteReadModels({ folder });
      const tail = await openTail({ log, clock });
      const running = await startProjections({ log, tail, readModels, projections, clock, logger });
      await running.caughtUp();
      await running.stop();
      await tail.stop();
      expect(count.events).to.be.within(EVENTS, EVENTS + 10);

      count.events = 0;
      const scratch = await openSqliteReadModels({ folder: scratchFolder.folder });
      for await (const { status } of verify({ log, readModels, projections, scratch, clock, logger }))
        expect(status).to.equal('same');
      expect(count.events).to.equal(EVENTS);
      await scratch.close();
      await readModels.close();
      await log.close();
      end();
      await Promise.all([remove(), scratchFolder.remove()]);
    });
  });
