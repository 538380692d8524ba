/**
 * Sends of one node, of two that share one organization, and of two with an organization each, which shows what it costs
 * that two append to one stream: over the stand-in and one document server, each in a process of its own. The same 64
 * connections go to one node, or half of them to each.
 */
import { MongoServer } from '../test/support/mongodb/server.ts';
import { end, firstLine, startModule } from './support/child.ts';
import { type Load, LoadGenerator } from './support/load.ts';
import { sendInOtherOrganization } from './support/otherOrganization.ts';
import type { Benchmark, Report } from './support/report.ts';
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
  const sends = (load: LoadGenerator, server: Server, connections: number, message: string) =>
    load.run({ port: server.port, connections, milliseconds: ROUND_TIME, requests: [message] });
  const [shared, own] = [first.sendRequest(PLAIN), await sendInOtherOrganization(second, PLAIN, environment)];
  const both = async (ofFirst: string, ofSecond: string) =>
    together(
      await Promise.all([
        sends(loads[0], first, CONNECTIONS / 2, ofFirst),
        sends(loads[1], second, CONNECTIONS / 2, ofSecond),
      ]),
    );
  const one = () => sends(loads[0], first, CONNECTIONS, shared);
  const two = () => both(shared, second.sendRequest(PLAIN));
  const apart = () => both(shared, own);
  for (const warmUp of [one, two, apart]) await warmUp();
  const measured = await interleaved({ one, two, apart });
  reportSends(report, measured);
  await Promise.all([first.stop(), second.stop(), ...loads.map((load) => load.stop())]);
  await end(standIn);
  await documents.stop();
};

/** The figures of a node alone, of two with one organization, and of two with one each. */
function reportSends(
  report: Report,
  { one, two, apart }: Readonly<Record<'one' | 'two' | 'apart', Sends>>,
): void {
  report.figure('one node, 64 connections', one.perSecond, 'sends/s');
  report.figure('  p99', one.p99, 'ms');
  report.figure('two nodes of one organization, 32 connections each', two.perSecond, 'sends/s');
  report.goal('  of one node', two.perSecond / one.perSecond, { atLeast: 1 });
  report.figure('  p99', two.p99, 'ms');
  report.figure('two nodes of two organizations, one for each', apart.perSecond, 'sends/s');
  report.goal('  two nodes of one, of them', two.perSecond / apart.perSecond, {
    atLeast: 0.8,
  });
  report.goal('  answers other than 200', two.refused + apart.refused, { atMost: 0 }, '');
}

type Sends = Pick<Load, 'perSecond' | 'p99' | 'refused'>;

/** Both halves as one load. */
const together = (halves: readonly Load[]): Sends => ({
  perSecond: halves.reduce((sum, { perSecond }) => sum + perSecond, 0),
  p99: Math.max(...halves.map(({ p99 }) => p99)),
  refused: halves.reduce((sum, { refused }) => sum + refused, 0),
});
