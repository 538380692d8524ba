/**
 * The process that renders: takes jobs in batches and answers each batch with as many outcomes. It ends with the
 * server: signals are not for it, and it may not stay behind.
 */
import { loadLibraries, runJob, silenceWarnings, warmForLong } from './jobs.ts';
import type { ProcessMessage } from './process.ts';
import type { RenderJob, RenderResult } from './rendered.ts';

const timeLimit = Number(process.argv[2]);

const send = (message: ProcessMessage): void => void process.send?.(message);

function done(job: RenderJob): RenderResult {
  const reportLoading = (isLoading: boolean): void => send({ isLoading });
  loadLibraries(job, reportLoading);
  return runJob(job, timeLimit, reportLoading);
}

process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (jobs: RenderJob[]) => send(jobs.map(done)));
silenceWarnings();
warmForLong();
send('ready');
