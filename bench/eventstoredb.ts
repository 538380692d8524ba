/**
 * Sends, reads and rebuilds where the log is in EventStoreDB: a stand-in in a process of its own, one for the server and
 * one for the floor, so that neither reads what the other one appends.
 */
import { setTimeout } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { rebuilt } from './engines/rebuilding.ts';
import { end, firstLine, startModule } from './support/child.ts';
import { copyLog } from './support/copyLog.ts';
import { temporaryFolder } from './support/folders.ts';
import { populatedFolder } from './support/growLog.ts';
import { LoadGenerator } from './support/load.ts';
import { idleShare } from './support/processor.ts';
import type { Benchmark, Report } from './support/report.ts';
import { interleaved, ROUND_TIME, timed } from './support/rounds.ts';
import { Server } from './support/server.ts';

const CONNECTIONS = 64;
/** Milliseconds until lane and server have been compiled by V8. */
const WARM_UP = 2 * ROUND_TIME;
/** Milliseconds after which V8 has compiled and collected what a start leaves, and for which an idle server is watched. */
const SETTLES = 60_000;
const IDLE = 40_000;
/** Sends per second of people who are few, and for how many milliseconds they send. */
const BELOW_FULL_RATE = [1, 10, 100];
const PACED = 10_000;
const POPULATION = {
  users: 200,
  channels: 20,
  subscribers: 50,
  messages: Number(process.env.BENCH_EVENTS) || 100_000,
};
const PLAIN =
  'The quarterly figures are in the shared folder; please look at the second sheet before the meeting, and tell me ' +
  'by noon whether the numbers for the north agree with what your people have';

export const eventstoredb: Benchmark = async (report) => {
  const standIn = startModule('test/support/eventstoredb/serve');
  const server = await Server.start({ environment: { EVENTSTOREDB_URL: await firstLine(standIn) } });
  await server.createChannel('general');
  const load = new LoadGenerator();
  await setTimeout(SETTLES);
  const idle = await idleShare(server, IDLE);
  report.goal('processor of an idle server, of one core', idle, { atMost: 0.3 }, '%');
  // The event loop is looked at twenty times a second from the first request for metrics.
  await server.quiet();
  report.figure('  whose metrics are asked for', await idleShare(server, IDLE), '%');
  for (const perSecond of BELOW_FULL_RATE) await pacing(report, server, perSecond);
  await sending(report, server, load);
  await readingOwn(report, server, load);
  await Promise.all([server.stop(), load.stop()]);
  await end(standIn);
  await building(report);
};

function loadOn(load: LoadGenerator, server: Server, port = server.port) {
  const job = { port, connections: CONNECTIONS, requests: [server.sendRequest(PLAIN)] };
  return (milliseconds: number) => load.run({ ...job, milliseconds });
}

async function sending(report: Report, server: Server, load: LoadGenerator): Promise<void> {
  const standIn = startModule('test/support/eventstoredb/serve');
  const lane = startModule('bench/support/bareLane', [await firstLine(standIn)]);
  const onLane = loadOn(load, server, Number(await firstLine(lane)));
  const onServer = loadOn(load, server);
  for (const warmUp of [onLane, onServer]) await warmUp(WARM_UP);
  const { bare, sent } = await interleaved({
    bare: () => onLane(ROUND_TIME),
    sent: () => countingDecoded(server, () => onServer(ROUND_TIME)),
  });
  await end(lane);
  await end(standIn);
  report.figure('bare lane, 64 connections', bare.perSecond, 'sends/s');
  report.figure('  p99', bare.p99, 'ms');
  report.figure('POST /messages, plain text, 64 connections', sent.perSecond, 'sends/s');
  report.goal('  of the bare lane', sent.perSecond / bare.perSecond, { atLeast: 0.7 });
  report.goal('  p99', sent.p99, { atMost: 250 }, 'ms');
  report.goal('  answers other than 200', sent.refused, { atMost: 0 }, '');
  report.goal('  events decoded per event appended', sent.decoded, { atMost: 1.2 }, '');
}

/** Each send begins at its time, whether the one before has been answered or not. */
async function pacing(report: Report, server: Server, perSecond: number): Promise<void> {
  const { decoded } = await countingDecoded(server, async () => {
    const sends: Promise<unknown>[] = [];
    for (const end = performance.now() + PACED; performance.now() < end;) {
      const fields = { type: 'channel', to: 'general', topic: 'benchmarks', content: PLAIN };
      sends.push(server.post('/messages', fields));
      await setTimeout(1_000 / perSecond);
    }
    await Promise.all(sends);
    return {};
  });
  report.goal(`events decoded per event appended, ${perSecond} sends/s`, decoded, { atMost: 1.1 }, '');
}

/** The number of times that new events are decoded until all views have them. */
async function countingDecoded<Figures extends object>(server: Server, run: () => Promise<Figures>) {
  const counts = () =>
    Promise.all([server.metric('hansard_events_decoded_total'), server.metric('hansard_append_events_sum')]);
  await server.ready();
  const [decodedBefore, appendedBefore] = await counts();
  const figures = await run();
  await server.ready();
  const [decoded, appended] = await counts();
  return { ...figures, decoded: (decoded - decodedBefore) / (appended - appendedBefore) };
}

/** The person who sends all that reads as well, so that each read waits for what that person has sent until then. */
async function readingOwn(report: Report, server: Server, load: LoadGenerator): Promise<void> {
  const reader = new LoadGenerator();
  const requests = [server.getRequest('/messages?anchor=newest&num_before=20&num_after=0')];
  const job = { port: server.port, connections: 1, requests, milliseconds: 2 * ROUND_TIME };
  const [, reads] = await Promise.all([loadOn(load, server)(2 * ROUND_TIME), reader.run(job)]);
  await reader.stop();
  report.figure('a writer’s own reads at full rate', reads.perSecond, 'reads/s');
  report.goal('  answers other than 200', reads.refused, { atMost: 0 }, '');
  report.goal('  p99', reads.p99, { atMost: 250 }, 'ms');
}

async function building(report: Report): Promise<void> {
  const standIn = startModule('test/support/eventstoredb/serve');
  const url = await firstLine(standIn);
  const log = { engine: 'eventstoredb', url } as const;
  await copyLog({ engine: 'sqlite', folder: await populatedFolder(POPULATION) }, log);
  const { raw, views } = await interleaved({
    raw: async () => ({ perSecond: await readRaw(url) }),
    views: async () => ({
      perSecond: await rebuilt({ log, documents: { engine: 'sqlite', folder: temporaryFolder() } }),
    }),
  });
  report.figure(`the driver alone, reading ${POPULATION.messages} events`, raw.perSecond, 'events/s');
  report.figure('all views built from them', views.perSecond, 'events/s');
  report.goal('  of reading them', views.perSecond / raw.perSecond, { atLeast: 0.4 });
  await end(standIn);
}

/** Events per second. */
async function readRaw(url: string): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  let events = 0;
  const milliseconds = await timed(async () => {
    for await (const { event } of client.readAll()) events += event ? 1 : 0;
  });
  await client.dispose();
  return (events / milliseconds) * 1000;
}
