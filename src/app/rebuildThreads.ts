/**
 * Rebuilds beside the server: generations are filled in threads, a few at a time. A thread that has filled one goes on
 * with what waits, for its start takes as long as filling a small one.
 */
import type { Worker } from 'node:worker_threads';
import type { ProjectionLogger } from '../projections/intake.ts';
import type { FillElsewhere } from '../projections/runner.ts';
import { Gate } from '../projections/turns.ts';
import { startWorker } from '../workerThread.ts';
import type { Engines } from './engines.ts';
import type { RebuildOrder, RebuildReport } from './rebuildWorker.ts';

/** More threads than this would take the processors away from those who wait for answers. */
const AT_ONCE = 2;
/** Mebibytes: a batch of events and the buffered documents die young in it. */
const YOUNG_GENERATION = 64;

type Task = Parameters<FillElsewhere>[0];

/**
 * Fills generations in threads that open the engines for themselves. `module` is the address of the module whose
 * `projections` they run.
 */
export function rebuildThreads(engines: Engines, module: string, logger: ProjectionLogger): FillElsewhere {
  const gate = new Gate(AT_ONCE);
  const free: RebuildThread[] = [];
  let waiting = 0;

  async function fillNext(task: Task): Promise<void> {
    waiting -= 1;
    try {
      task.signal.throwIfAborted();
      const thread = free.pop() ?? new RebuildThread(logger);
      await thread.carryOut({ engines, module, name: task.name }, task);
      free.push(thread);
    } finally {
      if (waiting === 0) for (const thread of free.splice(0)) thread.end();
    }
  }

  return (task) => {
    waiting += 1;
    return gate.through(() => fillNext(task));
  };
}

/** A thread that fills one generation at a time, and is gone when it could not. */
class RebuildThread {
  readonly #logger: ProjectionLogger;
  readonly #worker: Worker;
  #current: { readonly task: Task; resolve(): void; reject(error: unknown): void } | undefined;

  constructor(logger: ProjectionLogger) {
    this.#logger = logger;
    this.#worker = startWorker('rebuildWorker', import.meta.url, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#worker.on('message', (report: RebuildReport) => this.#receive(report));
    this.#worker.on('error', (error) => this.#current?.reject(error));
    this.#worker.on('exit', (code) => this.#current?.reject(new Error(`A rebuild ended with code ${code}.`)));
  }

  async carryOut(order: RebuildOrder, task: Task): Promise<void> {
    const { signal } = task;
    const end = () => this.end();
    signal.addEventListener('abort', end);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#current = { task, resolve, reject };
        this.#worker.postMessage(order);
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      this.#current = undefined;
      signal.removeEventListener('abort', end);
    }
  }

  end(): void {
    void this.#worker.terminate();
  }

  #receive(report: RebuildReport): void {
    if (this.#current === undefined) return;
    const { task, resolve } = this.#current;
    if (report === 'done') resolve();
    else if ('progress' in report) task.onProgress(report.progress);
    else this.#logger[report.level]({ projection: task.projection.name, ...report.fields }, report.message);
  }
}
