/** The processor time of a server. */
import { setTimeout } from 'node:timers/promises';
import type { Server } from './server.ts';

/** Per cent of one core that the server takes while something goes on, beside what comes of that. */
export async function processorShare<Result extends object>(
  server: Server,
  work: () => Promise<Result>,
): Promise<Result & { readonly share: number }> {
  const [before, began] = [await server.observe<number>('processor'), performance.now()];
  const result = await work();
  const used = (await server.observe<number>('processor')) - before;
  return { ...result, share: (100 * used) / (performance.now() - began) };
}

/** The same of a server of which nobody wants anything for so many milliseconds. */
export const idleShare = async (server: Server, milliseconds: number): Promise<number> =>
  (await processorShare(server, () => setTimeout(milliseconds, {}))).share;
