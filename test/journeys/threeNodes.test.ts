import { expect } from 'chai';
import { newPushDevice, opened, pushKey, TestBouncer } from '../support/bouncer.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { type Answer, OWNER_PASSWORD, type Person, whenReady } from '../support/hansard.ts';
import { describeOwnMongo, freshDatabase, privateMongoServer } from '../support/mongodb/describeMongo.ts';
import type { MongoServer } from '../support/mongodb/server.ts';
import { command, ServerProcess } from '../support/process.ts';
import { QueueClient } from '../support/queueClients.ts';
import { type Receiver, startReceiver } from '../support/receivers.ts';
import { freePort } from '../support/ports.ts';
import { metricOf } from '../support/metrics.ts';
import { sleep, until } from '../support/waiting.ts';

type Environment = Readonly<Record<string, string>>;

/** Requests that one person can make at one node within a minute. */
const LIMIT = 600;

describeOwnMongo('three nodes that share a log, views, vault and files', () => {
  let log: EventStoreDbStandIn;
  let mongo: MongoServer;
  let bouncer: TestBouncer;
  let receiver: Receiver;
  let folders: readonly { folder: string; remove(): Promise<void> }[];
  let environments: readonly Environment[];
  const nodes: ServerProcess[] = [];
  let owner: Person;
  let ada: Person;

  before(async () => {
    log = await startEventStoreDb();
    mongo = await privateMongoServer();
    bouncer = await TestBouncer.start();
    receiver = await startReceiver(() => ({}));
    folders = await Promise.all([temporaryFolder(), temporaryFolder(), temporaryFolder()]);
    const url = new URL(mongo.url);
    url.pathname = freshDatabase();
    const shared = {
      EVENTSTOREDB_URL: log.url,
      MONGODB_URL: url.href,
      PUSH_BOUNCER_URL: bouncer.url,
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on',
      LOG_LEVEL: 'error',
      RATE_LIMITS: JSON.stringify({ user: { requests: LIMIT, seconds: 60 } }),
    };
    environments = await Promise.all(folders.map(async () => ({ ...shared, PORT: await freePort() })));
    nodes.push(...(await Promise.all([0, 1, 2].map(started))));
    await Promise.all(nodes.map((node) => node.ready()));
    owner = await nodes[0]!.login();
    ada = await personNamed('ada');
    const both = { subscriptions: [{ name: 'design' }], principals: [owner.userId, ada.userId] };
    expect((await at(1, owner).post('/users/me/subscriptions', both)).status).to.equal(200);
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    log.kill();
    await Promise.all([mongo.stop(), bouncer.stop(), receiver.close()]);
    await Promise.all(folders.map(({ remove }) => remove()));
  });

  const started = (nth: number): Promise<ServerProcess> =>
    ServerProcess.start(folders[nth]!.folder, environments[nth]);
  const at = (nth: number, person: Person): Person => nodes[nth % nodes.length]!.known(person);

  async function personNamed(name: string): Promise<Person> {
    const account = { email: `${name}@example.com`, full_name: name, password: OWNER_PASSWORD };
    expect((await at(0, owner).post('/users', account)).status).to.equal(200);
    return nodes[0]!.login(account.email, account.password);
  }

  const message = (content: string, topic = 'logo') => ({ type: 'channel', to: 'design', topic, content });

  /** All messages of a topic, seen at one node at or after a position. */
  async function contents(nth: number, topic: string, position = '-1'): Promise<readonly string[]> {
    const narrow = [
      { operator: 'channel', operand: 'design' },
      { operator: 'topic', operand: topic },
    ];
    const range = { anchor: 'newest', num_before: 5_000, num_after: 0, apply_markdown: false, narrow };
    const { body, status } = await at(nth, owner).get('/messages', range, { 'hansard-position': position });
    expect(status, JSON.stringify(body)).to.equal(200);
    return (body.messages as readonly { content: string }[]).map(({ content }) => content);
  }

  it('show at any node what was written at another, at the position that the writer was told', async () => {
    for (let round = 0; round < 12; round += 1) {
      const sent = await at(round, owner).post('/messages', message(`round ${round}`, 'positions'));
      expect(sent.status).to.equal(200);
      const position = sent.headers.get('hansard-position')!;
      expect(await contents(round + 1, 'positions', position)).to.include(`round ${round}`);
    }
  });

  it('tell clients at any node everything once and in order, also those that change nodes', async () => {
    let turn = 0;
    const clients = await Promise.all(
      [0, 1, 2].map((nth) => QueueClient.start(at(nth, ada), () => nodes[turn++ % 3]!, nth === 2)),
    );
    const expected = Array.from({ length: 30 }, (_, index) => `event ${index}`);
    for (const [index, content] of expected.entries())
      expect((await at(index, owner).post('/messages', message(content, 'events'))).status).to.equal(200);
    for (const client of clients) {
      const seen = () => client.seen.flatMap((event) => event.message?.content ?? []);
      await until(() => seen().length >= expected.length);
      expect(seen()).to.deep.equal(expected);
      expect(client.refused).to.deep.equal([]);
    }
    await Promise.all(clients.map((client) => client.stop()));
  });

  it('decide what is written at all of them at a time without refusing each other', async () => {
    const conflicts = async (): Promise<number> => {
      const counts = nodes.map((node) => metricOf(node, 'hansard_append_conflicts_total'));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    const before = await conflicts();
    const write = async (nth: number, round: number): Promise<void> => {
      const here = at(nth, ada);
      const content = `node ${nth}, round ${round}`;
      const sent = await whenReady(() => here.post('/messages', message(content, 'together')));
      const id = sent.body.id as number;
      const starred = { messages: [id], op: 'add', flag: 'starred' };
      const written = [
        await whenReady(() => here.patch(`/messages/${id}`, { content: `${content}, again` })),
        await whenReady(() => here.post('/messages/flags', starred)),
        await whenReady(() => here.get(`/messages/${id}`)),
      ];
      for (const { status, body } of [sent, ...written]) expect(status, JSON.stringify(body)).to.equal(200);
      expect(written.at(-1)!.body.message).to.deep.include({ flags: ['starred'] });
    };
    for (let round = 0; round < 10; round += 1) await Promise.all([0, 1, 2].map((nth) => write(nth, round)));
    expect(await contents(0, 'together')).to.have.length(30);
    expect((await conflicts()) - before).to.be.lessThan(15);
  });

  it('limit requests, each node for itself', async () => {
    const busy = await personNamed('busy');
    let refused: Answer | undefined;
    let made = 0;
    // A busy machine answers fewer within a minute, so that more are allowed until one is refused.
    for (; refused === undefined; made += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => at(0, busy).get('/users/me')));
      refused = answers.find(({ status }) => status === 429);
    }
    expect(made).to.be.at.least(LIMIT);
    expect(refused.body.code).to.equal('RATE_LIMIT_HIT');
    expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
    expect((await at(1, busy).get('/users/me')).status).to.equal(200);
  });

  it('rebuild a view at one node for all of them', async () => {
    const rebuilt = await command(['projections', 'rebuild', 'messages', '--json'], {
      ...environments[1],
      DATA_DIR: folders[1]!.folder,
    });
    expect(rebuilt.code, rebuilt.stderr).to.equal(0);
    const [{ generation }] = JSON.parse(rebuilt.stdout) as [{ generation: number }];
    const servedAt = async (nth: number): Promise<number | undefined> => {
      const environment = { ...environments[nth], DATA_DIR: folders[nth]!.folder };
      const { stdout } = await command(['projections', 'list', '--json'], environment);
      const all = JSON.parse(stdout) as readonly { projection: string; generation: number }[];
      return all.find(({ projection }) => projection === 'messages')?.generation;
    };
    for (const nth of [0, 1, 2]) await until(async () => (await servedAt(nth)) === generation);
    for (const nth of [0, 1, 2]) expect(await contents(nth, 'positions')).to.have.length(12);
  });

  it('send scheduled messages once', async () => {
    const expected = Array.from({ length: 9 }, (_, index) => `scheduled ${index}`);
    const design = Number((await at(0, owner).get('/get_stream_id', { stream: 'design' })).body.stream_id);
    for (const [index, content] of expected.entries()) {
      // A busy machine may have let the time pass that was asked for: that is refused, and asked for again.
      await until(async () => {
        const due = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 3 };
        const scheduled = { type: 'channel', to: design, topic: 'later', content, ...due };
        return (await at(index, owner).post('/scheduled_messages', scheduled)).status === 200;
      });
    }
    await until(async () => (await contents(0, 'later')).length >= expected.length);
    await sleep(1_500);
    for (const nth of [0, 1, 2])
      expect(await contents(nth, 'later'))
        .to.have.members(expected)
        .and.length(9);
  });

  it('deliver webhooks once', async () => {
    const newBot = { full_name: 'Echo', short_name: 'echo', bot_type: 3, payload_url: receiver.url };
    const bot = (await at(2, owner).post('/bots', newBot)).body.user_id as number;
    for (let nth = 0; nth < 9; nth += 1) {
      const direct = { type: 'direct', to: [bot], content: `hook ${nth}` };
      expect((await at(nth, owner).post('/messages', direct)).status).to.equal(200);
    }
    await until(() => receiver.received.length >= 9);
    await sleep(1_500);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(9);
    expect(receiver.received).to.have.length(9);
  });

  it('push each message under one ID', async () => {
    const device_id = await newPushDevice((path, fields) => at(1, ada).post(path, { ...fields }));
    const isActive = async (): Promise<boolean> =>
      (await at(2, ada).post('/mobile_push/e2ee/test_notification', { device_id })).body.result === 'success';
    await until(isActive);
    bouncer.heard.splice(0);
    const sent: number[] = [];
    for (let nth = 0; nth < 9; nth += 1) {
      const direct = { type: 'direct', to: [ada.userId], content: `push ${nth}` };
      sent.push((await at(nth, owner).post('/messages', direct)).body.id as number);
    }
    const ids = async (): Promise<ReadonlyMap<number, ReadonlySet<string>>> => {
      const pushed = new Map<number, Set<string>>();
      for (const notification of bouncer.notifications) {
        const { message_id: id } = await opened(notification, pushKey(7));
        pushed.set(id as number, (pushed.get(id as number) ?? new Set()).add(notification.id));
      }
      return pushed;
    };
    await until(
      async () => sent.every((id) => bouncer.notifications.length >= 9 && id > 0) && (await ids()).size >= 9,
    );
    await sleep(1_000);
    const pushed = await ids();
    for (const id of sent) expect(pushed.get(id)?.size, `message ${id}`).to.equal(1);
  });

  it('are restarted one after the other, and no request fails that a client’s ordinary retry does not mend', async () => {
    // Whoever reads afterwards has not used up what the limit allows.
    const sender = await personNamed('sender');
    let isOver = false;
    const acknowledged: string[] = [];
    const failures: string[] = [];
    let retries = 0;
    const client = async (name: string): Promise<void> => {
      for (let nth = 0; !isOver; nth += 1) {
        const content = `${name} ${nth}`;
        if (await sentByAnyNode(content, nth)) acknowledged.push(content);
        else failures.push(content);
        // Four who send go on for a minute without wearing out what a node allows the person, also while one is away.
        await sleep(250);
      }
    };
    /** As a client does behind a proxy: the same request again, with its key, until a node answers. */
    const sentByAnyNode = async (content: string, nth: number): Promise<boolean> => {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const key = { 'Idempotency-Key': content };
        const answer = await at(nth + attempt, sender)
          .post('/messages', message(content, 'restart'), key)
          .catch(() => undefined);
        if (answer?.status === 200) return true;
        if (answer !== undefined && answer.status !== 503 && answer.status !== 429) return false;
        retries += 1;
        await sleep(100);
      }
      return false;
    };
    const clients = ['one', 'two', 'three', 'four'].map(client);
    for (const nth of [0, 1, 2]) {
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + 4);
      expect((await nodes[nth]!.stop()).code).to.equal(0);
      nodes[nth] = await started(nth);
      await nodes[nth].ready();
    }
    isOver = true;
    await Promise.all(clients);
    expect(failures).to.deep.equal([]);
    expect(retries).to.be.greaterThan(0);
    for (const nth of [0, 1, 2]) {
      await nodes[nth]!.ready();
      expect([...(await contents(nth, 'restart'))].sort()).to.deep.equal([...acknowledged].sort());
    }
  });

  it('leave a log and views that are as they were recorded', async () => {
    const environment = { ...environments[2], DATA_DIR: folders[2]!.folder };
    const verified = await command(['log', 'verify'], environment);
    expect(verified.code, verified.stdout + verified.stderr).to.equal(0);
    const views = await command(['projections', 'verify'], environment);
    expect(views.code, views.stdout + views.stderr).to.equal(0);
  });
});
