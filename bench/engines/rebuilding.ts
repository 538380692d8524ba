/** The speed at which all views are rebuilt; on a document server it is a figure without a goal. */
import { openEventLog, openReadModels, type Engines } from '../../src/app/core/engines.ts';
import { PROJECTIONS_MODULE } from '../../src/app/core/engines.ts';
import { rebuildThreads } from '../../src/app/core/rebuildThreads.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { projections } from '../../src/projections/catalog.ts';
import { openTail } from '../../src/events/log/tail.ts';
import { startProjections } from '../../src/projections/running/runner.ts';
import { MongoServer } from '../../test/support/mongodb/server.ts';
import { populatedFolder } from '../support/growLog.ts';
import type { Report } from '../support/report.ts';
import { timed } from '../support/rounds.ts';

const POPULATION = { users: 200, channels: 20, subscribers: 50, messages: 20_000 };
const PROGRAM = process.env.HANSARD_TEST_MONGOD;
const logger = { info() {}, warn: console.error, error: console.error };

export async function rebuilding(report: Report): Promise<void> {
  if (!PROGRAM) return report.skipped('views rebuilt on MongoDB', 'HANSARD_TEST_MONGOD is not set');
  const log = { engine: 'sqlite', folder: await populatedFolder(POPULATION) } as const;
  const server = await MongoServer.start(PROGRAM);
  report.figure(
    'views rebuilt on MongoDB from an embedded log',
    await rebuilt({ log, documents: { engine: 'mongodb', url: server.url } }),
    'events/s',
  );
  await server.stop();
}

/** All views built on documents that are empty, from the first event of the log on: events per second. */
export async function rebuilt(engines: Engines): Promise<number> {
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
