/** Servers that are killed while scheduled messages are due and not all of them are sent. */
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess, sleep } from '../support/process.ts';
import { logFile, recordedMessages } from '../support/recorded.ts';

const MESSAGES = 30;
/** Milliseconds from the first start of a send to the latest kill. */
const LONGEST_LIFE = 250;
/** Milliseconds after which nothing may be due any more once a server has started again. */
const LATEST = 5_000;
const KILLS_AT_ONCE = 20;

/** What a kill found: how many were sent, and how many had been started then and were not sent. */
interface Kill {
  readonly sent: number;
  readonly underWay: number;
  /** Milliseconds from the new server's announcement until the last message was sent. */
  readonly late: number;
}

/** Suites that kill servers so many times. */
export function describeScheduledKills(points: number): void {
  describe('scheduled messages of a server that is killed between due and sent', function () {
    this.timeout(3_600_000);
    const kills: Kill[] = [];
    let folder: string;
    let remove: () => Promise<void>;
    let server: ServerProcess;
    let owner: Person;

    before(async () => {
      ({ folder, remove } = await temporaryFolder());
      server = await ServerProcess.start(folder);
      owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    });
    after(async () => {
      await server.kill();
      await remove();
      const lateness = kills.map(({ late }) => late).sort((one, other) => one - other);
      const underWay = kills.filter((kill) => kill.underWay > 0).length;
      console.log(
        `      ${kills.length} kills, ${underWay} of them amid a send; all sent ${lateness[lateness.length >> 1]} ms ` +
          `after the restart in the median, ${lateness.at(-1)} ms at the most`,
      );
    });

    const schedule = async (contents: readonly string[]): Promise<void> => {
      const { body } = await owner.get('/get_stream_id', { stream: 'general' });
      const time = Math.floor(Date.now() / 1000) + 3;
      const scheduling = contents.map((content, index) =>
        accepted({
          ...(index % 2 === 0
            ? { type: 'direct', to: [owner.userId] }
            : { type: 'channel', to: body.stream_id, topic: 'later' }),
          content,
          scheduled_delivery_timestamp: time,
        }),
      );
      await Promise.all(scheduling);
    };

    /** A server that has started just now may not be ready to render so much at once. */
    const accepted = async (message: Readonly<Record<string, unknown>>): Promise<void> => {
      const { status, body } = await owner.post('/scheduled_messages', message);
      if (status === 503) return sleep(50).then(() => accepted(message));
      expect(status, JSON.stringify(body)).to.equal(200);
      return undefined;
    };

    /** Kills a server amid its sends; undefined where it was too late for that. */
    const killOne = async (name: string): Promise<Kill | undefined> => {
      const contents = Array.from({ length: MESSAGES }, (_, index) => `*${name}*, ${index}`);
      const log = watched(folder);
      await schedule(contents);
      while (log.count('ScheduledSendStarted') === 0) await sleep(1);
      await sleep(Math.random() * LONGEST_LIFE);
      await server.kill();
      const sent = log.count('ScheduledMessageSent');
      const underWay = log.count('ScheduledSendStarted') - sent;
      server = await ServerProcess.start(folder);
      const began = performance.now();
      while (log.count('ScheduledMessageSent') < MESSAGES && performance.now() - began <= LATEST)
        await sleep(1);
      const late = Math.round(performance.now() - began);
      expect(log.count('ScheduledSendFailed'), 'failed').to.equal(0);
      log.close();
      owner = server.known(owner);
      expectOnce(contents);
      expect(late, 'ms after the restart').to.be.at.most(LATEST);
      return sent < MESSAGES ? { sent, underWay, late } : undefined;
    };

    const expectOnce = (contents: readonly string[]): void => {
      const wanted = new Set(contents);
      const found = recordedMessages(folder).filter(({ content }) => wanted.has(content));
      expect(found.map(({ content }) => content).sort()).to.deep.equal([...contents].sort());
    };

    for (let first = 1; first <= points; first += KILLS_AT_ONCE)
      it(`are sent once each, soon after kills ${first} to ${first + KILLS_AT_ONCE - 1}`, async () => {
        for (let attempt = 1; kills.length < first + KILLS_AT_ONCE - 1; attempt += 1) {
          const kill = await killOne(`${first}.${attempt}`);
          if (kill) kills.push(kill);
        }
      });

    it('are none any more for their author', async () => {
      await server.ready();
      const { body } = await owner.get('/scheduled_messages');
      expect(body.scheduled_messages).to.deep.equal([]);
    });
  });
}

/** Counts the events of a log since the watch began, be a server running or not. */
function watched(folder: string) {
  const db = new Database(logFile(folder), { readonly: true });
  const { head } = db.prepare('SELECT MAX(position) AS head FROM events').get() as { head: number };
  const counting = db.prepare('SELECT COUNT(*) AS found FROM events WHERE position > ? AND type = ?');
  return {
    count: (type: string): number => (counting.get(head, type) as { found: number }).found,
    close: () => db.close(),
  };
}
