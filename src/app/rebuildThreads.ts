/**
 * Rebuilds beside the server: generations are filled in a few threads. The first one takes what waits longest, the last
 * one all that is left, for one way through the log is shorter than many.
 */
import type { Worker } from 'node:worker_threads';
import type { FillProgress } from '../projections/filling.ts';
import type { ProjectionLogger } from '../projections/intake.ts';
import type { FillElsewhere } from '../projections/runner.ts';
import { moduleAddress, startWorker } from '../workerThread.ts';
import type { Engines } from './engines.ts';
import type { RebuildOrder, RebuildReport, RebuildWorkerData } from './rebuildWorker.ts';

/** More threads than this would take the processors away from those who wait for answers. */
const AT_ONCE = 2;
/** Mebibytes: a batch of events and the buffered documents die young in it. */
const YOUNG_GENERATION = 64;

type Task = Parameters<FillElsewhere>[0];

/** A task and whoever waits for it. */
interface Asked {
  readonly task: Task;
  resolve(): void;
  reject(error: unknown): void;
  /** It failed beside others: one of them may have been to blame. */
  readonly alone?: boolean;
}

/**
 * Fills generations in threads that open the engines for themselves. `module` is the address of the module whose
 * `projections` they run.
 */
export function rebuildThreads(engines: Engines, module: string, logger: ProjectionLogger): FillElsewhere {
  const crew = new Crew(() => new RebuildThread({ engines, module }, logger));
  return (task) => crew.fill(task);
}

/** Few threads for many tasks. */
class Crew {
  readonly #start: () => RebuildThread;
  readonly #waiting: Asked[] = [];
  #threads = 0;
  #starting = 0;

  constructor(start: () => RebuildThread) {
    this.#start = start;
  }

  fill(task: Task): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      if (this.#threads < AT_ONCE) void this.#work();
    });
  }

  /** One thread, for as long as it lives and something waits. */
  async #work(): Promise<void> {
    this.#threads += 1;
    this.#starting += 1;
    const thread = this.#start();
    await thread.started;
    this.#starting -= 1;
    do await this.#carryOut(thread, this.#take());
    while (this.#waiting.length > 0 && !thread.hasEnded);
    thread.end();
    this.#threads -= 1;
    if (this.#waiting.length > 0) void this.#work();
  }

  /** What the thread that is free does next: one thing where another thread will be there for the rest. */
  #take(): Asked[] {
    const aloneAt = this.#waiting.findIndex(({ alone }) => alone);
    const together = aloneAt < 0 ? this.#waiting.length : Math.max(1, aloneAt);
    return this.#waiting.splice(0, this.#starting > 0 ? 1 : together);
  }

  async #carryOut(thread: RebuildThread, taken: readonly Asked[]): Promise<void> {
    const due = taken.filter(({ task, reject }) => !task.signal.aborted || reject(task.signal.reason));
    const tasks = due.map(({ task }) => task);
    try {
      if (due.length > 0) await thread.carryOut(tasks);
      for (const { resolve } of due) resolve();
    } catch (error) {
      const again = due.length > 1 && tasks.every(({ signal }) => !signal.aborted);
      if (again) this.#waiting.push(...due.map((asked) => ({ ...asked, alone: true })));
      else for (const { task, reject } of due) reject(task.signal.aborted ? task.signal.reason : error);
    }
  }
}

/** A thread that carries out one order at a time, and is gone when it could not. */
class RebuildThread {
  readonly #logger: ProjectionLogger;
  readonly #worker: Worker;
  #current: { readonly tasks: readonly Task[]; resolve(): void; reject(error: unknown): void } | undefined;
  #onStarted = (): void => {};
  /** Resolves when it takes orders, or has ended. */
  readonly started = new Promise<void>((resolve) => (this.#onStarted = resolve));
  /** Why it has ended. */
  #end: unknown;

  constructor(workerData: RebuildWorkerData, logger: ProjectionLogger) {
    this.#logger = logger;
    this.#worker = startWorker(moduleAddress('app/rebuildWorker'), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#worker.on('message', (report: RebuildReport) => this.#receive(report));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', (code) => this.#lose(new Error(`A rebuild ended with code ${code}.`)));
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  async carryOut(tasks: readonly Task[]): Promise<void> {
    const order: RebuildOrder = tasks.map(({ name }) => name);
    const end = () => this.end();
    for (const { signal } of tasks) signal.addEventListener('abort', end);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#current = { tasks, resolve, reject };
        if (this.hasEnded) reject(this.#end);
        else this.#worker.postMessage(order);
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
    else if ('progress' in report) this.#tell(report.progress);
    else this.#logger[report.level](report.fields, report.message);
  }

  #tell(progress: FillProgress): void {
    const task = this.#current?.tasks.find(({ projection }) => projection.name === progress.projection);
    task?.onProgress(progress);
  }
}
