/**
 * What it costs a send that an observer sees every acknowledged event with the organization before and after it, in
 * processor time of the server: that depends less on whatever else the machine does than sends per second do.
 */
import { moduleFile } from './support/child.ts';
import { populatedFolder } from './support/growLog.ts';
import { LoadGenerator } from './support/load.ts';
import type { Benchmark } from './support/report.ts';
import { interleaved, ROUND_TIME } from './support/rounds.ts';
import { Server } from './support/server.ts';

const CONNECTIONS = 64;
const PEOPLE = 1_000;

export const moments: Benchmark = async (report) => {
  const load = new LoadGenerator();
  const [unobserved, idle, busy] = [
    await observedBy('nobody'),
    await observedBy('nothing'),
    await observedBy('translating'),
  ];
  const sendTo = (server: Server) => async () => {
    const before = await server.observe<number>('processor');
    const { perSecond, refused } = await load.run({
      port: server.port,
      connections: CONNECTIONS,
      milliseconds: ROUND_TIME,
      requests: [server.sendRequest('Everybody follows this channel', 'channel 1')],
    });
    const used = (await server.observe<number>('processor')) - before;
    return { perSecond, refused, microseconds: (used * 1e6) / (perSecond * ROUND_TIME) };
  };
  for (const server of [unobserved, idle, busy]) await sendTo(server)();
  const { nobody, nothing, translating } = await interleaved({
    nobody: sendTo(unobserved),
    nothing: sendTo(idle),
    translating: sendTo(busy),
  });
  const of = ({ microseconds }: { readonly microseconds: number }) => microseconds / nobody.microseconds;
  report.figure('without an observer', nobody.perSecond, 'sends/s');
  report.figure('  a send', nobody.microseconds, 'µs of processor time');
  report.figure('an observer that does nothing', nothing.perSecond, 'sends/s');
  report.goal('  a send, of one without', of(nothing), { atMost: 1.1 });
  report.figure('an observer that translates every event', translating.perSecond, 'sends/s');
  report.goal('  a send, of one without', of(translating), { atMost: 1.5 });
  const refused = nobody.refused + nothing.refused + translating.refused;
  report.goal('  answers other than 200', refused, { atMost: 0 }, '');
  await Promise.all([unobserved.stop(), idle.stop(), busy.stop(), load.stop()]);
};

/** A server whose lanes have an observer by that name; `nobody` is none. */
async function observedBy(name: string): Promise<Server> {
  const folder = await populatedFolder({ users: PEOPLE, channels: 1, subscribers: PEOPLE });
  const server = await Server.start({
    folder,
    environment: { BENCH_OBSERVER: name },
    execArgv: ['--import', moduleFile('bench/support/observingMoments')],
  });
  await server.ready();
  return server;
}
