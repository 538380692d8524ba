import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/**
 * Address of the module at a path below `src/`, as in `rendering/threadWorker`. Built, this code lies in a file that several
 * programs share, at the top of `dist/`, and the module where its source lies below `src/` (scripts/build.js).
 */
export const moduleAddress = (path: string): URL =>
  new URL(`./${path}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Starts a module in a thread of its own. From source, a thread first installs the loader that it does not inherit. */
export function startWorker(module: URL, options: WorkerOptions = {}): Worker {
  if (module.href.endsWith('.js')) return new Worker(module, options);
  const address = JSON.stringify(module.href);
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${address}); })`;
  return new Worker(bootstrap, { ...options, eval: true });
}
