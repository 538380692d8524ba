/**
 * Sends of one node, and of two that share one organization: over the stand-in and one document server, each in a process
 * of its own. The same 64 connections go to one node, or half of them to each.
 */
import { MongoServer } from '../test/support/mongodb/server.ts';
import { end, firstLine, startModule } from './support/child.ts';
import { type Load, LoadGenerator } from './support/load.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, ROUND_TIME } from './support/rounds.ts';
import { Server } from './support/server.ts';

const PROGRAM = process.env.HANSARD_TEST_MONGOD;
const CONNECTIONS = 64;
const PLAIN =
  'Could somebody look at the second sheet before the meeting and tell me whether the numbers agree?';

export const nodes: Benchmark = async (report) => {
  if (!PROGRAM) return report.skipped('two nodes', 'HANSARD_TEST_MONGOD is not set');
  const [standIn, documents] = [
    startModule('test/support/eventstoredb/serve'),
    await MongoServer.start(PROGRAM),
  ];
  const environment = {
    EVENTSTOREDB_URL: await firstLine(standIn),
    MONGODB_URL: `${documents.url}/bench`,
  };
  const first = await Server.start({ environment });
  const second = await Server.start({ environment });
  await first.createChannel('general');
  await first.quiet();
  const loads = [new LoadGenerator(), new LoadGenerator()] as const;
  const sends = ([load, server]: readonly [LoadGenerator, Server], connections: number) =>
    load.run({
      ...{ port: server.port, connections, requests: [server.sendRequest(PLAIN)] },
      milliseconds: ROUND_TIME,
    });
  const one = () => sends([loads[0], first], CONNECTIONS);
  const two = async () => {
    const halves = [
      [loads[0], first],
      [loads[1], second],
    ] as const;
    return together(await Promise.all(halves.map((half) => sends(half, CONNECTIONS / 2))));
  };
  for (const warmUp of [one, two]) await warmUp();
  const measured = await interleaved({ one, two });
  report.figure('one node, 64 connections', measured.one.perSecond, 'sends/s');
  report.figure('  p99', measured.one.p99, 'ms');
  report.figure('two nodes of one organization, 32 connections each', measured.two.perSecond, 'sends/s');
  report.goal('  of one node', measured.two.perSecond / measured.one.perSecond, { atLeast: 1 });
  report.figure('  p99', measured.two.p99, 'ms');
  report.goal('  answers other than 200', measured.two.refused, { atMost: 0 }, '');
  await Promise.all([first.stop(), second.stop(), ...loads.map((load) => load.stop())]);
  await end(standIn);
  await documents.stop();
};

/** Both halves as one load. */
const together = (halves: readonly Load[]) => ({
  perSecond: halves.reduce((sum, { perSecond }) => sum + perSecond, 0),
  p99: Math.max(...halves.map(({ p99 }) => p99)),
  refused: halves.reduce((sum, { refused }) => sum + refused, 0),
});
