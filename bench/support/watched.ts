/** For how long an event loop stood still while something went on. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Server } from './server.ts';

/** Of the server at the longest, in ms; and of this program, which is idle: what the machine does to everybody. */
export async function watched<Result extends object>(server: Server, work: () => Promise<Result>) {
  const idle = monitorEventLoopDelay({ resolution: 1 });
  idle.enable();
  await server.observe('begin');
  const result = await work();
  const { longest } = await server.observe<{ longest: number }>('delay');
  idle.disable();
  return { ...result, longest, idle: idle.max / 1e6 - 1 };
}
