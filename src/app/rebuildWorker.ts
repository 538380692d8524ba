/** The thread of one rebuild: opens the engines for itself, fills and seals one generation, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { type Engines, openEventLog, openReadModels } from './engines.ts';
import type { Projection } from '../projections/define.ts';
import { fill } from '../projections/filling.ts';
import type { GenerationName } from '../projections/store/readModels.ts';

/** What the thread is started with. */
export interface RebuildOrder {
  readonly engines: Engines;
  /** Address of the module that exports `projections`. */
  readonly module: string;
  readonly name: GenerationName;
}

/** Larger batches outlive the young generation of the heap, and collecting them costs more than they save. */
const BATCH = 1_000;

async function work({ engines, module, name }: RebuildOrder): Promise<void> {
  const { projections } = (await import(module)) as { readonly projections: readonly Projection[] };
  const projection = projections.find((each) => each.name === name.projection);
  if (!projection) throw new Error(`${module} has no projection named ${name.projection}.`);
  const log = await openEventLog(engines.log, { clock: systemClock, readOnly: true });
  const readModels = await openReadModels(engines.documents, { clock: systemClock });
  const logger = { info: report('info'), warn: report('warn'), error: report('error') };
  const onProgress = (progress: object) => parentPort?.postMessage({ progress });
  try {
    await fill({ projection, name, log, readModels, clock: systemClock, logger, batch: BATCH, onProgress });
  } finally {
    await readModels.close();
    await log.close();
  }
}

/** What the thread has to say goes into the log of the server. */
const report = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) =>
  parentPort?.postMessage({ level, fields, message });

await work(workerData as RebuildOrder);
