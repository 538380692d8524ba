/** The cost of 10,000 people who report their presence once a minute, in processor time and in space of the log. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../src/base/clock.ts';
import { PresenceLane } from '../src/commands/lane/presence.ts';
import { openSqliteEventLog } from '../src/events/log/sqlite/log.ts';
import { ROOT_ORGANIZATION, type UserId } from '../src/base/ids.ts';
import { temporaryFolder } from './support/folders.ts';
import { LoadGenerator } from './support/load.ts';
import { peopleWithKeys } from './support/peopleWithKeys.ts';
import { idleShare, processorShare } from './support/processor.ts';
import type { Benchmark, Report } from './support/report.ts';
import { formRequest, Server } from './support/server.ts';
import { watched } from './support/watched.ts';
import { Sqlite } from '../src/base/sqlite.ts';

const PEOPLE = 10_000;
const MINUTE = 60_000;
/** Milliseconds from one request of a connection to its next: longer than an answer takes. */
const PACE = 3_000;
const CONNECTIONS = Math.round((PEOPLE * PACE) / MINUTE);
/** Milliseconds for which everybody requests the presence of the others. */
const ASKING = Number(process.env.BENCH_SECONDS ?? 20) * 1000;
const IDLE = 5_000;
const SHORT = 10_000;

interface Bench {
  readonly server: Server;
  readonly load: LoadGenerator;
  readonly authorizations: readonly string[];
}

export const presence: Benchmark = async (report) => {
  const { folder, authorizations } = await peopleWithKeys(PEOPLE);
  const server = await Server.start({ folder });
  await server.ready();
  await server.quiet();
  const bench = { server, load: new LoadGenerator(), authorizations };
  report.figure('processor of an idle server, of one core', await idleShare(server, IDLE), '%');
  const small = await atPace(bench, SHORT, [server.getRequest('/server_settings')]);
  report.figure('… of one that is asked for its settings at the pace below', small.share, '%');
  await pinging(report, bench);
  await asking(report, bench);
  await Promise.all([server.stop(), bench.load.stop()]);
  await growth(report);
};

const reporting = (bench: Bench, milliseconds: number, fields: object) =>
  atPace(
    bench,
    milliseconds,
    bench.authorizations.map((authorization) =>
      formRequest('/api/v1/users/me/presence', authorization, { status: 'active', ...fields }),
    ),
  );

/** As many requests a minute as there are people. */
function atPace({ server, load }: Bench, milliseconds: number, requests: readonly string[]) {
  const job = { port: server.port, connections: CONNECTIONS, milliseconds, requests, pace: PACE };
  return processorShare(server, () => load.run(job));
}

/** The second minute counts: in the first one every key is looked up, and the event loop is watched, which costs. */
async function pinging(report: Report, bench: Bench): Promise<void> {
  const first = await watched(bench.server, () => reporting(bench, MINUTE, { ping_only: 'true' }));
  const { share, perSecond, p50, refused } = await reporting(bench, MINUTE, { ping_only: 'true' });
  report.figure('people who say once a minute that they are there', perSecond * 60, '');
  report.goal('  processor, of one core', share, { atMost: 5 }, '%');
  report.figure('  an answer comes with its event, after', p50, 'ms');
  report.figure('  an event loop in which nothing happens stands still for', first.idle, 'ms');
  report.goal('  the event loop stands still for', first.longest, { atMost: 50 }, 'ms');
  report.goal('  answers other than 200', refused + first.refused, { atMost: 0 }, '');
}

/** What came about since the first of them reported: everybody, as for a client that sends a request once a minute. */
async function asking(report: Report, bench: Bench): Promise<void> {
  const fields = { last_update_id: '1' };
  const first = await watched(bench.server, () => reporting(bench, ASKING, fields));
  const { share, perSecond, refused } = await reporting(bench, ASKING, fields);
  const { body } = await bench.server.call('POST', '/users/me/presence', { status: 'active', ...fields });
  report.figure('… and who ask who else is there, with last_update_id', perSecond * 60, '');
  report.figure('  each is told of', Object.keys(body.presences as object).length, 'people');
  report.figure('  processor, of one core', share, '%');
  report.figure('  an event loop in which nothing happens stands still for', first.idle, 'ms');
  report.goal('  the event loop stands still for', first.longest, { atMost: 50 }, 'ms');
  report.goal('  answers other than 200', refused + first.refused, { atMost: 0 }, '');
}

const HOUR = 3_600;

/** Two hours of it, as fast as they go: half of the people are there all the time, the others were there once. */
async function growth(report: Report): Promise<void> {
  const folder = temporaryFolder();
  let seconds = 1_800_000_000;
  const now = (): number => seconds * 1000;
  const after: Clock['after'] = (_delay, action) => {
    const timer = setImmediate(action);
    return () => clearImmediate(timer);
  };
  const clock: Clock = { now, monotonic: now, after, every: () => () => undefined };
  const log = openSqliteEventLog({ folder, clock });
  const lane = await PresenceLane.open({ log, clock }, ROOT_ORGANIZATION);
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => lane.report((index + 1) as UserId, 'active')),
  );
  const sizes: number[] = [];
  for (let second = 1; second <= 2 * HOUR; second += 1) {
    seconds += 1;
    await Promise.all(reportersOf(second).map((userId) => lane.report(userId, 'active')));
    if (second % HOUR === 0) sizes.push(fileSize(folder));
  }
  await log.close();
  const [one = NaN, two = NaN] = sizes;
  report.figure('  the log after an hour of events, one a second', one, 'MB');
  report.goal('  … after two, of that', two / one, { atMost: 1.05 });
  report.goal('  events that it keeps', countEvents(folder), { atMost: 600 }, '');
}

/** A sixtieth of those who are there. */
const reportersOf = (second: number): UserId[] =>
  Array.from(
    { length: Math.floor(PEOPLE / 2 / 60) },
    (_, index) => (index * 60 + (second % 60) + 1) as UserId,
  );

const fileSize = (folder: string): number =>
  ['log.sqlite', 'log.sqlite-wal'].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6;

function countEvents(folder: string): number {
  const database = new Sqlite(join(folder, 'log.sqlite'), { readonly: true });
  const count = database.prepare('SELECT count(*) FROM events').pluck().get() as number;
  database.close();
  return count;
}
