/**
 * The process that renders: takes jobs in batches and answers each batch with as many outcomes. It ends with the
 * server: signals are not for it, and it may not stay behind.
 */
import { loadFor, outcomeOf, silenceWarnings, warmForLong } from './jobs.ts';
import type { ProcessMessage } from './process.ts';
import type { Outcome, RenderJob } from './rendered.ts';

const timeLimit = Number(process.argv[2]);

const tell = (message: ProcessMessage): void => void process.send?.(message);

function done(job: RenderJob): Outcome {
  const tellLoading = (isLoading: boolean): void => tell({ isLoading });
  loadFor(job, tellLoading);
  return outcomeOf(job, timeLimit, tellLoading);
}

process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (jobs: RenderJob[]) => tell(jobs.map(done)));
silenceWarnings();
warmForLong();
tell('ready');
