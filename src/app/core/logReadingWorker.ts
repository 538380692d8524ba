/**
 * A thread that reads the log for its parent: far behind the head, decoding would block the parent for too
 * long.
 */
import { type MessagePort, workerData } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import type { ReadAllOptions } from '../../events/log/eventLog.ts';
import { shareReads } from '../../events/log/sharedReads.ts';
import { type Engines, openEventLog } from './engines.ts';

/** Start-up data of the thread. */
export interface LogReadingData {
  readonly engine: Engines['log'];
  readonly options: ReadAllOptions;
  readonly port: MessagePort;
}

const { engine, options, port } = workerData as LogReadingData;
const lending = shareReads(port, []);
const log = await openEventLog(engine, { clock: systemClock, readOnly: true });
for await (const page of lending(log).readAll(options)) if (page.length === 0) break;
port.close();
await log.close();
