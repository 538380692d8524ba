/** A rebuild thread: for each order it opens the engines, then fills and seals generations. */
import { parentPort, workerData } from 'node:worker_threads';
import { inSeconds, systemClock } from '../../base/clock.ts';
import type { LogFields } from '../../base/logger.ts';
import type { LogReads } from '../../events/log/eventLog.ts';
import { withRetriedReads } from '../../events/log/retriedReads.ts';
import { receiveReads, shareReads } from '../../events/log/sharedReads.ts';
import { buildGenerations, type BuildProgress } from '../../projections/running/build.ts';
import type { LogSharing } from '../../projections/running/buildPool.ts';
import type { Projection } from '../../projections/running/define.ts';
import type { ProjectionLogger } from '../../projections/running/logLines.ts';
import type { GenerationName } from '../../projections/store/readModels.ts';
import { type Engines, openEventLog, openReadModels } from './engines.ts';

/** Start-up data of the thread. */
export interface RebuildWorkerData {
  readonly engines: Engines;
  /** URL of the module that exports `projections`. */
  readonly module: string;
}

/**
 * Projections to fill in one reading of the log, its own or another thread's. A failing order ends the
 * thread.
 */
export interface RebuildOrder {
  readonly names: readonly GenerationName[];
  readonly sharing?: LogSharing | undefined;
}

/** A message of the thread: ready for orders, progress, a log line, or order done. */
export type RebuildReport =
  | 'ready'
  | { readonly progress: BuildProgress }
  | { readonly level: keyof ProjectionLogger; readonly fields: LogFields; readonly sentence: string }
  | 'done';

/**
 * Events per page of the log; larger batches outlive the young generation of the heap and cost more to
 * collect.
 */
const BATCH = 512;

if (!parentPort) throw new Error('rebuildWorker runs in a worker thread only.');
const port = parentPort;
const report = (what: RebuildReport): void => port.postMessage(what);

const { engines, module } = workerData as RebuildWorkerData;
const { projections } = (await import(module)) as { readonly projections: readonly Projection[] };
const dependencies = {
  clock: systemClock,
  logger: { info: logging('info'), warn: logging('warn'), error: logging('error') },
  batch: BATCH,
  onProgress: (progress: BuildProgress) => report({ progress }),
};

/** The log as this thread reads it: it lends its pages to another thread, or borrows them from one. */
function sharing(how: LogSharing | undefined): (log: LogReads) => LogReads {
  if (how === undefined) return (log) => log;
  if ('lendsTo' in how) return shareReads(how.lendsTo, how.types);
  const borrowed = receiveReads(how.borrowsFrom);
  return () => borrowed;
}

/** Notifies the other thread that no more pages follow, or that this one has given up. */
const closeShared = (sharing: LogSharing | undefined): void => {
  if (sharing) ('lendsTo' in sharing ? sharing.lendsTo : sharing.borrowsFrom).close();
};

const onRetry = (error: Error, delay: number): void => {
  dependencies.logger.warn(
    { event: 'log.read_failed', error: error.message, delay },
    `A rebuild cannot read the event log; next attempt in ${inSeconds(delay)}.`,
  );
};

async function carryOut(order: RebuildOrder): Promise<void> {
  const shared = sharing(order.sharing);
  const generations = order.names.map((name) => ({ name, projection: projectionOf(name) }));
  const log = await openEventLog(engines.log, { clock: systemClock, readOnly: true });
  const readModels = await openReadModels(engines.documents, { clock: systemClock });
  try {
    const reads = withRetriedReads(log, { clock: systemClock, onRetry });
    await buildGenerations({ ...dependencies, generations, log: shared(reads), readModels });
  } finally {
    closeShared(order.sharing);
    await readModels.close();
    await log.close();
  }
}

function projectionOf(name: GenerationName): Projection {
  const projection = projections.find((each) => each.name === name.projection);
  if (projection) return projection;
  throw new Error(`${module} has no projection named ${name.projection}.`);
}

/** Forwards log lines of the thread to the server's log. */
function logging(level: keyof ProjectionLogger) {
  return (fields: LogFields, sentence: string): void => report({ level, fields, sentence });
}

port.on('message', (order: RebuildOrder) => void carryOut(order).then(() => report('done')));
report('ready');
