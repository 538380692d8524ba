import { channel } from 'node:diagnostics_channel';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * URL of the module at a path below `src/`, such as `rendering/threadWorker`. In a build this code is in a
 * file of `dist/base/` that several programs share, and modules keep their paths (scripts/build.js).
 */
export const moduleUrl = (path: string): URL =>
  new URL(`../${path}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** A folder that the last build has made; there, too, when run from source. */
export const builtFolder = (name: string): URL => new URL(`../../dist/${name}/`, import.meta.url);

/** Set by `npm test`: the folder of what it has just built, from which programs start much faster. */
const built = import.meta.url.endsWith('.ts') ? process.env['HANSARD_TEST_BUILT'] : undefined;

/** The same for a module that imports no others by name, in tests from the build. */
export const programUrl = (path: string): URL =>
  built === undefined ? moduleUrl(path) : pathToFileURL(`${built}/src/${path}.js`);

/**
 * Starts a module in a thread of its own. When run from source, the thread first installs the loader, which
 * it does not inherit.
 */
export function startWorker(module: URL, options: WorkerOptions = {}): Worker {
  if (module.href.endsWith('.js')) return new Worker(module, options);
  const address = JSON.stringify(module.href);
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${address}); })`;
  return new Worker(bootstrap, { ...options, eval: true });
}

/** Calls back when a thread has ended, with the error that ended it or one with its exit code. */
export function whenEnded(worker: Worker, ended: (reason: Error, code: number) => void): void {
  let thrown: unknown;
  worker.on('error', (error) => (thrown = error));
  worker.on('exit', (code) =>
    ended(thrown instanceof Error ? thrown : new Error(String(thrown ?? `exit code ${code}`)), code),
  );
}

/** A thread or process that ended while it was needed: what it does, as in "decodes pictures", and why it ended. */
export interface LostThread {
  readonly kind: 'thread' | 'process';
  readonly thread: string;
  readonly reason: string;
}

/** Each `LostThread` of this process is published here; a server logs them. */
export const lostThreads = channel('hansard.lost_threads');

/** The error for those who wait for a thread that has ended. Use it alone where their caller logs it. */
export const threadLoss = (thread: string, cause: Error, kind: LostThread['kind'] = 'thread'): Error =>
  new Error(`The ${kind} that ${thread} has ended: ${cause.message}`, { cause });

/** Reports to the operator that a thread has ended, and returns the error for those who wait for it. */
export function reportLoss(thread: string, cause: Error, kind: LostThread['kind'] = 'thread'): Error {
  lostThreads.publish({ kind, thread, reason: cause.message } satisfies LostThread);
  return threadLoss(thread, cause, kind);
}

/** The answers of a thread, requested one after the other. */
interface ThreadAnswers<Answer> {
  /** The next answer. Fails with `threadLoss` when the thread ends, or has ended. */
  next(): Promise<Answer>;
  /** Ends the thread. */
  end(): Promise<void>;
}

/** Listens to a thread; its end is reported unless `end` was called. */
export function answersOf<Answer>(worker: Worker, thread: string): ThreadAnswers<Answer> {
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let loss: Error | undefined;
  let isEnding = false;
  worker.on('message', (answer: Answer) => waiting?.resolve(answer));
  whenEnded(worker, (cause) => {
    loss = isEnding ? threadLoss(thread, cause) : reportLoss(thread, cause);
    waiting?.reject(loss);
  });
  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (loss) reject(loss);
        else waiting = { resolve, reject };
      }),
    async end() {
      isEnding = true;
      await worker.terminate();
    },
  };
}
