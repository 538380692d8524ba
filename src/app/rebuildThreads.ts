/** Rebuilds beside the server: each generation is filled in a thread of its own, a few at a time. */
import type { Engines } from './engines.ts';
import type { FillProgress } from '../projections/filling.ts';
import type { ProjectionLogger } from '../projections/intake.ts';
import type { FillElsewhere } from '../projections/runner.ts';
import { Gate } from '../projections/turns.ts';
import type { RebuildOrder } from './rebuildWorker.ts';
import { startWorker } from '../workerThread.ts';

/** More threads than this would take the processors away from those who wait for answers. */
const AT_ONCE = 2;
/** Mebibytes: a batch of events and the buffered documents die young in it. */
const YOUNG_GENERATION = 64;

type Report =
  | { readonly progress: FillProgress }
  | { readonly level: keyof ProjectionLogger; readonly fields: object; readonly message: string };

/**
 * Fills generations in threads that open the engines for themselves. `module` is the address of the module whose
 * `projections` they run.
 */
export function rebuildThreads(engines: Engines, module: string, logger: ProjectionLogger): FillElsewhere {
  const gate = new Gate(AT_ONCE);
  return ({ projection, name, onProgress, signal }) =>
    gate.through(async () => {
      signal.throwIfAborted();
      const order: RebuildOrder = { engines, module, name };
      const receive = (report: Report): void => {
        if ('progress' in report) onProgress(report.progress);
        else logger[report.level]({ projection: projection.name, ...report.fields }, report.message);
      };
      await run(order, receive, signal);
    });
}

function run(order: RebuildOrder, receive: (report: Report) => void, signal: AbortSignal): Promise<void> {
  const worker = startWorker('rebuildWorker', import.meta.url, {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
  });
  const terminate = () => void worker.terminate();
  signal.addEventListener('abort', terminate);
  return new Promise<void>((resolve, reject) => {
    worker.on('message', receive);
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(signal.aborted ? signal.reason : new Error(`A rebuild ended with code ${code}.`));
    });
  }).finally(() => signal.removeEventListener('abort', terminate));
}
