/** The cost of POST /register of everything in an organization of 10,000 people and 1,000 channels, after the first. */
import { LARGE, populatedFolder } from './support/growLog.ts';
import type { Benchmark } from './support/report.ts';
import { timed } from './support/rounds.ts';
import { Server } from './support/server.ts';
import { watched } from './support/watched.ts';

const REGISTRATIONS = 100;
/** Of one after the other, so that none waits for another. */
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  empty_topic_name: true,
};

export const register: Benchmark = async (report) => {
  const server = await Server.start({ folder: await populatedFolder(LARGE) });
  await server.ready();
  await server.quiet();
  const fields = { client_capabilities: JSON.stringify(CAPABILITIES), apply_markdown: 'true' };
  const once = async (): Promise<number> =>
    timed(async () => (await server.fetch('POST', '/register', fields)).arrayBuffer());
  report.figure('POST /register of 10,000 people and 1,000 channels, the first', await once(), 'ms');
  const { times, longest } = await watched(server, async () => {
    const times: number[] = [];
    while (times.length < REGISTRATIONS) times.push(await once());
    return { times: times.sort((one, other) => one - other) };
  });
  const percentile = (part: number): number => times[Math.floor(times.length * part)] ?? NaN;
  report.figure('after it, p50', percentile(0.5), 'ms');
  report.goal('  p95', percentile(0.95), { atMost: 100 }, 'ms');
  report.goal('  the event loop stands still for', longest, { atMost: 50 }, 'ms');
  await server.stop();
};
