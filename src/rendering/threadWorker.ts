/**
 * The thread that renders: takes jobs in batches and answers each batch with as many outcomes. It counts finished jobs
 * in shared memory, so that the queue knows at which one it died.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { loadLibraries, runJob, silenceWarnings, warmUp } from './jobs.ts';
import type { RenderJob, RenderResult } from './rendered.ts';

if (!parentPort) throw new Error('rendering/threadWorker runs in a worker thread only.');
const port = parentPort;
const { finished, loading, timeLimit } = workerData as {
  readonly finished: Int32Array;
  readonly loading: Int32Array;
  /** Milliseconds for one text. */
  readonly timeLimit: number;
};

function done(job: RenderJob): RenderResult {
  const reportLoading = (isLoading: boolean): void => void Atomics.store(loading, 0, Number(isLoading));
  loadLibraries(job, reportLoading);
  const outcome = runJob(job, timeLimit, reportLoading);
  Atomics.add(finished, 0, 1);
  return outcome;
}

port.on('message', (jobs: RenderJob[]) => port.postMessage(jobs.map(done)));
silenceWarnings();
warmUp();
port.postMessage('ready');
