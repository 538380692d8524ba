/**
 * How long the process of a server takes until it listens, against one that imports Express; and that it loads no
 * driver which it does not use.
 */
import { end, firstLine, startModule } from './support/child.ts';
import { temporaryFolder } from './support/folders.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved } from './support/rounds.ts';
import { Server } from './support/server.ts';

const ROUNDS = 9;
const DRIVERS = ['mongodb', '@eventstore/db-client'];

export const start: Benchmark = async (report) => {
  const folder = temporaryFolder();
  const server = await Server.start({ folder });
  const modules = await server.observe<string[]>('modules');
  await server.stop();
  const { express, listening } = await interleaved(
    {
      express: async () => ({ milliseconds: await timeToLine('bench/support/importExpress') }),
      listening: async () => ({ milliseconds: await timeToLine('src/main', folder) }),
    },
    ROUNDS,
  );
  report.figure('a process that imports Express', express.milliseconds, 'ms');
  report.figure('listening on a bootstrapped log', listening.milliseconds, 'ms');
  report.goal('  of that', listening.milliseconds / express.milliseconds, { atMost: 3 });
  const loaded = DRIVERS.filter((driver) =>
    modules.some((file) => file.includes(`/node_modules/${driver}/`)),
  );
  report.goal('  drivers loaded without being used', loaded.length, { atMost: 0 }, '');
};

/** From the start of a process to its first line; its end is not timed. */
async function timeToLine(module: string, folder = ''): Promise<number> {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', WEB_APP: 'off' };
  const started = performance.now();
  const child = startModule(module, [], { env });
  await firstLine(child);
  const milliseconds = performance.now() - started;
  await end(child);
  return milliseconds;
}
