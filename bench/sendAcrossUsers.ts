/** Compares the cost of a send in a small and in a large organization, everybody following its channel. */
import { populatedFolder } from './support/growLog.ts';
import { LoadGenerator } from './support/load.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, ROUND_TIME } from './support/rounds.ts';
import { Server } from './support/server.ts';

const FEW = 100;
const MANY = 10_000;
const CONNECTIONS = 64;

export const sendAcrossUsers: Benchmark = async (report) => {
  const load = new LoadGenerator();
  const small = await organizationOf(FEW);
  const large = await organizationOf(MANY);
  const sendTo = (server: Server) => (milliseconds: number) =>
    load.run({
      port: server.port,
      connections: CONNECTIONS,
      milliseconds,
      requests: [server.sendRequest('Everybody follows this channel', 'channel 1')],
    });
  const [toFew, toMany] = [sendTo(small), sendTo(large)];
  await toFew(ROUND_TIME);
  await toMany(ROUND_TIME);
  const { few, many } = await interleaved({ few: () => toFew(ROUND_TIME), many: () => toMany(ROUND_TIME) });
  report.figure(`${FEW} users and subscribers`, few.perSecond, 'sends/s');
  report.figure(`${MANY.toLocaleString('en')} users and subscribers`, many.perSecond, 'sends/s');
  const cost = few.perSecond / many.perSecond;
  report.goal('  cost of a send among many, of one among few', cost, { atMost: 1.2 });
  report.goal('  the same', cost, { atLeast: 0.8 });
  report.goal('  answers other than 200', few.refused + many.refused, { atMost: 0 }, '');
  await Promise.all([small.stop(), large.stop(), load.stop()]);
};

async function organizationOf(users: number): Promise<Server> {
  const folder = await populatedFolder({ users, channels: 1, subscribers: users });
  const server = await Server.start({ folder });
  await server.ready();
  return server;
}
