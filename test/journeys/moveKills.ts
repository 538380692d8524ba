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
import { distinctSends, Senders } from '../support/sending.ts';
import { randomMoment } from '../support/waiting.ts';
import { expectSound, hansard, type Settings } from './backups.ts';

interface Moved {
  readonly digest: string;
  readonly events: number;
}

/** Kills each of the two moves so often. */
export function describeMoveKills(messages: number, kills: number): void {
  describeMongo(
    `${messages} messages whose moves are killed ${kills} times each`,
    function (this: Mocha.Suite) {
      let place: string;
      let remove: () => Promise<void>;
      let eventStoreDb: StandInProcess;
      const database = freshDatabase();
      let remote: Settings;
      const folder = (name: string): Settings => ({ DATA_DIR: join(place, name) });

      before(async () => {
        ({ folder: place, remove } = await temporaryFolder());
        eventStoreDb = await StandInProcess.start({ like: '23.10' });
        const urls = {
          EVENTSTOREDB_URL: eventStoreDb.url,
          MONGODB_URL: `${await roomyMongoUrl()}/${database}`,
        };
        remote = { ...folder('remote'), ...urls };
        const server = await ServerProcess.start(join(place, 'old'));
        const owner = await server.login();
        await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
        const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 16);
        await senders.sendAll(distinctSends('moved', messages));
        senders.close();
        await server.stop();
      });
      after(async () => {
        eventStoreDb.discard();
        for (const name of [database, `${database}_vault`, `${database}_files`])
          await dropDatabase(await roomyMongoUrl(), name);
        await remove();
      });

      /** Kills the move at random moments, and lets it end at last. */
      async function move(settings: Settings, ...to: readonly string[]): Promise<Moved> {
        for (let killed = 0; killed < kills; killed += 1) {
          const running = commandUnderWay(['move', '--json', '--to', ...to], settings);
          const alarm = randomMoment(400 + messages / 8, 400).then(() => running.signal('SIGKILL'));
          const { signal, code, stdout, stderr } = await running.ended;
          await alarm;
          if (signal !== null) continue;
          expect(code, stderr).to.equal(0);
          return JSON.parse(stdout) as Moved;
        }
        return hansard<Moved>(settings, ['move', '--to', ...to]);
      }

      it('arrive with the same events, and so they come back', async () => {
        const digestIn = async (settings: Settings) => {
          const { anchor, events } = await hansard<{ anchor: string; events: number }>(settings, [
            'log',
            'verify',
          ]);
          return { digest: anchor.split(':')[1], events };
        };
        const original = await digestIn(folder('old'));
        const there = await move(
          folder('old'),
          remote['EVENTSTOREDB_URL'] ?? '',
          remote['MONGODB_URL'] ?? '',
        );
        expect(there.digest).to.equal(original.digest);
        expect((await digestIn(remote)).digest).to.equal(original.digest);
        const back = await move(remote, join(place, 'back'));
        expect(back).to.include({ digest: original.digest, events: there.events });
        const server = await ServerProcess.start(join(place, 'back'));
        await server.ready();
        await server.stop();
        await expectSound(folder('back'));
      });
    },
  );
}
