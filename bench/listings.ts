/**
 * What GET /users of 10,000 and GET /streams of 1,000 cost, against an Express server that has a buffer of that size
 * lying ready, one that answers little, and writing the whole listing down as JSON.
 */
import { end, firstLine, startModule } from './support/child.ts';
import { LARGE, populatedFolder } from './support/growLog.ts';
import { LoadGenerator } from './support/load.ts';
import type { Benchmark, Report } from './support/report.ts';
import { interleaved, median, ROUND_TIME, timed } from './support/rounds.ts';
import { Server } from './support/server.ts';

const LISTINGS = [
  { path: '/users', name: 'members' },
  { path: '/streams', name: 'streams' },
] as const;
const CONNECTIONS = { bodies: 16, tags: 64 };
/** Changes of one user, each followed by a question. */
const CHANGES = 40;
/** Milliseconds after which the views have taken in a change for sure. */
const SETTLED = 40;

type Listing = (typeof LISTINGS)[number];

interface Bench {
  readonly server: Server;
  readonly floorPort: number;
  readonly load: LoadGenerator;
}

export const listings: Benchmark = async (report) => {
  const server = await Server.start({ folder: await populatedFolder(LARGE) });
  await server.ready();
  await server.quiet();
  const floor = startModule('bench/support/floorServer');
  const bench = { server, floorPort: Number(await firstLine(floor)), load: new LoadGenerator() };
  for (const listing of LISTINGS) await firstAnswer(report, bench, listing);
  for (const listing of LISTINGS) await wholeBodies(report, bench, listing);
  for (const listing of LISTINGS) await unchanged(report, bench, listing);
  await oneChange(report, bench);
  await Promise.all([server.stop(), end(floor), bench.load.stop()]);
};

/** Nothing is ready yet: others must get their turns while it is made. */
async function firstAnswer(report: Report, { server }: Bench, { path }: Listing): Promise<void> {
  await server.observe('begin');
  const milliseconds = await timed(async () => (await server.fetch('GET', path)).arrayBuffer());
  const { longest } = await server.observe<{ longest: number }>('delay');
  report.figure(`GET ${path}, asked for the first time`, milliseconds, 'ms');
  report.goal('  the event loop stands still for', longest, { atMost: 50 }, 'ms');
}

const floorRequest = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function wholeBodies(
  report: Report,
  { server, floorPort, load }: Bench,
  { path }: Listing,
): Promise<void> {
  const bytes = (await (await server.fetch('GET', path)).arrayBuffer()).byteLength;
  const connections = CONNECTIONS.bodies;
  const ask = (port: number, request: string) => () =>
    load.run({ port, connections, milliseconds: ROUND_TIME, requests: [request] });
  const { floor, served } = await interleaved({
    floor: ask(floorPort, floorRequest(`/ready/${bytes}`)),
    served: ask(server.port, server.getRequest(path)),
  });
  report.figure(`GET ${path}`, bytes / 1e6, 'MB');
  report.figure('  a buffer of that size, lying ready', floor.perSecond, 'requests/s');
  report.figure('  the listing', served.perSecond, 'requests/s');
  report.goal('  of the ready buffer', served.perSecond / floor.perSecond, { atLeast: 0.7 });
  report.goal('  answers other than 200', served.refused, { atMost: 0 }, '');
}

async function unchanged(
  report: Report,
  { server, floorPort, load }: Bench,
  { path }: Listing,
): Promise<void> {
  const tag = (await server.fetch('HEAD', path)).headers.get('etag') ?? '';
  const connections = CONNECTIONS.tags;
  const ask = (port: number, request: string) => () =>
    load.run({ port, connections, milliseconds: ROUND_TIME, requests: [request] });
  const { floor, spared } = await interleaved({
    floor: ask(floorPort, floorRequest('/small')),
    spared: ask(server.port, server.getRequest(path, { 'If-None-Match': tag })),
  });
  report.figure('a small answer, 64 connections', floor.perSecond, 'requests/s');
  report.figure(`GET ${path} by who has it already`, spared.perSecond, 'requests/s');
  report.goal('  of the small answer', spared.perSecond / floor.perSecond, { atLeast: 0.7 });
  report.goal('  answers other than 304', spared.answered - spared.refused, { atMost: 0 }, '');
}

/** HEAD makes the whole body and sends none of it. */
async function oneChange(report: Report, { server }: Bench): Promise<void> {
  const listing = (await server.call('GET', '/users')).body;
  const whole: number[] = [];
  const before: number[] = [];
  const after: number[] = [];
  const head = () => timed(async () => (await server.fetch('HEAD', '/users')).arrayBuffer());
  for (let change = 0; change < CHANGES; change += 1) {
    before.push(await head());
    await server.call('PATCH', '/users/5000', { full_name: `Name ${change}` });
    await new Promise((resolve) => setTimeout(resolve, SETTLED));
    after.push(await head());
    whole.push(await timed(() => JSON.stringify(listing)));
  }
  const renewal = median(after) - median(before);
  report.figure('the whole listing of people as JSON', median(whole), 'ms');
  report.figure('after one of them has changed', renewal, 'ms');
  report.goal('  of the whole', renewal / median(whole), { atMost: 0.1 });
}
