/** Moves there and back that are killed on the way. */
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { StandInProcess } from '../support/eventstoredb/process.ts';
import {
  describeMongo,
  dropDatabase,
  freshDatabase,
  roomyMongoUrl,
} from '../support/mongodb/describeMongo.ts';
import { commandUnderWay, ServerProcess } from '../support/process.ts';
import { repetitions } from '../support/repetitions.ts';
import { distinctSends, Senders } from '../support/sending.ts';
import { randomMoment } from '../support/waiting.ts';
import { expectSound, hansard, type MoveReport, type Settings } from './backups.ts';

/** Where all but the log goes. */
interface Rest {
  /** How the move is told. */
  readonly destination: string;
  readonly settings: Settings;
  drop(): Promise<void>;
}

async function inMongo(): Promise<Rest> {
  const [server, database] = [await roomyMongoUrl(), freshDatabase()];
  const url = `${server}/${database}`;
  return {
    destination: url,
    settings: { MONGODB_URL: url },
    async drop() {
      for (const name of [database, `${database}_vault`, `${database}_files`])
        await dropDatabase(server, name);
    },
  };
}

const inFolder = async (folder: string): Promise<Rest> => ({
  destination: folder,
  settings: {},
  drop: async () => {},
});

/** Kills each of the two moves so often: to EventStoreDB with all else in MongoDB, and with all else in a folder. */
function describeMoveKills(messages: number, kills: number): void {
  const title = `${messages} messages whose moves to EventStoreDB are killed ${kills} times each`;
  describeMongo(`${title}, all else in MongoDB`, () => movesAreKilled(messages, kills, inMongo));
  describe(`${title}, all else in a folder`, () => movesAreKilled(messages, kills, inFolder));
}

function movesAreKilled(messages: number, kills: number, open: (folder: string) => Promise<Rest>): void {
  let root: string;
  let remove: () => Promise<void>;
  let eventStoreDb: StandInProcess;
  let rest: Rest;
  const folder = (name: string): Settings => ({ DATA_DIR: join(root, name) });

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    eventStoreDb = await StandInProcess.start({ like: '23.10' });
    rest = await open(join(root, 'remote'));
    const server = await ServerProcess.start(join(root, 'old'));
    const owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 16);
    await senders.sendAll(distinctSends('moved', messages));
    senders.close();
    await server.stop();
  });
  after(async () => {
    eventStoreDb.discard();
    await rest.drop();
    await remove();
  });

  /** Kills the move at random moments, and lets it end at last. */
  async function move(settings: Settings, ...to: readonly string[]): Promise<MoveReport> {
    for (let killed = 0; killed < kills; killed += 1) {
      const running = commandUnderWay(['move', '--json', '--to', ...to], settings);
      const alarm = randomMoment(400 + messages / 8, 400).then(() => running.signal('SIGKILL'));
      const { signal, code, stdout, stderr } = await running.ended;
      await alarm;
      if (signal !== null) continue;
      expect(code, stderr).to.equal(0);
      return JSON.parse(stdout) as MoveReport;
    }
    return hansard<MoveReport>(settings, ['move', '--to', ...to]);
  }

  const digestIn = async (settings: Settings) => {
    const words = ['log', 'verify'];
    const { anchor, events } = await hansard<{ anchor: string; events: number }>(settings, words);
    return { digest: anchor.split(':')[1], events };
  };

  it('arrive with the same events, and so they come back', async () => {
    const remote = { ...folder('remote'), EVENTSTOREDB_URL: eventStoreDb.url, ...rest.settings };
    const original = await digestIn(folder('old'));
    const there = await move(folder('old'), eventStoreDb.url, rest.destination);
    expect(there.digest).to.equal(original.digest);
    expect((await digestIn(remote)).digest).to.equal(original.digest);
    const back = await move(remote, join(root, 'back'));
    expect(back).to.include({ digest: original.digest, events: there.events });
    const server = await ServerProcess.start(join(root, 'back'));
    await server.ready();
    await server.stop();
    await expectSound(folder('back'));
  });
}

describeMoveKills(repetitions(300_000, 2_000), repetitions(10));
