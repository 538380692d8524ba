/** Servers that are killed while scheduled messages are due and not all of them are sent. */
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { logFile, recordedMessages } from '../support/recorded.ts';
import { Sqlite } from '../../src/base/sqlite.ts';
import { repetitions } from '../support/repetitions.ts';
import { randomMoment, sleep, until } from '../support/waiting.ts';

const MESSAGES = 30;
/** Milliseconds from the first start of a send to the latest kill. */
const LONGEST_LIFE = 250;
/** Milliseconds after which nothing may be due any more once a server has started again. */
const LATEST = 30_000;
const KILLS_AT_ONCE = repetitions(20);
/** Side by side, for each of them does little but wait for a second to come. */
const VICTIMS = 3;

/** What a kill found: how many were sent, and how many had been started then and were not sent. */
interface Kill {
  readonly sent: number;
  readonly underWay: number;
  /** Milliseconds from the new server's announcement, or from the time of the last message, until all were sent. */
  readonly late: number;
}

/** A server that is killed and started again and again on one folder, with the person who schedules messages there. */
class Victim {
  readonly #folder: string;
  readonly #remove: () => Promise<void>;
  #server: ServerProcess;
  #owner: Person;
  /** When the last of its messages is due, in seconds since 1970. */
  #due = 0;

  private constructor(
    { folder, remove }: Awaited<ReturnType<typeof temporaryFolder>>,
    server: ServerProcess,
    owner: Person,
  ) {
    this.#folder = folder;
    this.#remove = remove;
    this.#server = server;
    this.#owner = owner;
  }

  static async start(): Promise<Victim> {
    const temporary = await temporaryFolder();
    const server = await ServerProcess.start(temporary.folder);
    const owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    return new Victim(temporary, server, owner);
  }

  async end(): Promise<void> {
    await this.#server.kill();
    await this.#remove();
  }

  /** Kills the server amid its sends; undefined where it was too late for that. */
  async killAmidSends(name: string): Promise<Kill | undefined> {
    const contents = Array.from({ length: MESSAGES }, (_, index) => `*${name}*, ${index}`);
    const log = watched(this.#folder);
    await this.#schedule(contents);
    await until(() => log.count('ScheduledSendStarted') > 0, 1);
    await randomMoment(LONGEST_LIFE);
    await this.#server.kill();
    const sent = log.count('ScheduledMessageSent');
    const underWay = log.count('ScheduledSendStarted') - sent;
    this.#server = await ServerProcess.start(this.#folder);
    const began = this.#server.undisturbed + Math.max(0, this.#due * 1_000 - Date.now());
    await until(() => log.count('ScheduledMessageSent') >= MESSAGES, 1);
    const late = Math.max(0, Math.round(this.#server.undisturbed - began));
    expect(log.count('ScheduledSendFailed'), 'failed').to.equal(0);
    log.close();
    this.#owner = this.#server.known(this.#owner);
    this.#expectOnce(contents);
    expect(late, 'ms after the restart').to.be.at.most(LATEST);
    return sent < MESSAGES ? { sent, underWay, late } : undefined;
  }

  /** What its person still has to be sent. */
  async scheduled(): Promise<unknown> {
    await this.#server.ready();
    return (await this.#owner.get('/scheduled_messages')).body.scheduled_messages;
  }

  async #schedule(contents: readonly string[]): Promise<void> {
    const { body } = await this.#owner.get('/get_stream_id', { stream: 'general' });
    const scheduling = contents.map((content, index) =>
      this.#accepted({
        ...(index % 2 === 0
          ? { type: 'direct', to: [this.#owner.userId] }
          : { type: 'channel', to: body.stream_id, topic: 'later' }),
        content,
      }),
    );
    await Promise.all(scheduling);
  }

  /**
   * A server that has started just now may not be ready to render so much at once, and a busy machine may have let the
   * time pass that was asked for: both are asked for again.
   */
  async #accepted(message: Readonly<Record<string, unknown>>): Promise<void> {
    const time = Math.floor(Date.now() / 1_000) + 3;
    const fields = { ...message, scheduled_delivery_timestamp: time };
    const { status, body } = await this.#owner.post('/scheduled_messages', fields);
    const isTooLate = status === 400 && time * 1_000 <= Date.now();
    if (status === 503 || isTooLate) return sleep(50).then(() => this.#accepted(message));
    expect(status, JSON.stringify(body)).to.equal(200);
    this.#due = Math.max(this.#due, time);
    return undefined;
  }

  #expectOnce(contents: readonly string[]): void {
    const expected = new Set(contents);
    const found = recordedMessages(this.#folder).filter(({ content }) => expected.has(content));
    expect(found.map(({ content }) => content).sort()).to.deep.equal([...contents].sort());
  }
}

/** Suites that kill servers at least so many times. */
function describeScheduledKills(points: number): void {
  describe('scheduled messages of a server that is killed between due and sent', () => {
    const kills: Kill[] = [];
    let victims: Victim[] = [];

    before(async () => {
      victims = await Promise.all(Array.from({ length: VICTIMS }, () => Victim.start()));
    });
    after(async () => {
      await Promise.all(victims.map((victim) => victim.end()));
      const lateness = kills.map(({ late }) => late).sort((one, other) => one - other);
      const underWay = kills.filter((kill) => kill.underWay > 0).length;
      console.log(
        `      ${kills.length} kills, ${underWay} of them amid a send; all sent ${lateness[lateness.length >> 1]} ms ` +
          `after the restart in the median, ${lateness.at(-1)} ms at the most`,
      );
    });

    const killUntil = async (victim: Victim, expected: number): Promise<void> => {
      for (let attempt = 1; kills.length < expected; attempt += 1) {
        const kill = await victim.killAmidSends(`${expected}.${attempt}`);
        if (kill) kills.push(kill);
      }
    };

    for (let first = 1; first <= points; first += KILLS_AT_ONCE) {
      const last = first + KILLS_AT_ONCE - 1;
      it(`are sent once each, soon after kills ${first} to ${last}`, () =>
        Promise.all(victims.map((victim) => killUntil(victim, last))));
    }

    it('are none any more for their author', async () => {
      for (const victim of victims) expect(await victim.scheduled()).to.deep.equal([]);
    });
  });
}

/** Counts the events of a log since the watch began, be a server running or not. */
function watched(folder: string) {
  const db = new Sqlite(logFile(folder), { readonly: true });
  const { head } = db.prepare('SELECT MAX(position) AS head FROM events').get() as { head: number };
  const counting = db.prepare('SELECT COUNT(*) AS found FROM events WHERE position > ? AND type = ?');
  return {
    count: (type: string): number => (counting.get(head, type) as { found: number }).found,
    close: () => db.close(),
  };
}

describeScheduledKills(repetitions(200));
