/** Back-ups and restores that are killed at random moments, beside a server that is busy. */
import { join } from 'node:path';
import { expect } from 'chai';
import { upload } from '../api/uploads.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { commandUnderWay, ServerProcess } from '../support/process.ts';
import { repetitions } from '../support/repetitions.ts';
import { distinctSends, Senders } from '../support/sending.ts';
import { randomMoment } from '../support/waiting.ts';
import { type BackupReport, hansard, type Settings } from './backups.ts';

const MESSAGES = 3_000;
const FILES = 20;

/** Kills as many back-ups, and as many restores. */
function describeBackupKills(points: number): void {
  describe(`back-ups and restores that are killed at ${points} random moments each`, () => {
    let root: string;
    let remove: () => Promise<void>;
    let server: ServerProcess;
    let isBusy = true;
    let busy: Promise<unknown>;
    const data = (): Settings => ({ DATA_DIR: join(root, 'data') });
    const backups = () => join(root, 'backups');

    before(async () => {
      ({ folder: root, remove } = await temporaryFolder());
      server = await ServerProcess.start(join(root, 'data'));
      const owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
      for (let file = 0; file < FILES; file += 1)
        await upload(server, owner, { bytes: `${file} `.repeat(20_000), name: `${file}.txt` });
      const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 8);
      await senders.sendAll(distinctSends('kept', MESSAGES));
      busy = senders.sendAtRate(50, 'busy', () => isBusy).finally(() => senders.close());
    });
    after(async () => {
      isBusy = false;
      await busy;
      await server.kill();
      await remove();
    });

    /** Runs a command until it has been killed as often as wanted; answers how often it had ended before that. */
    async function killed(settings: Settings, words: readonly string[], longest: number): Promise<number> {
      let ended = 0;
      for (let kills = 0; kills < points;) {
        const running = commandUnderWay([...words, '--json'], settings);
        const alarm = randomMoment(longest).then(() => running.signal('SIGKILL'));
        const { signal, code, stderr } = await running.ended;
        await alarm;
        if (signal === 'SIGKILL') kills += 1;
        else {
          expect(code, stderr).to.be.oneOf([0, 2]);
          ended += 1;
          if (code === 2) expect(stderr).to.match(/contains an event log or a vault already/);
          if (code === 2) return ended; // a restore that was killed after it had finished
        }
      }
      return ended;
    }

    async function durationOf(work: () => Promise<unknown>): Promise<number> {
      const began = performance.now();
      await work();
      return performance.now() - began;
    }

    it('end whole with the next run', async () => {
      const longest = await durationOf(() => hansard(data(), ['backup', join(root, 'first')]));
      await killed(data(), ['backup', backups()], longest);
      const backed = await hansard<BackupReport>(data(), ['backup', backups()]);
      expect(backed.files).to.equal(FILES);
      expect(backed.events).to.be.greaterThan(MESSAGES);
      expect(await hansard(data(), ['backup', 'verify', backups()])).to.include({ isWhole: true });
      const whole = { DATA_DIR: join(root, 'whole') };
      const restoring = await durationOf(() => hansard(whole, ['restore', backups()]));
      const into = { DATA_DIR: join(root, 'killed') };
      await killed(into, ['restore', backups()], restoring);
      const last = commandUnderWay(['restore', backups(), '--json'], into);
      const { code, stdout, stderr } = await last.ended;
      if (code === 0) expect(JSON.parse(stdout)).to.include({ digest: backed.digest, files: FILES });
      else expect(stderr).to.match(/contains an event log or a vault already/);
      const { anchor } = await hansard(whole, ['log', 'verify']);
      expect(await hansard(into, ['log', 'verify'])).to.include({ intact: true, anchor });
    });
  });
}

describeBackupKills(repetitions(50));
