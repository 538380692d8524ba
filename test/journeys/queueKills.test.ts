/** Servers that are killed again and again while clients follow what is said. */
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { startEventStoreDb } from '../support/eventstoredb/server.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { describeOwnMongo, freshDatabase, privateMongoServer } from '../support/mongodb/describeMongo.ts';
import { ServerProcess } from '../support/process.ts';
import { QueueClient } from '../support/queueClients.ts';
import { type RecordedMessage, recordedMessages } from '../support/recorded.ts';
import { repetitions } from '../support/repetitions.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { randomMoment, sleep, until } from '../support/waiting.ts';

const POLLING = 5;
const STREAMING = 5;
const SENDERS = 10;
const SENDS_EACH = 60;
const BATCH = repetitions(20);
/** Milliseconds between two moments at which clients go elsewhere. */
const HOP_EVERY = 25;

const [PUBLIC, PRIVATE] = ['kills', 'secrets'];
const CHANNELS = [PUBLIC, PRIVATE] as const;

/** Servers over one log. */
interface Servers {
  readonly count: number;
  /** Starts one of them, for the first time or after it was killed. */
  start(index: number): Promise<ServerProcess>;
  /** The messages that the log has. */
  messages(): readonly RecordedMessage[];
  close(): Promise<void>;
}

/** A server with the embedded engines. */
async function oneServer(): Promise<Servers> {
  const { folder, remove } = await temporaryFolder();
  return {
    count: 1,
    start: () => ServerProcess.start(folder),
    messages: () => recordedMessages(folder),
    close: remove,
  };
}

/** Two nodes over the stand-in for EventStoreDB and one document server. */
async function twoNodes(): Promise<Servers> {
  const folders = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const [log, documents] = [await startEventStoreDb(), await privateMongoServer()];
  const environment = { EVENTSTOREDB_URL: log.url, MONGODB_URL: `${documents.url}/${freshDatabase()}` };
  return {
    count: folders.length,
    start: (index) => ServerProcess.start(folders[index]!.folder, environment),
    messages: () =>
      (log.store.stream('organization-1') ?? []).flatMap(({ type, revision, data }) => {
        if (type !== 'MessageSent') return [];
        const { content } = JSON.parse(Buffer.from(data).toString()) as { content: string };
        return [{ id: revision + 1, content }];
      }),
    async close() {
      log.kill();
      await documents.stop();
      await Promise.all(folders.map(({ remove }) => remove()));
    },
  };
}

/** Kills one of them so often, in turn, each time while messages are sent and followed. */
function describeQueueKills(open: () => Promise<Servers>, kills: number): void {
  let all: Servers;
  const servers: ServerProcess[] = [];
  let owner: Person;
  let clients: readonly { readonly client: QueueClient; readonly channels: readonly string[] }[] = [];
  const acknowledged: Send[] = [];

  before(async () => {
    all = await open();
    for (let index = 0; index < all.count; index += 1) servers.push(await all.start(index));
    owner = await servers[0]!.login();
    const ann = await founded();
    const isStream = (index: number): boolean => index >= POLLING;
    clients = await Promise.all(
      Array.from({ length: POLLING + STREAMING }, async (_, index) => {
        const [person, channels] = index % 2 === 0 ? [owner, CHANNELS] : [ann, [PUBLIC]];
        return { channels, client: await QueueClient.start(person, anyServer, isStream(index)) };
      }),
    );
  });
  after(async () => {
    await Promise.all(clients.map(({ client }) => client.stop()));
    await Promise.all(servers.map((server) => server.kill()));
    await all.close();
  });

  const anyServer = (): ServerProcess => servers[Math.floor(Math.random() * servers.length)]!;

  /** A private channel of the owner's, and another one with somebody else, who is the answer. */
  async function founded(): Promise<Person> {
    const account = { email: 'ann@example.com', full_name: 'Ann Example', password: OWNER_PASSWORD };
    expect((await owner.post('/users', account)).status).to.equal(200);
    const ann = await servers[0]!.login('ann@example.com');
    const principals = [owner.userId, ann.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: PUBLIC }], principals });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: PRIVATE }], invite_only: true });
    return ann;
  }

  /**
   * Each of the senders at a server of its own choice, as long as that lives and the kill is not over. What a server is
   * not ready for is sent again in other words, so that there is always something to see.
   */
  async function sendAmid(round: number, isOver: () => boolean): Promise<void> {
    const sending = Array.from({ length: SENDERS }, async (_, index) => {
      const server = servers[index % servers.length]!;
      const channel = CHANNELS[Math.floor(index / servers.length) % CHANNELS.length]!;
      const senders = new Senders({ url: server.url, person: server.known(owner), channel }, 1);
      const goesOn = (): boolean => !server.hasEnded && !isOver();
      for (let turn = 1, left = SENDS_EACH; left > 0 && goesOn(); turn += 1) {
        const sends = distinctSends(`round ${round} in ${channel} by ${index}, turn ${turn}:`, left);
        await senders.sendAll(sends, goesOn);
        const taken = sends.filter(isAcknowledged);
        acknowledged.push(...taken);
        left -= taken.length;
        if (left > 0) await sleep(20);
      }
      senders.close();
    });
    await Promise.all(sending);
  }

  const mostSeen = (): number => Math.max(...clients.map(({ client }) => client.seen.length));

  async function killAmid(round: number): Promise<void> {
    const [index, before] = [round % servers.length, mostSeen()];
    let isOver = false;
    const sending = sendAmid(round, () => isOver);
    const hopping = hop(() => isOver);
    await until(() => mostSeen() !== before, 1);
    await randomMoment(50);
    await servers[index]!.kill();
    servers[index] = await all.start(index);
    isOver = true;
    await Promise.all([sending, hopping]);
  }

  /** Has clients leave one node for another, while there are others; each stays longer until it is told something. */
  async function hop(isOver: () => boolean): Promise<void> {
    const stays = clients.map(({ client }) => ({ client, seen: client.seen.length, least: 0, since: 0 }));
    while (servers.length > 1 && !isOver()) {
      await randomMoment(2 * HOP_EVERY);
      const stay = stays[Math.floor(Math.random() * stays.length)]!;
      const now = performance.now();
      if (now - stay.since < stay.least) continue;
      const seen = stay.client.seen.length;
      const least = seen > stay.seen ? 0 : Math.max(2 * stay.least, HOP_EVERY);
      Object.assign(stay, { seen, least, since: now });
      stay.client.leave();
    }
  }

  for (let first = 1; first <= kills; first += BATCH)
    it(`tell everything once and in order (kills ${first} to ${first + BATCH - 1})`, async () => {
      for (let round = first; round < first + BATCH; round += 1) await killAmid(round);
      const messages = all.messages();
      expect(messages.map(({ id }) => id)).to.include.members(acknowledged.splice(0).map(({ id }) => id!));
      for (const { client, channels } of clients) {
        const isMeant = ({ content }: RecordedMessage): boolean => {
          const channel = /^round \d+ in (\w+) by/.exec(content)?.[1];
          return channel !== undefined && channels.includes(channel);
        };
        const receivedIds = (): readonly number[] =>
          client.seen.flatMap(({ message }) => (message && isMeant(message) ? [message.id] : []));
        const expected = messages.filter(isMeant).map(({ id }) => id);
        await until(() => receivedIds().length >= expected.length);
        expect(receivedIds()).to.deep.equal(expected);
        expect(client.refused).to.deep.equal([]);
      }
    });
}

describe('event queues of a server that is killed', () => {
  describeQueueKills(oneServer, repetitions(500));
});

describeOwnMongo('event queues of two nodes, one of which is killed each time', () => {
  describeQueueKills(twoNodes, repetitions(200));
});
