/** Servers that are killed at random points while they project, build and rebuild, on either engine. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { describeOwnMongo, freshDatabase, privateMongoServer } from '../support/mongodb/describeMongo.ts';
import type { MongoServer } from '../support/mongodb/server.ts';
import { command, ServerProcess } from '../support/process.ts';
import { distinctSends, isAcknowledged, Senders } from '../support/sending.ts';
import { repetitions } from '../support/repetitions.ts';
import { randomMoment } from '../support/waiting.ts';

const VERIFY_EVERY = repetitions(20);

export type Environment = Readonly<Record<string, string>>;

/** Asks a server to rebuild all its views, and does not wait for it. */
const orderRebuild = (folder: string): void => {
  const socket = connect(join(folder, 'admin.sock'), () =>
    socket.write('{"operation":"projections rebuild","input":{}}\n'),
  );
  socket.on('error', () => socket.destroy());
};

/** Fails unless all views are served and those of a clean rebuild. */
export const expectSameAsLog = async (folder: string, environment: Environment): Promise<void> => {
  const { code, stdout, stderr } = await command(['projections', 'verify'], {
    DATA_DIR: folder,
    ...environment,
  });
  expect(code, stdout + stderr).to.equal(0);
  expect(stdout.trim().split('\n')).to.have.length.of.at.least(5);
};

/** Kills servers on one folder at random points while they project, build and rebuild. */
function describeKills(points: number, environment: () => Environment): void {
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

  const sendersTo = (server: ServerProcess) =>
    new Senders({ url: server.url, person: owner!, channel: 'general' }, 8);

  const killedAtRandom = async (point: number): Promise<void> => {
    const server = await start();
    const senders = sendersTo(server);
    let isKilled = false;
    const sending = senders.sendAll(distinctSends(`point ${point}`, 1_000), () => !isKilled);
    if (point % 2 === 0) orderRebuild(folder);
    await randomMoment(400);
    isKilled = true;
    const { signal } = await server.kill();
    expect(signal).to.equal('SIGKILL');
    await sending;
    senders.close();
  };

  /**
   * How many of a hundred sends are acknowledged. Before a server is ready that may be none: on a document server its
   * views are held up by the transaction that a killed one has left open, until somebody ends that.
   */
  const acknowledgedOnceReady = async (server: ServerProcess, after: number): Promise<number> => {
    await server.ready();
    const senders = sendersTo(server);
    const sends = distinctSends(`after point ${after}`, 100);
    await senders.sendAll(sends);
    senders.close();
    return sends.filter(isAcknowledged).length;
  };

  for (let first = 1; first <= points; first += VERIFY_EVERY)
    it(`are those of a clean rebuild after servers were killed at points ${first} to ${first + VERIFY_EVERY - 1}`, async () => {
      const end = first + VERIFY_EVERY;
      for (let point = first; point < end; point += 1) await killedAtRandom(point);
      const server = await start();
      expect(await acknowledgedOnceReady(server, end - 1)).to.equal(100);
      expect((await server.stop()).code).to.equal(0);
      await expectSameAsLog(folder, environment());
    });
}

/** Suites for both engines; each kills servers at so many random points. */
export function describeProjectionKills(points: number): void {
  describe('views on SQLite', () => {
    describeKills(points, () => ({}));
  });

  describeOwnMongo('views on a document server', () => {
    let mongo: MongoServer;
    const database = freshDatabase();

    before(async () => (mongo = await privateMongoServer()));
    after(() => mongo.stop());

    describeKills(points, () => ({ MONGODB_URL: `${mongo.url}/${database}` }));
  });
}
