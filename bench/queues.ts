/** Client event queues: the followers, the delay of delivery, and the cost for senders. */
import { setTimeout } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { systemClock } from '../src/base/clock.ts';
import { openSqliteEventLog } from '../src/events/log/sqlite/log.ts';
import { organizationStream, ROOT_ORGANIZATION } from '../src/base/ids.ts';
import { ask, end, firstLine, startModule } from './support/child.ts';
import type { Follower, FollowerJob, Receipts } from './support/followersProcess.ts';
import { grow, message, subscription } from './support/growLog.ts';
import { LoadGenerator } from './support/load.ts';
import { peopleWithKeys } from './support/peopleWithKeys.ts';
import type { Benchmark, Report } from './support/report.ts';
import { interleaved, median, ROUNDS, ROUND_TIME, timed } from './support/rounds.ts';
import { Server } from './support/server.ts';
import { watched } from './support/watched.ts';

const PEOPLE = 5_000;
/** Queues of all people together. */
const QUEUES = 2 * PEOPLE;
/** Registrations at the same time. */
const REGISTERING = 16;
const CHANNEL = 'everybody';
const CONNECTIONS = 64;
const EVENTS_AWAY = Number(process.env.BENCH_EVENTS) || 100_000;

/** All clients come from one address here. */
const environment = { MAX_CONNECTIONS_PER_ADDRESS: '20000' };

const STREAM = organizationStream(ROOT_ORGANIZATION);

export const queues: Benchmark = async (report) => {
  const { folder, authorizations } = await peopleWithKeys(PEOPLE);
  const server = await Server.start({ folder });
  await server.createChannel(CHANNEL);
  await server.createChannel('benchmarks');
  await server.stop();
  await grow(folder, [() => subscription(0, PEOPLE, PEOPLE)]);
  const bench = new Following(await Server.start({ folder, environment }), authorizations);
  await bench.server.ready();
  await whileFollowed(report, bench);
  await howSoon(report, bench);
  await allAtOnce(report, bench);
  await whileParked(report, bench);
  await backAtOnce(report, bench);
  await away(report, bench);
  await Promise.all([bench.load.stop(), end(bench.clients)]);
};

/** A server, its people, and a process of clients that follow it. */
class Following {
  server: Server;
  readonly authorizations: readonly string[];
  readonly clients: ChildProcess = startModule('bench/support/followersProcess');
  readonly load = new LoadGenerator();

  constructor(server: Server, authorizations: readonly string[]) {
    this.server = server;
    this.authorizations = authorizations;
  }

  /** The same server, with nothing in memory. */
  async restart(): Promise<void> {
    const { folder } = this.server;
    await this.server.stop();
    this.server = await Server.start({ folder, environment });
    await this.server.ready();
  }

  /** Queues of as many people; where there are not so many, some have several. */
  async register(count: number): Promise<readonly Follower[]> {
    const followers: Follower[] = [];
    for (let start = 0; start < count; start += REGISTERING) {
      const length = Math.min(REGISTERING, count - start);
      const some = Array.from({ length }, (_, index) => this.#registerOne(start + index));
      followers.push(...(await Promise.all(some)));
    }
    return followers;
  }

  async #registerOne(index: number): Promise<Follower> {
    const authorization = this.authorizations[index % this.authorizations.length] ?? '';
    const url = `http://127.0.0.1:${this.server.port}/api/v1/register`;
    const body = new URLSearchParams({ event_types: '["message"]', fetch_event_types: '[]' });
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
    const { queue_id: queueId, last_event_id: lastEventId } = (await answer.json()) as {
      queue_id: string;
      last_event_id: number;
    };
    return { authorization, queueId, lastEventId };
  }

  /** Resolves when their polls wait. */
  async follow(count: number, port = this.server.port): Promise<void> {
    await this.ask({ do: 'follow', port, followers: await this.register(count) });
    if (port !== this.server.port) return;
    while ((await this.server.metric('hansard_polls_waiting')) < count) await setTimeout(50);
  }

  ask<Answer>(job: FollowerJob): Promise<Answer> {
    return ask<Answer>(this.clients, job);
  }
}

/** Sends per second with nobody, few and many who follow. */
async function whileFollowed(report: Report, bench: Following): Promise<void> {
  const sendFollowedBy = (count: number) => async () => {
    if (count > 0) await bench.follow(count);
    const { perSecond, refused } = await bench.load.run({
      port: bench.server.port,
      connections: CONNECTIONS,
      milliseconds: ROUND_TIME,
      requests: [bench.server.sendRequest('Everybody is told of this', CHANNEL)],
    });
    await bench.ask({ do: 'leave' });
    return { perSecond, refused };
  };
  await sendFollowedBy(0)();
  const { nobody, ten, thousand } = await interleaved({
    nobody: sendFollowedBy(0),
    ten: sendFollowedBy(10),
    thousand: sendFollowedBy(1_000),
  });
  report.figure('sends while nobody follows', nobody.perSecond, 'sends/s');
  report.goal('  while 10 queues are polled, of that', ten.perSecond / nobody.perSecond, { atLeast: 0.7 });
  report.goal('  while 1,000 are', thousand.perSecond / nobody.perSecond, { atLeast: 0.35 });
  report.goal('  answers other than 200', nobody.refused + ten.refused + thousand.refused, { atMost: 0 }, '');
}

/** From the acknowledgment of a send to the receipt by those who poll. */
async function howSoon(report: Report, bench: Following): Promise<void> {
  const measure = async (followers: number, perSecond: number) => {
    await bench.follow(followers);
    const [authorization = ''] = bench.authorizations;
    const receipts = await bench.ask<Receipts>({
      do: 'send',
      port: bench.server.port,
      authorization,
      channel: CHANNEL,
      perSecond,
      milliseconds: 2 * ROUND_TIME,
    });
    await bench.ask({ do: 'leave' });
    return { ...receipts, missing: followers * receipts.sent - receipts.received };
  };
  const calm = await measure(10, 100);
  report.goal('acknowledged to received, 100 sends/s, 10 who follow: p50', calm.p50, { atMost: 2.5 }, 'ms');
  report.goal('  p99', calm.p99, { atMost: 6 }, 'ms');
  const busy = await measure(50, 1_000);
  report.goal('at 1,000 sends/s, 50 who follow: p99', busy.p99, { atMost: 25 }, 'ms');
  report.goal('  not received', calm.missing + busy.missing, { atMost: 0 }, '');
}

/** One send that everybody waits for, beside bare HTTP that does the same. */
async function allAtOnce(report: Report, bench: Following): Promise<void> {
  const floor = startModule('bench/support/parkingFloor');
  const floorPort = Number(await firstLine(floor));
  const [authorization = ''] = bench.authorizations;
  const burstAt = (port: number) => async () => {
    await bench.follow(PEOPLE, port);
    const burst = () => bench.ask<number>({ do: 'burst', port, authorization, channel: CHANNEL });
    const { took, longest } = await watched(bench.server, async () => ({ took: await burst() }));
    await bench.ask({ do: 'leave' });
    return { took, longest };
  };
  const { bare, ours } = await interleaved({ bare: burstAt(floorPort), ours: burstAt(bench.server.port) });
  report.figure(`one send to the answer of ${PEOPLE.toLocaleString('en')} parked polls`, ours.took, 'ms');
  report.goal('  of bare HTTP doing the same', ours.took / bare.took, { atMost: 2 });
  report.goal('  the event loop stands still for', ours.longest, { atMost: 25 }, 'ms');
  await end(floor);
}

/** The memory of idle queues, with the connections on which their polls wait. */
async function whileParked(report: Report, bench: Following): Promise<void> {
  const size = () => bench.server.metric('process_resident_memory_bytes');
  // What earlier parts have left in memory would hide what this one takes.
  await bench.restart();
  await bench.follow(REGISTERING);
  await bench.ask({ do: 'leave' });
  const before = await size();
  await bench.follow(QUEUES);
  report.goal(
    `each of ${QUEUES.toLocaleString('en')} polls that wait takes`,
    ((await size()) - before) / 1_024 / QUEUES,
    { atMost: 16 },
    'KiB',
  );
  await bench.ask({ do: 'leave' });
}

/** All queues have missed a message when the server is started again, and are polled at once. */
async function backAtOnce(report: Report, bench: Following): Promise<void> {
  const floor = startModule('bench/support/parkingFloor', ['ready']);
  const floorPort = Number(await firstLine(floor));
  const followers = await bench.register(QUEUES);
  const comeBack = (port: number) => bench.ask<number>({ do: 'comeBack', port, followers });
  const bare: number[] = [];
  const ours: number[] = [];
  const sends: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await comeBack(floorPort));
    await bench.server.post('/messages', { type: 'channel', to: CHANNEL, topic: 'news', content: 'missed' });
    await bench.restart();
    const sending = bench.load.run({
      port: bench.server.port,
      connections: 4,
      pace: 40,
      milliseconds: 4 * ROUND_TIME,
      requests: [bench.server.sendRequest('Sent meanwhile', 'benchmarks', 'alone')],
    });
    ours.push(await comeBack(bench.server.port));
    sends.push((await sending).p99);
  }
  report.figure(`${QUEUES.toLocaleString('en')} queues that come back after a restart`, median(ours), 'ms');
  report.goal('  of bare HTTP answering as many', median(ours) / median(bare), { atMost: 2 });
  report.goal('  p99 of sends meanwhile', median(sends), { atMost: 50 }, 'ms');
  await end(floor);
}

/** A queue whose client comes back after many events, beside reading and parsing them and writing them down again. */
async function away(report: Report, bench: Following): Promise<void> {
  const [follower] = await bench.register(1);
  if (follower === undefined) return;
  const { folder } = bench.server;
  await bench.server.stop();
  await grow(folder, messages(EVENTS_AWAY));
  const raw = await timed(() => readRaw(folder));
  const back = await Server.start({ folder });
  await back.ready();
  const { longest, received, took } = await watched(back, () => pageThrough(back.port, follower));
  report.figure(`the last ${EVENTS_AWAY.toLocaleString('en')} events read, parsed and written`, raw, 'ms');
  report.figure('a queue whose client was away for as long', took, 'ms');
  report.goal('  of reading them raw', took / raw, { atMost: 1.5 });
  report.goal('  events that it was not told', EVENTS_AWAY - received, { atMost: 0 }, '');
  report.goal('  the event loop stands still for', longest, { atMost: 50 }, 'ms');
  await back.stop();
}

function* messages(count: number) {
  for (let index = 0; index < count; index += 1) yield () => message(index, PEOPLE, 1);
}

async function readRaw(folder: string): Promise<void> {
  const log = openSqliteEventLog({ folder, clock: systemClock, readOnly: true });
  let left = EVENTS_AWAY;
  for await (const page of log.readStream(STREAM, { direction: 'backwards' })) {
    for (const { data } of page) JSON.stringify(JSON.parse(data));
    left -= page.length;
    if (left <= 0) break;
  }
  await log.close();
}

async function pageThrough(port: number, { queueId, authorization, lastEventId }: Follower) {
  let [last, received] = [lastEventId, 0];
  const took = await timed(async () => {
    for (let isMore = true; isMore;) {
      const query = new URLSearchParams({
        queue_id: queueId,
        last_event_id: String(last),
        dont_block: 'true',
      });
      const url = `http://127.0.0.1:${port}/api/v1/events?${query}`;
      const answer = await fetch(url, { headers: { authorization } });
      const { events } = (await answer.json()) as { events: readonly { readonly id: number }[] };
      isMore = events.length > 0;
      last = events.at(-1)?.id ?? last;
      received += events.length;
    }
  });
  return { took, received };
}
