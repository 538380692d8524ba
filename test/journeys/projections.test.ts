import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { describeOwnMongo, freshDatabase, privateMongoServer } from '../support/mongodb/describeMongo.ts';
import type { MongoServer } from '../support/mongodb/server.ts';
import { command, ServerProcess, sleep } from '../support/process.ts';
import { recordedMessages } from '../support/recorded.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';

/** Random points at which a server is killed; `npm run test:long` sets LONG. */
const POINTS = process.env['LONG'] ? 200 : 20;
const VERIFY_EVERY = 20;
const DOCUMENT_SERVER_KILLS = 20;

type Environment = Readonly<Record<string, string>>;

/** Asks a server to rebuild all its views, and does not wait for it. */
const orderRebuild = (folder: string): void => {
  const socket = connect(join(folder, 'admin.sock'), () =>
    socket.write('{"operation":"projections rebuild","input":{}}\n'),
  );
  socket.on('error', () => socket.destroy());
};

const expectSameAsLog = async (folder: string, environment: Environment): Promise<void> => {
  const { code, stdout, stderr } = await command(['projections', 'verify'], {
    DATA_DIR: folder,
    ...environment,
  });
  expect(code, stdout + stderr).to.equal(0);
  expect(stdout.trim().split('\n')).to.have.length.of.at.least(5);
};

/** Kills servers on one folder at random points while they project, build and rebuild. */
function describeKills(environment: () => Environment): void {
  let folder: string;
  let remove: () => Promise<void>;
  let owner: Person | undefined;

  before(async () => ({ folder, remove } = await temporaryFolder()));
  after(() => remove());

  const start = async (): Promise<ServerProcess> => {
    const server = await ServerProcess.start(folder, environment());
    if (owner) owner = server.known(owner);
    else {
      owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    }
    return server;
  };

  const killedAtRandom = async (point: number): Promise<number> => {
    const server = await start();
    const senders = new Senders({ url: server.url, person: owner!, channel: 'general' }, 8);
    let isKilled = false;
    const sending = senders.sendAll(distinctSends(`point ${point}`, 1_000), () => !isKilled);
    if (point % 2 === 0) orderRebuild(folder);
    await sleep(Math.random() * 400);
    isKilled = true;
    const { signal } = await server.kill();
    expect(signal).to.equal('SIGKILL');
    await sending;
    senders.close();
    return senders.answered;
  };

  for (let first = 1; first <= POINTS; first += VERIFY_EVERY)
    it(`are those of a clean rebuild after servers were killed at points ${first} to ${first + VERIFY_EVERY - 1}`, async () => {
      let answered = 0;
      for (let point = first; point < first + VERIFY_EVERY; point += 1)
        answered += await killedAtRandom(point);
      expect(answered).to.be.above(0);
      const server = await start();
      await server.ready();
      expect((await server.stop()).code).to.equal(0);
      await expectSameAsLog(folder, environment());
    });
}

describe('views on SQLite', function () {
  this.timeout(300_000);
  describeKills(() => ({}));
});

describeOwnMongo('views on a document server', function () {
  this.timeout(300_000);
  let mongo: MongoServer;
  const database = freshDatabase();

  before(async () => (mongo = await privateMongoServer()));
  after(() => mongo.stop());

  describeKills(() => ({ MONGODB_URL: `${mongo.url}/${database}` }));
});

describeOwnMongo('a document server that is killed while messages come in', function () {
  this.timeout(300_000);
  let mongo: MongoServer;
  let server: ServerProcess;
  let environment: Environment;
  let folder: string;
  let remove: () => Promise<void>;
  let owner: Person;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    mongo = await privateMongoServer();
    environment = { MONGODB_URL: `${mongo.url}/${freshDatabase()}` };
    server = await ServerProcess.start(folder, environment);
    owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  });
  after(async () => {
    await server.kill();
    await mongo.stop();
    await remove();
  });

  const people: string[] = [];
  let sends: readonly Send[] = [];

  it('does not end the server, which makes messages and accounts whenever it can', async () => {
    const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 16);
    let isOver = false;
    const sending = senders.sendAtRate(100, 'message', () => !isOver);
    const creating = createPeople(() => !isOver);
    for (let kill = 0; kill < DOCUMENT_SERVER_KILLS; kill += 1) {
      await sleep(200 + Math.random() * 500);
      await mongo.kill();
      await sleep(Math.random() * 200);
      await mongo.restart();
    }
    await sleep(1_000);
    isOver = true;
    sends = await sending;
    await creating;
    senders.close();
    expect(server.hasEnded, server.stderr.slice(-2_000)).to.equal(false);
    const outcomes = new Set(sends.map(({ fate, status }) => `${fate} ${status}`));
    expect([...outcomes].filter((each) => !['answered 200', 'answered 503'].includes(each))).to.deep.equal(
      [],
    );
    expect(sends.filter(isAcknowledged)).not.to.have.length(0);
    expect(people).not.to.have.length(0);
  });

  it('leaves every acknowledged message in the log and in the views, once', async () => {
    await server.ready();
    const recorded = recordedMessages(folder);
    const contentById = new Map(recorded.map(({ id, content }) => [id, content]));
    for (const { id, content } of sends.filter(isAcknowledged))
      expect(contentById.get(id!)).to.equal(content);
    expect(new Set(contentById.values()).size).to.equal(recorded.length);
    expect(await shownMessages()).to.deep.equal(recorded);
  });

  it('leaves every acknowledged account with its password', async () => {
    for (const email of people.slice(-10)) expect(await server.login(email)).to.have.property('key');
  });

  it('leaves views that are what the log says, also after the next start', async () => {
    expect((await server.stop()).code).to.equal(0);
    await expectSameAsLog(folder, environment);
    server = await ServerProcess.start(folder, environment);
    await server.ready();
    expect(await server.login()).to.include({ key: owner.key });
  });

  /** Everything that can be read, page by page. */
  const shownMessages = async () => {
    const shown: { id: number; content: string }[] = [];
    for (let isNewest = false; !isNewest;) {
      const range = { anchor: shown.at(-1)?.id ?? 0, num_before: 0, num_after: 500, include_anchor: false };
      const { body, status } = await owner.get('/messages', { ...range, apply_markdown: false });
      expect(status, JSON.stringify(body)).to.equal(200);
      const page = body.messages as readonly { id: number; content: string }[];
      shown.push(...page.map(({ id, content }) => ({ id, content })));
      isNewest = body.found_newest === true;
    }
    return shown;
  };

  /** One account after the other; remembers those that were acknowledged. */
  const createPeople = async (goesOn: () => boolean): Promise<void> => {
    for (let number = 0; goesOn(); number += 1) {
      const email = `person${number}@example.com`;
      const account = { email, full_name: `Person ${number}`, password: OWNER_PASSWORD };
      const { status, body } = await owner.post('/users', account);
      expect(status, JSON.stringify(body)).to.be.oneOf([200, 503]);
      if (status === 200) people.push(email);
      await sleep(100);
    }
  };
});
