/** How fast all views are built anew where log or documents are on a server of their own: told, not judged. */
import { openEventLog, openReadModels, type Engines } from '../../src/app/engines.ts';
import { PROJECTIONS_MODULE } from '../../src/app/projectionsModule.ts';
import { rebuildThreads } from '../../src/app/rebuildThreads.ts';
import { systemClock } from '../../src/clock.ts';
import type { EventLog, StoredEvent } from '../../src/events/log/eventLog.ts';
import { projections } from '../../src/projections/catalog.ts';
import { openTail } from '../../src/events/log/tail.ts';
import { startProjections } from '../../src/projections/runner.ts';
import { MongoServer } from '../../test/support/mongodb/server.ts';
import { end, firstLine, startModule } from '../support/child.ts';
import { temporaryFolder } from '../support/folders.ts';
import { populatedFolder } from '../support/growLog.ts';
import type { Report } from '../support/report.ts';
import { timed } from '../support/rounds.ts';

const POPULATION = { users: 200, channels: 20, subscribers: 50, messages: 20_000 };
const PROGRAM = process.env.HANSARD_TEST_MONGOD;
const logger = { info() {}, warn: console.error, error: console.error };

export async function rebuilding(report: Report): Promise<void> {
  const folder = await populatedFolder(POPULATION);
  const log = { engine: 'sqlite', folder } as const;
  await fromEventStoreDb(report, log);
  if (!PROGRAM) return report.skipped('views rebuilt on MongoDB', 'HANSARD_TEST_MONGOD is not set');
  const server = await MongoServer.start(PROGRAM);
  report.figure(
    'views rebuilt on MongoDB from an embedded log',
    await rebuilt({ log, documents: { engine: 'mongodb', url: server.url } }),
    'events/s',
  );
  await server.stop();
}

async function fromEventStoreDb(report: Report, source: Engines['log']): Promise<void> {
  const standIn = startModule('test/support/eventstoredb/serve');
  const log = { engine: 'eventstoredb', url: await firstLine(standIn) } as const;
  await copy(source, log);
  report.figure(
    'views rebuilt on embedded documents from EventStoreDB',
    await rebuilt({ log, documents: { engine: 'sqlite', folder: temporaryFolder() } }),
    'events/s',
  );
  await end(standIn);
}

/** Events per second. */
async function rebuilt(engines: Engines): Promise<number> {
  const log = await openEventLog(engines.log, { clock: systemClock, readOnly: true });
  const readModels = await openReadModels(engines.documents, { clock: systemClock });
  const beside = engines.documents.engine === 'sqlite' && {
    fill: rebuildThreads(engines, PROJECTIONS_MODULE, logger),
  };
  const milliseconds = await timed(async () => {
    const tail = await openTail({ log, clock: systemClock });
    const running = await startProjections({
      log,
      tail,
      readModels,
      projections,
      clock: systemClock,
      logger,
      ...beside,
    });
    await running.caughtUp();
    await running.stop();
    await tail.stop();
  });
  const events = await count(log);
  await readModels.close();
  await log.close();
  return (events / milliseconds) * 1000;
}

async function count(log: EventLog): Promise<number> {
  let events = 0;
  for await (const page of log.readAll()) events += page.length;
  return events;
}

/** The same events in the same streams, byte for byte. */
async function copy(from: Engines['log'], to: Engines['log']): Promise<void> {
  const source = await openEventLog(from, { clock: systemClock, readOnly: true });
  const target = await openEventLog(to, { clock: systemClock });
  for await (const page of source.readAll())
    for (const [stream, events] of runs(page)) await target.append(stream, events, 'any');
  await source.close();
  await target.close();
}

/** Consecutive events of one stream together. */
function runs(page: readonly StoredEvent[]): [stream: string, events: StoredEvent[]][] {
  const all: [string, StoredEvent[]][] = [];
  for (const event of page) {
    const last = all.at(-1);
    if (last?.[0] === event.stream) last[1].push(event);
    else all.push([event.stream, [event]]);
  }
  return all;
}
