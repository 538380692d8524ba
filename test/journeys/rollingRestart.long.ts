import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { describeOwnMongo, freshDatabase, privateMongoServer } from '../support/mongodb/describeMongo.ts';
import type { MongoServer } from '../support/mongodb/server.ts';
import { ServerProcess } from '../support/process.ts';
import { sleep } from '../support/waiting.ts';
import {
  describeProxies,
  PROXY_HOST,
  type ProxyAnswer,
  ProxyClient,
  ProxyServer,
} from '../support/proxies.ts';
import { type Registered, registered } from '../support/queueClients.ts';
import { freePort } from '../support/ports.ts';

/** Milliseconds after which an ordinary client repeats a request, once, unless the answer says another time. */
const RETRY = 250;
/** Milliseconds without any answer that a restart may cost. */
const LONGEST_GAP = 1_000;
/** What the last message says. */
const LAST = 'over';

type Request = Parameters<ProxyClient['ask']>;

/** Clients of a proxy that send, read and poll all the time, each with one retry. */
class Crowd {
  readonly acknowledged: string[] = [];
  /** Contents that each poller was told. */
  readonly received: string[][] = [];
  /** What requests saw that succeeded when they were repeated, and what those saw that did not. */
  readonly retried: string[] = [];
  readonly failed: string[] = [];
  requests = 0;
  #client: ProxyClient;
  #isOver = false;
  readonly #waited: () => readonly number[];
  #last: { readonly at: number; readonly waited: readonly number[] };
  #gaps = { wall: 0, own: 0 };

  /** `waited`: for how long each of the nodes has been waiting for a processor. */
  constructor(proxy: ProxyServer, waited: () => readonly number[]) {
    this.#client = new ProxyClient(proxy);
    this.#waited = waited;
    this.#last = { at: performance.now(), waited: waited() };
  }

  /**
   * The longest time without an answer, in milliseconds: on the wall clock, and without the time in which the node that
   * waited longest for a processor did so, because other programs had it.
   */
  get gaps(): { readonly wall: number; readonly own: number } {
    return this.#gaps;
  }

  /** With a last message, after which pollers expect no other. */
  async end(
    sender: Person,
    senders: readonly Promise<void>[],
    others: readonly Promise<void>[],
  ): Promise<void> {
    this.#isOver = true;
    await Promise.all(senders);
    await this.#post(sender, LAST);
    await Promise.all(others);
    this.#client.close();
  }

  async send(sender: Person, name: string): Promise<void> {
    for (let nth = 0; !this.#isOver; nth += 1) {
      await this.#post(sender, `${name} ${nth}`);
      await sleep(20);
    }
  }

  async #post(sender: Person, content: string): Promise<void> {
    const form = new URLSearchParams({ type: 'channel', to: 'design', topic: 'restart', content });
    const type = 'application/x-www-form-urlencoded';
    const headers = { ...sender.headers, 'content-type': type, 'idempotency-key': content };
    if (await this.#ask('POST', '/api/v1/messages', headers, form.toString()))
      this.acknowledged.push(content);
  }

  async read(reader: Person): Promise<void> {
    while (!this.#isOver) {
      await this.#ask('GET', '/api/v1/users/me', reader.headers);
      await sleep(20);
    }
  }

  /** Until it is told the last message. */
  async poll(poller: Person, { queueId, lastEventId }: Registered): Promise<void> {
    const contents: string[] = [];
    this.received.push(contents);
    for (let last = lastEventId; contents.at(-1) !== LAST;) {
      const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(last) });
      const answer = await this.#ask('GET', `/api/v1/events?${query}`, poller.headers);
      const { events = [] } = JSON.parse(answer?.text ?? '{}') as {
        events?: readonly { id: number; message?: { content: string } }[];
      };
      for (const { id, message } of events) {
        last = id;
        if (message) contents.push(message.content);
      }
    }
  }

  async #ask(...request: Request): Promise<ProxyAnswer | undefined> {
    this.requests += 1;
    const first = await this.#try(...request);
    if ('status' in first) return first;
    await sleep(first.retryAfter);
    const second = await this.#try(...request);
    if ('status' in second) {
      this.retried.push(first.fault);
      return second;
    }
    this.failed.push(`${first.fault}, ${second.fault}`);
    return undefined;
  }

  /** The answer, or why there was none and when to ask again. */
  async #try(...request: Request): Promise<ProxyAnswer | { fault: string; retryAfter: number }> {
    const what = request.slice(0, 2).join(' ').split('?', 1)[0];
    const answer = await this.#client.ask(...request).catch((error: Error) => error);
    if (answer instanceof Error) return { fault: `${what}: ${answer.message}`, retryAfter: RETRY };
    if (answer.status !== 200) {
      const seconds = Number(answer.headers['retry-after'] ?? RETRY / 1000);
      return { fault: `${what}: ${answer.status} ${answer.text}`, retryAfter: 1000 * seconds };
    }
    this.#note();
    return answer;
  }

  #note(): void {
    const now = { at: performance.now(), waited: this.#waited() };
    const wall = now.at - this.#last.at;
    const waits = now.waited.map((waited, nth) => Math.max(0, waited - (this.#last.waited[nth] ?? 0)));
    const own = Math.max(0, wall - Math.max(...waits));
    this.#gaps = { wall: Math.max(this.#gaps.wall, wall), own: Math.max(this.#gaps.own, own) };
    this.#last = now;
  }
}

describeOwnMongo('two nodes that are restarted right after each other', () => {
  describeProxies('in front of them', function (name) {
    let log: EventStoreDbStandIn;
    let mongo: MongoServer;
    let folders: readonly { folder: string; remove(): Promise<void> }[];
    let environments: readonly Readonly<Record<string, string>>[];
    const nodes: ServerProcess[] = [];
    let proxy: ProxyServer;
    let owner: Person;
    let ada: Person;

    const started = (nth: number): Promise<ServerProcess> =>
      ServerProcess.start(folders[nth]!.folder, environments[nth]);

    before(async () => {
      log = await startEventStoreDb();
      mongo = await privateMongoServer();
      folders = await Promise.all([temporaryFolder(), temporaryFolder()]);
      const url = new URL(mongo.url);
      url.pathname = freshDatabase();
      const shared = {
        EVENTSTOREDB_URL: log.url,
        MONGODB_URL: url.href,
        LOG_LEVEL: 'error',
        EXTERNAL_HOST: PROXY_HOST,
        TRUSTED_PROXIES: '127.0.0.1',
      };
      environments = await Promise.all(folders.map(async () => ({ ...shared, PORT: await freePort() })));
      nodes.push(...(await Promise.all([0, 1].map(started))));
      await Promise.all(nodes.map(isReady));
      owner = await nodes[0]!.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
      const account = { email: 'ada@example.com', full_name: 'Ada', password: OWNER_PASSWORD };
      expect((await owner.post('/users', account)).status).to.equal(200);
      ada = await nodes[0]!.login(account.email, account.password);
      const ports = nodes.map(({ port }) => port);
      proxy = await ProxyServer.start(name, ports);
    });
    after(async () => {
      await proxy?.stop();
      await Promise.all(nodes.map((node) => node.kill()));
      log.kill();
      await mongo.stop();
      await Promise.all(folders.map(({ remove }) => remove()));
    });

    it('answers all the time, and no request fails that one retry does not mend', async () => {
      const crowd = new Crowd(proxy, () => nodes.map(({ waitedForProcessor }) => waitedForProcessor));
      const queues = await Promise.all([0, 1].map(() => registered(owner, 'message')));
      const senders = ['one', 'two'].map((sender) => crowd.send(owner, sender));
      const others = [
        ...[1, 2, 3, 4].map(() => crowd.read(ada)),
        ...queues.map((queue) => crowd.poll(owner, queue)),
      ];
      await sleep(2_000);
      for (const nth of [0, 1, 0, 1]) {
        expect((await nodes[nth]!.stop()).code).to.equal(0);
        nodes[nth] = await started(nth);
        await isReady(nodes[nth]);
      }
      await sleep(2_000);
      // The wait of a poll for the last message is none for an answer.
      const { wall, own } = crowd.gaps;
      await crowd.end(owner, senders, others);
      const gap = `longest time without an answer ${Math.round(wall)} ms, ${Math.round(own)} of them its own`;
      const figures = `${crowd.requests} requests, ${crowd.retried.length} of them repeated, ${gap}`;
      console.log(`      ${figures}`);
      expect(crowd.failed, figures).to.deep.equal([]);
      expect(own, figures).to.be.below(LONGEST_GAP);
      for (const contents of crowd.received)
        expect([...contents].sort()).to.deep.equal([...crowd.acknowledged].sort());
    });
  });
});

/** As an operator asks for it before the next restart. */
async function isReady({ url }: ServerProcess): Promise<void> {
  while ((await fetch(new URL('/health/ready', url))).status !== 200) await sleep(50);
}
