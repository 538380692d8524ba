import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/**
 * Starts the module `name` that lies beside the module `beside` (its `import.meta.url`) in a thread of its own. Run
 * from source, a thread does not inherit the TypeScript loader of its parent and has to install it first.
 */
export function startWorker(name: string, beside: string, options: WorkerOptions = {}): Worker {
  if (beside.endsWith('.js')) return new Worker(new URL(`${name}.js`, beside), options);
  const module = JSON.stringify(new URL(`${name}.ts`, beside).href);
  const bootstrap = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}); })`;
  return new Worker(bootstrap, { ...options, eval: true });
}
