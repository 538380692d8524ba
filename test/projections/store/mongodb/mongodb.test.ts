import { expect } from 'chai';
import type { ClientSession } from 'mongodb';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { systemClock } from '../../../../src/base/clock.ts';
import type { CredentialId, OrganizationId } from '../../../../src/base/ids.ts';
import { storageName } from '../../../../src/projections/store/readModels.ts';
import { openMongoReadModels } from '../../../../src/projections/store/mongodb/readModels.ts';
import { MongoConnection } from '../../../../src/projections/store/mongodb/connection.ts';
import { Sessions } from '../../../../src/projections/store/mongodb/sessions.ts';
import type { GenerationRecord } from '../../../../src/projections/store/mongodb/writing.ts';
import { type Generation, ReadModelsUnavailable } from '../../../../src/projections/store/readModels.ts';
import { openMongoVault } from '../../../../src/vault/mongodb.ts';
import { type Vault, VaultUnavailable } from '../../../../src/vault/vault.ts';
import { describeOwnMongo, privateMongoServer } from '../../../support/mongodb/describeMongo.ts';
import type { MongoServer } from '../../../support/mongodb/server.ts';
import { randomMoment, until } from '../../../support/waiting.ts';
import { batch, collections, expectWholeBatches, name } from '../batches.ts';
import { repetitions } from '../../../support/repetitions.ts';
import { undisturbed } from '../../../support/undisturbed.ts';

const KILLS = repetitions(20);
/** An answer within this many ms counts as one. */
const ANSWER = 5_000;

const secret = (n: number) => ({
  credentialId: `secret-${n}` as CredentialId,
  organizationId: 1 as OrganizationId,
  kind: 'apiKey' as const,
  lookup: `hash-${n}`,
  sealed: `sealed ${n}`,
  createdAt: n,
});

/** Does `step(from)`, `step(from + 1)`, … until one fails as unavailable; returns the last that was acknowledged. */
async function untilUnavailable(
  from: number,
  unavailable: unknown,
  step: (n: number) => Promise<void>,
): Promise<number> {
  for (let n = from; ; n++) {
    try {
      await step(n);
    } catch (error) {
      expect(error).to.be.instanceOf(unavailable);
      return n - 1;
    }
  }
}

const writeBatches = (generation: Generation, from: number): Promise<number> =>
  untilUnavailable(from, ReadModelsUnavailable, (n) => generation.commit(batch(n), n));

const writeSecrets = (vault: Vault, from: number): Promise<number> =>
  untilUnavailable(from, VaultUnavailable, (n) => vault.put(secret(n)));

/** Once an engine is back, it may still take a moment until its connections are. */
async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  const attempt = async (): Promise<readonly [Result] | undefined> => {
    try {
      return [await work()];
    } catch (error) {
      if (error instanceof ReadModelsUnavailable || error instanceof VaultUnavailable) return undefined;
      throw error;
    }
  };
  return (await until(attempt))[0];
}

const unavailableWithin = async (work: () => Promise<unknown>, kind: unknown): Promise<void> => {
  const start = undisturbed();
  const outcome = await work().catch((error: unknown) => error);
  expect(outcome).to.be.instanceOf(kind);
  expect(undisturbed() - start).to.be.lessThan(ANSWER);
};

/** Resolves when a transaction on a generation is open that nobody will end. */
const leaveOpen = (
  connection: MongoConnection,
  sessions = new Sessions(connection, storageName(name)),
): Promise<void> =>
  new Promise((resolve, reject) => {
    const generation = storageName(name);
    const records = connection.database.collection<GenerationRecord>('generations');
    const items = connection.database.collection(`${generation}.items`);
    const work = async (session: ClientSession): Promise<void> => {
      session.startTransaction();
      await records.updateOne({ _id: generation }, { $set: { checkpoint: 2 } }, { session });
      await items.deleteOne({}, { session });
      resolve();
      await new Promise(() => {});
    };
    sessions.within(work).catch(reject);
  });

/** A connection to the server on which each request takes `delay` milliseconds. */
async function slowWayTo({ url }: MongoServer) {
  const ends = new Set<Socket>();
  const entrance = createServer((end) => {
    const other = connect(Number(new URL(url).port), '127.0.0.1');
    end.on('data', (bytes) => setTimeout(() => other.write(bytes), way.delay));
    other.pipe(end);
    for (const each of [end, other]) ends.add(each.on('error', () => each.destroy()));
    end.on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(entrance, 'listening');
  const close = (): void => {
    entrance.close();
    for (const end of ends) end.destroy();
  };
  const { port } = entrance.address() as AddressInfo;
  const way = { url: `mongodb://127.0.0.1:${port}/?directConnection=true`, delay: 0, close };
  return way;
}

/** A generation with one batch, and a second one under way from a process that is no more. */
async function killedAmidBatch({ url }: MongoServer) {
  const options = { url, clock: systemClock };
  const readModels = await openMongoReadModels(options);
  const generation = await readModels.open(name, collections);
  await generation.commit(batch(1), 1);
  const killed = await MongoConnection.open(options);
  await leaveOpen(killed);
  return { readModels, generation, close: () => Promise.all([readModels.close(), killed.close()]) };
}

describeOwnMongo('MongoDB read models and vault', () => {
  let server: MongoServer;

  beforeEach(async () => {
    server = await privateMongoServer();
  });

  afterEach(() => server.stop());

  it('keep whole batches and everything acknowledged when the server is killed, again and again', async () => {
    const options = { url: server.url, clock: systemClock, deadline: 700 };
    const readModels = await eventually(() => openMongoReadModels(options));
    const vault = await eventually(() => openMongoVault(options));
    const generation = await readModels.open(name, collections);
    let [checkpoint, secrets] = [0, 0];
    for (let kill = 0; kill < KILLS; kill++) {
      const writing = Promise.all([
        writeBatches(generation, checkpoint + 1),
        writeSecrets(vault, secrets + 1),
      ]);
      await randomMoment(300, 50);
      await server.kill();
      const [batches, lastSecret] = await writing;
      await server.restart();
      // The batch whose outcome was unknown may be on its way: writing it again settles that.
      await eventually(() => generation.commit(batch(batches + 1), batches + 1));
      checkpoint = await expectWholeBatches(generation);
      expect(checkpoint).to.equal(batches + 1);
      for (let n = secrets + 1; n <= lastSecret; n++) {
        expect(await eventually(() => vault.get(secret(n).credentialId))).to.deep.equal(secret(n));
      }
      secrets = lastSecret;
    }
    expect(checkpoint).to.be.at.least(KILLS);
    await Promise.all([readModels.close(), vault.close()]);
  });

  it('end the transaction that a killed process has left open', async () => {
    const { generation, close } = await killedAmidBatch(server);
    await generation.commit(batch(2), 2);
    await generation.commit(batch(3), 3);
    expect(await expectWholeBatches(generation)).to.equal(3);
    await close();
  });

  it('end it also where the killed process had written before, beside this one', async () => {
    const options = { url: server.url, clock: systemClock };
    const readModels = await openMongoReadModels(options);
    const generation = await readModels.open(name, collections);
    const killed = await MongoConnection.open(options);
    const sessions = new Sessions(killed, storageName(name));
    await sessions.within(() => Promise.resolve());
    await generation.commit(batch(1), 1);
    await leaveOpen(killed, sessions);
    const began = undisturbed();
    await eventually(() => generation.commit(batch(2), 2));
    expect(undisturbed() - began).to.be.lessThan(20_000);
    await Promise.all([readModels.close(), killed.close()]);
  });

  it('drop a generation in which a killed process has left a transaction open', async () => {
    const { readModels, close } = await killedAmidBatch(server);
    await readModels.drop(name);
    expect(await readModels.generations()).to.deep.equal([]);
    await close();
  });

  it('take nothing for a generation that another process has dropped', async () => {
    const readModels = await openMongoReadModels({ url: server.url, clock: systemClock });
    const before = systemClock.now();
    const generation = await readModels.open(name, collections);
    await generation.commit(batch(1), 1);
    expect(await readModels.touchedAt(name)).to.be.within(before, systemClock.now());
    await readModels.drop(name);
    await unavailableWithin(() => generation.commit(batch(2), 2), ReadModelsUnavailable);
    expect(await readModels.touchedAt(name)).to.equal(undefined);
    await readModels.close();
  });

  it('answer within five seconds when the server is frozen, and go on when it thaws', async () => {
    const options = { url: server.url, clock: systemClock };
    const [readModels, vault] = [await openMongoReadModels(options), await openMongoVault(options)];
    const generation = await readModels.open(name, collections);
    await generation.commit(batch(1), 1);
    await server.freeze();
    const questions = [
      () => unavailableWithin(() => generation.commit(batch(2), 2), ReadModelsUnavailable),
      () => unavailableWithin(() => generation.checkpoint(), ReadModelsUnavailable),
      () => unavailableWithin(() => readModels.notes.get('note'), ReadModelsUnavailable),
      () => unavailableWithin(() => vault.put(secret(1)), VaultUnavailable),
      () => unavailableWithin(() => openMongoReadModels(options), ReadModelsUnavailable),
      () => unavailableWithin(() => openMongoVault(options), VaultUnavailable),
    ];
    await Promise.all(questions.map((question) => question()));
    server.thaw();
    await eventually(() => generation.commit(batch(2), 2));
    await generation.commit(batch(3), 3);
    expect(await expectWholeBatches(generation)).to.equal(3);
    await eventually(() => vault.put(secret(2)));
    await Promise.all([readModels.close(), vault.close()]);
  });

  it('index the words of documents while a generation is filled, and the rest when it is sealed', async () => {
    const options = { url: server.url, clock: systemClock };
    const [readModels, connection] = await Promise.all([
      openMongoReadModels(options),
      MongoConnection.open(options),
    ]);
    const searched = {
      items: { id: 'number', words: true, indexes: [['batch']], fields: { batch: 'number' } },
    };
    const filling = await readModels.fill(name, searched as typeof collections);
    const indexesOf = async (collection: string): Promise<readonly unknown[]> => {
      const found = connection.database.collection(`${storageName(name)}.${collection}`);
      return (await found.indexes()).map((index) => index.name).filter((each) => each !== '_id_');
    };
    expect([await indexesOf('items.words'), await indexesOf('items')]).to.deep.equal([['words'], []]);
    await filling.seal();
    expect(await indexesOf('items.words')).to.deep.equal(['words']);
    expect(await indexesOf('items')).to.have.length.above(0);
    await Promise.all([readModels.close(), connection.close()]);
  });

  it('wait longer for an answer where that was asked for, and no longer for a server', async () => {
    const slow = await slowWayTo(server);
    const options = { url: slow.url, clock: systemClock, deadline: 50_000 };
    const [readModels, vault] = [await openMongoReadModels(options), await openMongoVault(options)];
    const generation = await readModels.open(name, collections);
    await generation.commit(batch(1), 1);
    slow.delay = ANSWER;
    expect(await Promise.all([generation.checkpoint(), vault.claim()])).to.deep.equal([1, undefined]);
    slow.delay = 0;
    await Promise.all([readModels.close(), vault.close()]);
    slow.close();
    await unavailableWithin(() => openMongoReadModels(options), ReadModelsUnavailable);
    await unavailableWithin(() => openMongoVault(options), VaultUnavailable);
  });

  it('are unavailable where no server is', async () => {
    const options = { url: server.url, clock: systemClock, deadline: 1_000 };
    await server.kill();
    await unavailableWithin(() => openMongoReadModels(options), ReadModelsUnavailable);
    await unavailableWithin(() => openMongoVault(options), VaultUnavailable);
  });
});
