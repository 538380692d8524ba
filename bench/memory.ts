/** The memory of 10,000 users, 1,000 channels and 500,000 subscriptions. */
import { resultOf } from './support/child.ts';
import { populatedFolder } from './support/growLog.ts';
import type { Benchmark } from './support/report.ts';
import { Server } from './support/server.ts';

const LARGE = { users: 10_000, channels: 1_000, subscribers: 500 };

export const memory: Benchmark = async (report) => {
  const state = await resultOf<{ bytes: number; subscriptions: number }>(
    'test/organization/subscriptionMemory',
    [],
    { execArgv: ['--expose-gc'] },
  );
  report.figure('subscriptions', state.subscriptions, '');
  report.goal('  each, both ways counted', state.bytes, { atMost: 32 }, 'bytes');
  const folder = await populatedFolder(LARGE);
  report.figure('a server that has just built its views of them', await residentSize(folder), 'MB');
  report.goal('  the same server, started again', await residentSize(folder), { atMost: 250 }, 'MB');
};

async function residentSize(folder: string): Promise<number> {
  const server = await Server.start({ folder });
  await server.ready();
  const bytes = await server.metric('process_resident_memory_bytes');
  await server.stop();
  return bytes / 1e6;
}
