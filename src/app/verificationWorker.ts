/** A thread that verifies views for owners: it builds them again in a folder of its own, and compares. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { projections } from '../projections/catalog.ts';
import type { BuildProgress } from '../projections/running/build.ts';
import { type Verification, verify } from '../projections/running/verify.ts';
import { type Engines, openEventLog, openReadModels } from './core/engines.ts';

/** Start-up data of the thread. */
export interface VerificationWorkerData {
  readonly engines: Engines;
  /** Of the views to verify. */
  readonly names: readonly string[];
  /** An empty folder; the parent removes it. */
  readonly folder: string;
}

/** A message of the thread: how far a view is built, or how it compares. */
export type VerificationReport = { readonly progress: BuildProgress } | { readonly outcome: Verification };

if (!parentPort) throw new Error('verificationWorker runs in a worker thread only.');
const port = parentPort;
const report = (what: VerificationReport): void => port.postMessage(what);
const { engines, names, folder } = workerData as VerificationWorkerData;
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

const log = await openEventLog(engines.log, { clock: systemClock, readOnly: true });
const readModels = await openReadModels(engines.documents, { clock: systemClock });
const scratch = await openReadModels({ engine: 'sqlite', folder }, { clock: systemClock });
try {
  const chosen = projections.filter(({ name }) => names.includes(name));
  const stores = { log, readModels, scratch, projections: chosen };
  const onProgress = (progress: BuildProgress): void => report({ progress });
  const outcomes = verify({ ...stores, clock: systemClock, logger: SILENT, onProgress });
  for await (const outcome of outcomes) report({ outcome });
} finally {
  await scratch.close();
  await readModels.close();
  await log.close();
}
