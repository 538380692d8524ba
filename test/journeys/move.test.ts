import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { upload } from '../api/uploads.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { StandInProcess } from '../support/eventstoredb/process.ts';
import type { Person } from '../support/hansard.ts';
import { describeMongo, dropDatabase, freshDatabase, mongoUrl } from '../support/mongodb/describeMongo.ts';
import { command, ServerProcess, serverRefusing } from '../support/process.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { expectSound, hansard, type MoveReport, replayed, type Settings } from './backups.ts';

/** Stream, revision, ID, data and metadata of all events but those of presence, in the order of their streams. */
const recordOf = async (settings: Settings): Promise<readonly string[]> =>
  (await replayed(settings))
    .filter((line) => !line.includes('"stream":"ephemeral-'))
    .map((line) => line.replace(/"position":\d+,/, ''))
    .sort();

describeMongo(
  'everything, on the embedded engines and on EventStoreDB with MongoDB',
  function (this: Mocha.Suite) {
    let root: string;
    let remove: () => Promise<void>;
    let eventStoreDb: StandInProcess;
    const databases = [freshDatabase(), freshDatabase()] as const;
    let mongo: string;
    let owner: Person;
    let url: string;
    let queue: { readonly queue_id: unknown; readonly last_event_id: unknown };
    const bytes = randomBytes(30_000);
    const folder = (name: string): Settings => ({ DATA_DIR: join(root, name) });
    const remote = (): Settings => ({
      DATA_DIR: join(root, 'remote'),
      EVENTSTOREDB_URL: eventStoreDb.url,
      MONGODB_URL: `${mongo}/${databases[0]}`,
    });

    before(async () => {
      ({ folder: root, remove } = await temporaryFolder());
      eventStoreDb = await StandInProcess.start({ like: '23.10' });
      mongo = await mongoUrl();
    });
    after(async () => {
      eventStoreDb.discard();
      for (const database of databases.flatMap((each) => [each, `${each}_vault`, `${each}_files`]))
        await dropDatabase(mongo, database);
      await remove();
    });

    /** The owner finds their queue, file and messages on another server. */
    async function expectAtHome(server: ServerProcess, sends: readonly Send[]): Promise<void> {
      const person = server.known(owner);
      const contents = new Set<string | undefined>();
      for (let last = queue.last_event_id, count = 1; count > 0;) {
        const query = { queue_id: queue.queue_id, last_event_id: last, dont_block: true };
        const { status, body } = await person.get('/events', query);
        expect(status).to.equal(200);
        const events = body['events'] as readonly { id: number; message?: { content: string } }[];
        for (const { message } of events) contents.add(message?.content);
        [count, last] = [events.length, events.at(-1)?.id ?? last];
      }
      for (const { content } of sends) expect(contents.has(content), content).to.equal(true);
      const file = await fetch(new URL(url, server.url), { headers: person.headers });
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).to.equal(true);
    }

    it('begins no empty log in EventStoreDB beside a filled data folder', async () => {
      const server = await ServerProcess.start(folder('old').DATA_DIR ?? '');
      owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
      const { queue_id, last_event_id } = (await owner.post('/register')).body;
      queue = { queue_id, last_event_id };
      url = await upload(server, owner, { bytes, name: 'photo.bin' });
      await server.stop();
      const { code, stderr } = await serverRefusing({ ...remote(), ...folder('old'), PORT: '0' });
      expect(code).to.equal(2);
      expect(stderr).to.match(
        /contains an event log, and the one in EventStoreDB is empty.*hansard move --to/,
      );
    });

    it('moves while the server is busy, which stops at the end and says where the data went', async () => {
      const server = await ServerProcess.start(folder('old').DATA_DIR ?? '');
      const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 4);
      const sending = senders.sendAtRate(40, 'busy', () => !server.hasEnded);
      await hansard(folder('old'), ['backup', join(root, 'backups')]);
      const to = [remote()['EVENTSTOREDB_URL'] ?? '', remote()['MONGODB_URL'] ?? ''];
      const moved = await hansard<MoveReport>(folder('old'), ['move', '--to', ...to]);
      const { code, stderr } = await server.ended;
      senders.close();
      const sent = (await sending).filter(isAcknowledged);
      expect(code).to.equal(0);
      expect(stderr).to.match(/"event":"server.moving".*The data has been copied to esdb:.* and mongodb:/);
      expect(sent.length).to.be.greaterThan(20);
      expect(moved.stoppedForSeconds).to.be.lessThan(20);
      expect((await command(['move', '--to', ...to], folder('old'))).stderr).to.match(
        /^The data has moved to esdb:/m,
      );
      const again = await serverRefusing({ ...folder('old'), PORT: '0' });
      expect(again.code).to.equal(2);
      expect(again.stderr).to.match(/^The data has moved to esdb:.* on 2.*: start the server there/);
      expect(await recordOf(remote())).to.deep.equal(await recordOf(folder('old')));
      const other = await ServerProcess.start(join(root, 'remote'), remote());
      await other.ready();
      await expectAtHome(other, sent);
      await other.stop();
      await expectSound(remote());
    });

    it('is backed up and restored in the same form from both', async () => {
      const server = await ServerProcess.start(join(root, 'remote'), remote());
      const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 4);
      const before = distinctSends('remote', 50);
      await senders.sendAll(before);
      senders.close();
      const backed = await hansard<{ digest: string }>(remote(), ['backup', join(root, 'backups')]);
      await server.stop();
      expect(await hansard(remote(), ['backup', 'verify', join(root, 'backups')])).to.include({
        isWhole: true,
      });
      const restored = await hansard(folder('restored'), ['restore', join(root, 'backups')]);
      expect(restored).to.include({ digest: backed.digest, files: 1 });
      const empty = await StandInProcess.start({ like: '24.10' });
      try {
        const target = { ...remote(), EVENTSTOREDB_URL: empty.url, MONGODB_URL: `${mongo}/${databases[1]}` };
        await hansard(target, ['restore', join(root, 'backups')]);
        expect(await recordOf(target)).to.deep.equal(await recordOf(folder('restored')));
        const { code, stderr } = await command(['restore', join(root, 'backups')], target);
        expect([code, stderr]).to.deep.equal([
          2,
          'The target contains an event log or a vault already: nothing was changed. Choose an empty one.\n',
        ]);
        const again = await ServerProcess.start(join(root, 'third'), {
          ...target,
          DATA_DIR: join(root, 'third'),
        });
        await again.ready();
        await expectAtHome(again, before);
        await again.stop();
      } finally {
        empty.discard();
      }
    });

    it('moves back with the same bytes, and stays where a move is cancelled', async () => {
      const other = await ServerProcess.start(join(root, 'other'), {
        ...remote(),
        DATA_DIR: join(root, 'other'),
      });
      const moved = await hansard<MoveReport>(remote(), ['move', '--to', join(root, 'back')]);
      const original = await recordOf(remote());
      expect(await recordOf(folder('back'))).to.deep.equal(original);
      expect(moved.events).to.equal(original.length);
      const { code, stderr: errorOutput } = await other.ended; // although it runs on another folder
      expect([code, errorOutput]).to.deep.equal([0, errorOutput]);
      expect(errorOutput).to.match(/"event":"server.moving"/);
      const { stderr } = await serverRefusing({ ...remote(), PORT: '0' });
      expect(stderr).to.match(/^The data has moved to .*back on/m);
      const server = await ServerProcess.start(join(root, 'back'));
      await server.ready();
      await expectAtHome(server, []);
      await server.stop();
      await expectSound(folder('back'));
      expect(await hansard(remote(), ['move', '--cancel'])).to.have.property('cancelled');
      await (await ServerProcess.start(join(root, 'remote'), remote())).stop();
      expect((await command(['move', '--cancel'], remote())).stderr).to.equal(
        'No move from here has begun.\n',
      );
    });
  },
);
