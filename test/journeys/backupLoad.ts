/** Back-ups under full load: what they contain, and what they cost those who send. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { recordedMessages } from '../support/recorded.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { sleep } from '../support/waiting.ts';
import { expectSound, hansard } from './backups.ts';

/** Sends at the same time, each followed by the next. */
const AT_ONCE = 16;

const p99 = (sends: readonly Send[]): number => {
  const took = sends.map((send) => send.took).sort((one, other) => one - other);
  return took[Math.floor(took.length * 0.99)] ?? 0;
};

const median = (all: readonly number[]): number =>
  [...all].sort((one, other) => one - other)[all.length >> 1] ?? 0;

/** Takes as many back-ups, and restores each elsewhere. */
export function describeBackupsUnderLoad(rounds: number): void {
  describe(`${rounds} back-ups of a server under full load`, () => {
    let root: string;
    let remove: () => Promise<void>;
    let server: ServerProcess;
    let owner: Person;

    before(async () => {
      ({ folder: root, remove } = await temporaryFolder());
      server = await ServerProcess.start(join(root, 'data'));
      owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    });
    after(async () => {
      await server.kill();
      await remove();
    });

    /** Sends as fast as the server answers while some work goes on. */
    async function sendDuring<Result>(name: string, work: () => Promise<Result>) {
      const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, AT_ONCE);
      const sends = distinctSends(name, 500_000);
      let goesOn = true;
      const sending = senders.sendAll(sends, () => goesOn);
      await sleep(500);
      const result = await work();
      goesOn = false;
      await sending;
      senders.close();
      return { result, sends: sends.filter(({ fate }) => fate !== 'waiting') };
    }

    it('contain what was acknowledged before they began, and slow nobody down', async () => {
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const settings = { DATA_DIR: join(root, 'data') };
        const before = await sendDuring(`before ${round}`, () => sleep(2_000));
        const destination = join(root, `backups-${round}`);
        const during = await sendDuring(`during ${round}`, () => hansard(settings, ['backup', destination]));
        ratios.push(p99(during.sends) / p99(before.sends));
        const into = { DATA_DIR: join(root, `restored-${round}`) };
        await hansard(into, ['restore', destination]);
        const restored = new Set(recordedMessages(into.DATA_DIR).map(({ content }) => content));
        const lost = before.sends.filter((send) => isAcknowledged(send) && !restored.has(send.content));
        expect(lost).to.deep.equal([]);
        const elsewhere = await ServerProcess.start(into.DATA_DIR);
        await elsewhere.ready();
        await elsewhere.stop();
        await expectSound(into);
        await rm(into.DATA_DIR, { recursive: true });
      }
      console.log(`      p99 with / without: ${ratios.map((each) => each.toFixed(2)).join(' ')}`);
      expect(median(ratios)).to.be.at.most(1.5);
    });
  });
}
