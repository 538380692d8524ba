/** Rebuilds in the background: threads of their own fill the generations. */
import type { Worker } from 'node:worker_threads';
import { moduleUrl, startWorker, threadLoss, whenEnded } from '../../base/workerThread.ts';
import type { BuildProgress } from '../../projections/running/build.ts';
import {
  type BuildInWorker,
  type BuildWorker,
  createBuildPool,
  type GenerationBuild,
  type LogSharing,
} from '../../projections/running/buildPool.ts';
import type { ProjectionLogger } from '../../projections/running/logLines.ts';
import type { Engines } from './engines.ts';
import type { RebuildOrder, RebuildReport, RebuildWorkerData } from './rebuildWorker.ts';

/** Mebibytes: a batch of events and its buffered documents fit in and are collected cheaply. */
const YOUNG_GENERATION = 64;

/**
 * Fills generations in threads that open the engines themselves. `module` is the URL of the module that
 * exports their `projections`. At most two threads: more would take the processors away from requests.
 */
export const rebuildThreads = (engines: Engines, module: string, logger: ProjectionLogger): BuildInWorker =>
  createBuildPool(() => new RebuildThread({ engines, module }, logger), 2);

/** A thread that carries out one order at a time and is discarded when one fails. */
class RebuildThread implements BuildWorker {
  readonly #logger: ProjectionLogger;
  readonly #worker: Worker;
  #current:
    { readonly tasks: readonly GenerationBuild[]; resolve(): void; reject(error: unknown): void } | undefined;
  #onStarted = (): void => {};
  /** Resolves when the thread accepts orders, or has ended. */
  readonly started = new Promise<void>((resolve) => (this.#onStarted = resolve));
  /** Why the thread ended. */
  #end: unknown;

  constructor(workerData: RebuildWorkerData, logger: ProjectionLogger) {
    this.#logger = logger;
    this.#worker = startWorker(moduleUrl('app/core/rebuildWorker'), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#worker.on('message', (report: RebuildReport) => this.#receive(report));
    whenEnded(this.#worker, (reason) => this.#lose(threadLoss('rebuilds views', reason)));
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  async build(tasks: readonly GenerationBuild[], sharing?: LogSharing): Promise<void> {
    const order: RebuildOrder = { names: tasks.map(({ name }) => name), sharing };
    const port = sharing && ('lendsTo' in sharing ? sharing.lendsTo : sharing.borrowsFrom);
    const end = () => this.end();
    for (const { signal } of tasks) signal.addEventListener('abort', end);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#current = { tasks, resolve, reject };
        if (this.hasEnded) {
          port?.close();
          reject(this.#end);
        } else this.#worker.postMessage(order, port ? [port] : []);
      });
    } finally {
      this.#current = undefined;
      for (const { signal } of tasks) signal.removeEventListener('abort', end);
    }
  }

  end(): void {
    void this.#worker.terminate();
  }

  #lose(error: unknown): void {
    this.#end ??= error;
    this.#onStarted();
    this.#current?.reject(error);
  }

  #receive(report: RebuildReport): void {
    if (report === 'ready') this.#onStarted();
    else if (report === 'done') this.#current?.resolve();
    else if ('progress' in report) this.#reportProgress(report.progress);
    else this.#logger[report.level](report.fields, report.sentence);
  }

  #reportProgress(progress: BuildProgress): void {
    const task = this.#current?.tasks.find(({ projection }) => projection.name === progress.projection);
    task?.onProgress(progress);
  }
}
