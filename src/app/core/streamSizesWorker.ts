/** A thread that counts a log from the beginning: reading it all would block its parent for too long. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import { type Engines, openEventLog } from './engines.ts';
import { continueCount, type StreamSizes } from './streamSizes.ts';

/** Start-up data of the thread. */
export interface StreamSizesData {
  readonly engine: Engines['log'];
  readonly counted: StreamSizes;
}

const { engine, counted } = workerData as StreamSizesData;
const log = await openEventLog(engine, { clock: systemClock, readOnly: true });
parentPort?.postMessage(await continueCount(counted, (options) => log.readAll(options)));
await log.close();
