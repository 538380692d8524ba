import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/**
 * URL of the module at a path below `src/`, such as `rendering/threadWorker`. In a build this code is in a
 * file at the top of `dist/` that several programs share, and modules keep their paths (scripts/build.js).
 */
export const moduleAddress = (path: string): URL =>
  new URL(`./${path}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Set by `npm test`, which has just built what it runs: programs start much faster from a build. */
const isBuilt = process.env['HANSARD_TEST_BUILT'] === 'on' && import.meta.url.endsWith('.ts');

/** The same for a module that imports no others by name, in tests from the build. */
export const programAddress = (path: string): URL =>
  isBuilt ? new URL(`../dist/${path}.js`, import.meta.url) : moduleAddress(path);

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

/** Calls back when a thread has ended, with the error that ended it or one that tells its exit code. */
export function whenEnded(worker: Worker, ended: (reason: Error) => void): void {
  let thrown: unknown;
  worker.on('error', (error) => (thrown = error));
  worker.on('exit', (code) =>
    ended(thrown instanceof Error ? thrown : new Error(String(thrown ?? `exit code ${code}`))),
  );
}
