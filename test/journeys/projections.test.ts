import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { describeOwnMongo, freshDatabase, privateMongoServer } from '../support/mongodb/describeMongo.ts';
import type { MongoServer } from '../support/mongodb/server.ts';
import { ServerProcess } from '../support/process.ts';
import { recordedInChannels } from '../support/recorded.ts';
import { repetitions } from '../support/repetitions.ts';
import { isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { randomMoment, sleep, until } from '../support/waiting.ts';
import { describeProjectionKills, type Environment, expectSameAsLog } from './projectionKills.ts';

const DOCUMENT_SERVER_KILLS = repetitions(20);

describeProjectionKills(repetitions(200));

describeOwnMongo('a document server that is killed while messages come in', () => {
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
    const goneOn = async (): Promise<void> => {
      const before = { people: people.length, messages: senders.acknowledged };
      await until(() => people.length > before.people && senders.acknowledged > before.messages);
    };
    for (let kill = 0; kill < DOCUMENT_SERVER_KILLS; kill += 1) {
      await goneOn();
      await randomMoment(700);
      await mongo.kill();
      await randomMoment(200);
      await mongo.restart();
    }
    await goneOn();
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
    const recorded = recordedInChannels(folder);
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
