import { MessageChannel } from 'node:worker_threads';
import type { EventLog } from '../events/log/eventLog.ts';
import { borrowedReads } from '../events/log/sharedReading.ts';
import { moduleAddress, startWorker } from '../workerThread.ts';
import type { Engines } from './engines.ts';
import type { LogReadingData } from './logReadingWorker.ts';

/**
 * Reads a log in a thread of its own, which ends with the reading. Fails with LogUnavailable if that thread
 * fails.
 */
export const readingElsewhere = (engine: Engines['log']): EventLog['readAll'] =>
  async function* (options = {}) {
    const { port1, port2 } = new MessageChannel();
    const workerData: LogReadingData = { engine, options, port: port2 };
    const worker = startWorker(moduleAddress('app/logReadingWorker'), { workerData, transferList: [port2] });
    worker.on('error', () => port1.close());
    worker.on('exit', () => port1.close());
    try {
      yield* borrowedReads(port1).readAll();
    } finally {
      port1.close();
      await worker.terminate();
    }
  };
