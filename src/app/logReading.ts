import { MessageChannel } from 'node:worker_threads';
import { type EventLog, LogUnavailable } from '../events/log/eventLog.ts';
import { receiveReads } from '../events/log/sharedReading.ts';
import { moduleUrl, reportLoss, startWorker, whenEnded } from '../workerThread.ts';
import type { Engines } from './engines.ts';
import type { LogReadingData } from './logReadingWorker.ts';

/**
 * Reads a log in a thread of its own, which ends with the reading. Fails with LogUnavailable if that thread
 * fails.
 */
export const createWorkerReads = (engine: Engines['log']): EventLog['readAll'] =>
  async function* (options = {}) {
    const { port1, port2 } = new MessageChannel();
    const workerData: LogReadingData = { engine, options, port: port2 };
    const worker = startWorker(moduleUrl('app/logReadingWorker'), { workerData, transferList: [port2] });
    const end = new Promise<Error>((resolve) => whenEnded(worker, resolve));
    void end.then(() => port1.close());
    try {
      yield* receiveReads(port1).readAll();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      const cause = reportLoss('reads the log', await end);
      throw new LogUnavailable(cause.message, { cause });
    } finally {
      port1.close();
      await worker.terminate();
    }
  };
