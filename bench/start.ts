/** How long a server takes until it listens, against importing Express; and that it loads no driver it does not use. */
import { end, firstLine, resultOf, startModule } from './support/child.ts';
import { temporaryFolder } from './support/folders.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, timed } from './support/rounds.ts';
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
      express: () => resultOf<{ milliseconds: number }>('bench/support/importExpress', []),
      listening: async () => ({ milliseconds: await timeToListen(folder) }),
    },
    ROUNDS,
  );
  report.figure('importing Express', express.milliseconds, 'ms');
  report.figure('listening on a bootstrapped log', listening.milliseconds, 'ms');
  report.goal('  of importing Express', listening.milliseconds / express.milliseconds, { atMost: 3 });
  const loaded = DRIVERS.filter((driver) =>
    modules.some((file) => file.includes(`/node_modules/${driver}/`)),
  );
  report.goal('  drivers loaded without being used', loaded.length, { atMost: 0 }, '');
};

/** From the start of the process to the line that says where it listens; the end of the process is not timed. */
async function timeToListen(folder: string): Promise<number> {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const child = startModule('src/main', [], { env });
  const milliseconds = await timed(() => firstLine(child));
  await end(child);
  return milliseconds;
}
