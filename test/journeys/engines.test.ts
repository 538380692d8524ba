import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { type Answer, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { describeOwnMongo, freshDatabase, privateMongoServer } from '../support/mongodb/describeMongo.ts';
import type { MongoServer } from '../support/mongodb/server.ts';
import { ServerProcess } from '../support/process.ts';
import { until } from '../support/waiting.ts';

type Environment = Readonly<Record<string, string>>;

/** Engines beside the server, which can be stopped in their tracks. */
interface Engines {
  readonly environment: Environment;
  freeze(): Promise<void>;
  thaw(): void;
  close(): Promise<void>;
}

/** A frozen engine must be answered for within 5 s; the rest is for a slow machine. */
const LONGEST_ANSWER = 6_000;

function describeEngines(open: () => Promise<Engines>): void {
  let engines: Engines;
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  let ann: Person;
  let messageId: number;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    engines = await open();
    server = await ServerProcess.start(folder, engines.environment);
    await server.ready();
    owner = await server.login();
  });
  after(async () => {
    engines.thaw();
    await server.kill();
    await engines.close();
    await remove();
  });

  const send = (person: Person, content: string): Promise<Answer> =>
    person.post('/messages', { type: 'channel', to: 'design', topic: 'colours', content });

  const contents = async (person: Person): Promise<readonly string[]> => {
    const narrow = [{ operator: 'channel', operand: 'design' }];
    const range = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false, narrow };
    const { body, status } = await person.get('/messages', range);
    expect(status, JSON.stringify(body)).to.equal(200);
    return (body.messages as readonly { content: string }[]).map(({ content }) => content);
  };

  it('carry an organization and a conversation between two people', async () => {
    const account = { email: 'ann@example.com', full_name: 'Ann Example', password: OWNER_PASSWORD };
    expect((await owner.post('/users', account)).status).to.equal(200);
    ann = await server.login('ann@example.com');
    const both = { subscriptions: [{ name: 'design' }], principals: [owner.userId, ann.userId] };
    expect((await owner.post('/users/me/subscriptions', both)).status).to.equal(200);
    const sent = await send(owner, 'Is *red* fine?');
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
    messageId = sent.body.id as number;
    expect((await ann.post(`/messages/${messageId}/reactions`, { emoji_name: 'heart' })).status).to.equal(
      200,
    );
    expect((await send(ann, 'Yes')).status).to.equal(200);
    expect(await contents(ann)).to.deep.equal(['Is *red* fine?', 'Yes']);
  });

  it('answer within five seconds while they are frozen, and go on after the thaw', async () => {
    await engines.freeze();
    const timed = async (request: Promise<Answer>): Promise<{ answer: Answer; took: number }> => {
      const began = server.undisturbed;
      const answer = await request;
      return { answer, took: server.undisturbed - began };
    };
    const [sent, created] = await Promise.all([
      timed(send(owner, 'Into the cold')),
      timed(owner.post('/users', { email: 'bob@example.com', full_name: 'Bob', password: OWNER_PASSWORD })),
    ]);
    for (const { answer, took } of [sent, created]) {
      expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 503]);
      expect(took).to.be.below(LONGEST_ANSWER);
      if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).to.be.above(0);
    }
    expect([sent, created].map(({ answer }) => answer.status)).to.include(503);
    engines.thaw();
    await until(async () => (await send(owner, 'Warm again')).status === 200);
    await server.ready();
    expect(await contents(ann)).to.include('Warm again');
    expect(server.hasEnded).to.equal(false);
  });

  it('have kept everything when the server was killed and started again', async () => {
    const before = await contents(ann);
    await server.kill();
    server = await ServerProcess.start(folder, engines.environment);
    [owner, ann] = [await server.login(), server.known(ann)];
    await server.ready();
    expect(await contents(ann)).to.deep.equal(before);
    const { body } = await owner.get(`/messages/${messageId}`);
    expect(body).to.have.nested.property('message.reactions[0].user_id', ann.userId);
    expect((await server.stop()).code).to.equal(0);
  });
}

const eventStoreDb = async (): Promise<Engines> => {
  const standIn: EventStoreDbStandIn = await startEventStoreDb();
  return {
    environment: { EVENTSTOREDB_URL: standIn.url },
    freeze: async () => standIn.session.freeze(),
    thaw: () => standIn.session.thaw(),
    close: async () => standIn.kill(),
  };
};

const documentServer = async (): Promise<Engines> => {
  const mongo: MongoServer = await privateMongoServer();
  return {
    environment: { MONGODB_URL: `${mongo.url}/${freshDatabase()}` },
    freeze: () => mongo.freeze(),
    thaw: () => mongo.thaw(),
    close: () => mongo.stop(),
  };
};

const both = async (): Promise<Engines> => {
  const [log, documents] = [await eventStoreDb(), await documentServer()];
  return {
    environment: { ...log.environment, ...documents.environment },
    freeze: async () => void (await Promise.all([log.freeze(), documents.freeze()])),
    thaw() {
      log.thaw();
      documents.thaw();
    },
    close: async () => void (await Promise.all([log.close(), documents.close()])),
  };
};

describe('a server with its log in EventStoreDB (stand-in)', () => {
  describeEngines(eventStoreDb);
});

describeOwnMongo('a server with views and vault on a document server', () => {
  describeEngines(documentServer);
});

describeOwnMongo('a server with EventStoreDB (stand-in) and a document server', () => {
  describeEngines(both);
});
