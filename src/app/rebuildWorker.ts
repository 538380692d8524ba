/** A thread that rebuilds: for each order it opens the engines for itself, and fills and seals one generation. */
import { parentPort } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { type Engines, openEventLog, openReadModels } from './engines.ts';
import type { Projection } from '../projections/define.ts';
import { fill, type FillProgress } from '../projections/filling.ts';
import type { ProjectionLogger } from '../projections/intake.ts';
import type { GenerationName } from '../projections/store/readModels.ts';

/** What the thread is asked to do, one at a time. One that fails ends the thread. */
export interface RebuildOrder {
  readonly engines: Engines;
  /** Address of the module that exports `projections`. */
  readonly module: string;
  readonly name: GenerationName;
}

/** What a thread says of its order: how far it is, something for the server's log, that it is carried out. */
export type RebuildReport =
  | { readonly progress: FillProgress }
  | { readonly level: keyof ProjectionLogger; readonly fields: object; readonly message: string }
  | 'done';

/** Larger batches outlive the young generation of the heap, and collecting them costs more than they save. */
const BATCH = 1_000;

if (!parentPort) throw new Error('rebuildWorker runs in a worker thread only.');
const port = parentPort;
const report = (what: RebuildReport): void => port.postMessage(what);

async function carryOut({ engines, module, name }: RebuildOrder): Promise<void> {
  const { projections } = (await import(module)) as { readonly projections: readonly Projection[] };
  const projection = projections.find((each) => each.name === name.projection);
  if (!projection) throw new Error(`${module} has no projection named ${name.projection}.`);
  const log = await openEventLog(engines.log, { clock: systemClock, readOnly: true });
  const readModels = await openReadModels(engines.documents, { clock: systemClock });
  const logger = { info: logging('info'), warn: logging('warn'), error: logging('error') };
  const onProgress = (progress: FillProgress) => report({ progress });
  try {
    await fill({ projection, name, log, readModels, clock: systemClock, logger, batch: BATCH, onProgress });
  } finally {
    await readModels.close();
    await log.close();
  }
}

/** What the thread has to say goes into the log of the server. */
const logging = (level: keyof ProjectionLogger) => (fields: object, message: string) =>
  report({ level, fields, message });

port.on('message', (order: RebuildOrder) => void carryOut(order).then(() => report('done')));
