/**
 * What a send costs over HTTP with the embedded engines, against an Express server that does nothing (F2), the disk
 * that is flushed for every 4 KiB (D), and SQLite that stores 64 events to a commit (G).
 */
import { end, firstLine, startModule } from './support/child.ts';
import { flushedAppends, rawSqlite, rawSqliteAtItsBest } from './support/disk.ts';
import { type Load, LoadGenerator } from './support/load.ts';
import type { Benchmark, Report } from './support/report.ts';
import { interleaved, ROUND_TIME } from './support/rounds.ts';
import { Server } from './support/server.ts';
import { RenderProcess } from './support/rendering.ts';

const CONNECTIONS = 64;
/** Milliseconds until Express and the server have been compiled by V8. */
const WARM_UP = 2 * ROUND_TIME;

/** Two hundred characters or so, as people write them. */
const PLAIN =
  'The quarterly figures are in the shared folder; please look at the second sheet before the meeting, and tell me ' +
  'by noon whether the numbers for the north agree with what your people have';
const MARKDOWN =
  'The **quarterly figures** are in [the shared folder](https://files.example.com/q3); please look at `sheet 2` ' +
  'before the meeting, and tell me *by noon* whether the numbers for the north agree with yours';

export const send: Benchmark = async (report) => {
  const server = await Server.start();
  const floors = [
    startModule('bench/support/tunedExpress'),
    startModule('bench/support/floorServer'),
  ] as const;
  const [floorPort, barePort] = [Number(await firstLine(floors[0])), Number(await firstLine(floors[1]))];
  const [load, renderer] = [new LoadGenerator(), new RenderProcess()];
  await server.createChannel('general');
  const bench = { server, floorPort, barePort, load, renderer };
  await manyConnections(report, bench);
  await oneConnection(report, bench);
  await withMarkdown(report, bench);
  await Promise.all([server.stop(), ...floors.map(end), load.stop(), renderer.stop()]);
};

interface Bench {
  readonly server: Server;
  readonly floorPort: number;
  /** Of Express set up as our server is. */
  readonly barePort: number;
  readonly load: LoadGenerator;
  readonly renderer: RenderProcess;
}

function loadOn({ load, server }: Bench, content: string, connections: number, port = server.port) {
  const requests = [server.sendRequest(content)];
  return (milliseconds: number) => load.run({ port, connections, milliseconds, requests });
}

async function manyConnections(report: Report, bench: Bench): Promise<void> {
  const onFloor = loadOn(bench, PLAIN, CONNECTIONS, bench.floorPort);
  const onBare = loadOn(bench, PLAIN, CONNECTIONS, bench.barePort);
  const onServer = loadOn(bench, PLAIN, CONNECTIONS);
  for (const warmUp of [onFloor, onBare, onServer]) await warmUp(WARM_UP);
  const { f2, bare, sent, d, g, best } = await interleaved({
    f2: () => onFloor(ROUND_TIME),
    bare: () => onBare(ROUND_TIME),
    sent: () => countingCommits(bench.server, () => onServer(ROUND_TIME)),
    d: flushedAppends,
    g: rawSqlite,
    best: rawSqliteAtItsBest,
  });
  report.figure('F2: tuned Express that does nothing, 64 connections', f2.perSecond, 'requests/s');
  report.figure('  set up as our server is', bare.perSecond, 'requests/s');
  report.figure('D: 4 KiB appended and flushed', d.perSecond, 'appends/s');
  report.figure('G: plain SQLite, 64 events to a commit', g.perSecond, 'events/s');
  report.figure('  in one stream, with the same two texts in all of them', best.perSecond, 'events/s');
  report.figure('POST /messages, plain text, 64 connections', sent.perSecond, 'sends/s');
  report.goal('  of F2', sent.perSecond / f2.perSecond, { atLeast: 0.5 });
  report.goal('  of D', sent.perSecond / d.perSecond, { atLeast: 2 });
  report.goal('  of G', sent.perSecond / g.perSecond, { atLeast: 0.15 });
  report.figure('  p99', sent.p99, 'ms');
  report.goal('  p99 of the floor’s', sent.p99 / f2.p99, { atMost: 2.5 });
  report.goal('  flushes per request', sent.commitsPerSend, { atMost: 1 / 8 });
  report.goal('  answers other than 200', sent.refused, { atMost: 0 }, '');
}

/** Each commit is one flush: `synchronous` is FULL, and a commit waits for nothing else. */
async function countingCommits(server: Server, run: () => Promise<Load & Readonly<Record<string, number>>>) {
  const before = await server.metric('hansard_append_events_count');
  const load = await run();
  const commits = (await server.metric('hansard_append_events_count')) - before;
  return { ...load, commitsPerSend: commits / load.answered };
}

async function oneConnection(report: Report, bench: Bench): Promise<void> {
  const onFloor = loadOn(bench, PLAIN, 1, bench.floorPort);
  const onServer = loadOn(bench, PLAIN, 1);
  const { floor, sent, d } = await interleaved({
    floor: () => onFloor(ROUND_TIME),
    sent: () => onServer(ROUND_TIME),
    d: flushedAppends,
  });
  const least = floor.p50 + 1000 / d.perSecond;
  report.figure('one connection: one flush and the floor’s p50', least, 'ms');
  report.figure('one connection: p50 of a send', sent.p50, 'ms');
  report.goal('  of flush and floor', sent.p50 / least, { atMost: 2.5 });
}

async function withMarkdown(report: Report, bench: Bench): Promise<void> {
  const plainly = loadOn(bench, PLAIN, CONNECTIONS);
  const marked = loadOn(bench, MARKDOWN, CONNECTIONS);
  await marked(WARM_UP);
  const { plain, markdown, rendered } = await interleaved({
    plain: () => plainly(ROUND_TIME),
    markdown: () => marked(ROUND_TIME),
    rendered: () => bench.renderer.run(MARKDOWN, ROUND_TIME),
  });
  report.figure('the render worker alone', rendered.perSecond, 'texts/s');
  report.figure('POST /messages with Markdown, 64 connections', markdown.perSecond, 'sends/s');
  const least = Math.min(plain.perSecond, rendered.perSecond);
  report.goal('  of the slower of rendering and plain sends', markdown.perSecond / least, { atLeast: 0.8 });
}
