/**
 * Two accounts flood the server at the default limits: with polls of old positions, and with registrations of what they have
 * made, and leave before the answers. Somebody in another organization catches up, sends and connects meanwhile.
 */
import { lastEventIdOf } from '../src/live/queues/eventIds.ts';
import { ask, end, startModule } from './support/child.ts';
import type { DroppingJob } from './support/droppingProcess.ts';
import { grow, message } from './support/growLog.ts';
import { LoadGenerator } from './support/load.ts';
import { OtherOrganization } from './support/otherOrganization.ts';
import { peopleWithKeys } from './support/peopleWithKeys.ts';
import type { Benchmark, Report } from './support/report.ts';
import { interleaved, median, ROUND_TIME, timed } from './support/rounds.ts';
import { formRequest, Server } from './support/server.ts';

const LIMITED = { RATE_LIMITS: 'on' };
const ACCOUNTS = 2;
/** Of the attackers' organization, between whose positions they poll. */
const EVENTS = 50_000;
/** Polls of each account: what the default limit lets through. */
const POLLS_PER_SECOND = 200;
const REGISTRATIONS_PER_SECOND = 20;
const DROP_AFTER_MS = 50;
const TIME = 2 * ROUND_TIME;
/** What a victim has missed. */
const MISSED = 5;
/** Pause between two things that the victim does: their limits hold as well. */
const PAUSE_MS = 350;
const DESCRIPTION =
  'Everything about the second sheet of the quarterly figures, and whether they agree. '.repeat(12);
/** Channels of one call, and calls of one attacker: until the limits refuse. */
const [CHANNELS, CALLS] = [100, 40];

interface Attack {
  readonly name: string;
  readonly perSecond: number;
  readonly requests: readonly string[];
}

export const floods: Benchmark = async (report) => {
  const { folder, authorizations } = await peopleWithKeys(ACCOUNTS);
  const first = await Server.start({ folder, environment: LIMITED });
  await first.createChannel('general');
  const polls = await oldPolls(first, authorizations);
  const other = await OtherOrganization.create(first);
  await other.post('/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: 'general' }]) });
  const { queue_id: queueId, last_event_id: lastEventId } = await other.post('/register', {});
  for (let missed = 0; missed < MISSED; missed += 1)
    await other.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'missed',
      content: String(missed),
    });
  await first.stop();
  await grow(folder, messages());
  const server = await Server.start({ folder, environment: LIMITED });
  await server.ready();
  const victim = new Victim(server, new OtherOrganization(server, other.authorization), {
    queue_id: String(queueId),
    last_event_id: String(lastEventId),
    dont_block: 'true',
  });
  await measure(report, server, victim, {
    name: 'dropped polls of old positions',
    perSecond: ACCOUNTS * POLLS_PER_SECOND,
    requests: polls,
  });
  await makeChannels(report, server, authorizations);
  await measure(report, server, victim, {
    name: 'dropped registrations',
    perSecond: ACCOUNTS * REGISTRATIONS_PER_SECOND,
    requests: authorizations.map((each) => formRequest('/api/v1/register', each, {})),
  });
  await Promise.all([victim.stop(), server.stop()]);
};

function* messages() {
  for (let index = 0; index < EVENTS; index += 1) yield () => message(index, ACCOUNTS, 1);
}

/** GETs of a queue of each account, at positions all over the log. */
async function oldPolls(server: Server, authorizations: readonly string[]): Promise<readonly string[]> {
  const polls: string[] = [];
  for (const authorization of authorizations) {
    const { queue_id: queueId, last_event_id: start } = await calledAs(
      server,
      authorization,
      '/register',
      {},
    );
    for (let step = 0; step < 200; step += 1) {
      const position = Number(start) + lastEventIdOf(Math.floor(((step * 7919) % 200) * (EVENTS / 200)));
      const query = new URLSearchParams({ queue_id: String(queueId), last_event_id: String(position) });
      polls.push(
        `GET /api/v1/events?${query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
      );
    }
  }
  return polls;
}

/** As many channels, with long descriptions, as the limits let the attackers make at once. */
async function makeChannels(
  report: Report,
  server: Server,
  authorizations: readonly string[],
): Promise<void> {
  let made = 0;
  for (const [who, authorization] of authorizations.entries())
    for (let call = 0; call < CALLS; call += 1) {
      const names = Array.from({ length: CHANNELS }, (_, index) => `flood ${who} ${call} ${index}`);
      const subscriptions = names.map((name) => ({ name, description: DESCRIPTION }));
      const fields = { subscriptions: JSON.stringify(subscriptions) };
      const { result } = await calledAs(server, authorization, '/users/me/subscriptions', fields);
      if (result !== 'success') break;
      made += CHANNELS;
    }
  await server.quiet();
  await server.ready();
  const answer = await server.fetch('POST', '/register', {});
  report.figure('channels that two accounts have made at once', made, '');
  report.figure('  POST /register of everybody else', (await answer.arrayBuffer()).byteLength / 1e6, 'MB');
}

async function calledAs(
  { port }: Server,
  authorization: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

/** What somebody in another organization notices. */
class Victim {
  readonly #server: Server;
  readonly #organization: OtherOrganization;
  readonly #queue: Readonly<Record<string, string>>;
  readonly #load = new LoadGenerator();

  constructor(server: Server, organization: OtherOrganization, queue: Readonly<Record<string, string>>) {
    this.#server = server;
    this.#organization = organization;
    this.#queue = queue;
  }

  async notices(): Promise<Readonly<Record<string, number>>> {
    const sending = this.#load.run({
      port: this.#server.port,
      connections: 1,
      milliseconds: TIME,
      pace: PAUSE_MS,
      requests: [this.#organization.sendRequest('Has anybody seen the minutes of the last meeting?')],
    });
    const catchUps: number[] = [];
    for (const until = performance.now() + TIME; performance.now() < until;) {
      catchUps.push(await timed(() => this.#catchUp()));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const { p95, refused } = await sending;
    return { p95, refused, catchUp: median(catchUps) };
  }

  stop(): Promise<void> {
    return this.#load.stop();
  }

  async #catchUp(): Promise<void> {
    const answer = await this.#organization.get('/events', this.#queue);
    const { events } = answer as { events?: readonly unknown[] };
    if ((events?.length ?? 0) < MISSED) throw new Error(`A catch-up lacks events: ${JSON.stringify(answer)}`);
  }
}

async function measure(report: Report, server: Server, victim: Victim, attack: Attack): Promise<void> {
  const flood = startModule('bench/support/droppingProcess');
  const job: DroppingJob = { ...attack, port: server.port, milliseconds: TIME, dropAfter: DROP_AFTER_MS };
  const memory = async (): Promise<number> => (await server.observe<{ rss: number }>('memory')).rss;
  await victim.notices();
  const before = await memory();
  let most = 0;
  const { idle, flooded } = await interleaved({
    idle: () => victim.notices(),
    async flooded() {
      const [noticed] = await Promise.all([victim.notices(), ask(flood, job)]);
      most = Math.max(most, await memory());
      return noticed;
    },
  });
  report.figure(`${attack.name}, of ${ACCOUNTS} accounts`, attack.perSecond, '/s');
  report.figure('a catch-up of five events elsewhere, without them', idle.catchUp ?? NaN, 'ms');
  report.figure('  meanwhile', flooded.catchUp ?? NaN, 'ms');
  report.goal('  of alone', (flooded.catchUp ?? NaN) / (idle.catchUp ?? NaN), { atMost: 2 });
  report.figure('p95 of sends elsewhere, without them', idle.p95 ?? NaN, 'ms');
  report.goal('  meanwhile, of the idle one', (flooded.p95 ?? NaN) / (idle.p95 ?? NaN), { atMost: 3 });
  report.goal('memory that they cost', (most - before) / 1e6, { atMost: 64 }, 'MB');
  await end(flood);
}
