import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/** Set by `npm test`, which has just built what it runs: threads start much faster from a build. */
const isBuilt = process.env['HANSARD_TEST_BUILT'] === 'on';

/**
 * URL of the module at a path below `src/`, such as `rendering/threadWorker`. In a build this code is in a
 * file at the top of `dist/` that several programs share, and modules keep their paths (scripts/build.js).
 */
export function moduleAddress(path: string): URL {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return new URL(isBuilt ? `../dist/${path}.js` : `./${path}.ts`, here);
  return new URL(`./${path}.js`, here);
}

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
