/** Servers that are killed at random moments while a data export is made: it is made again, and whole. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { fromBuffer } from 'yauzl';
import { upload } from '../api/uploads.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { ServerProcess } from '../support/process.ts';
import { repetitions } from '../support/repetitions.ts';
import { distinctSends, Senders } from '../support/sending.ts';
import { randomMoment, until } from '../support/waiting.ts';

const MESSAGES = 3_000;
const FILES = 20;
/** Exports of a week. */
const MOST_EXPORTS = 5;

interface Made {
  readonly id: number;
  readonly pending: boolean;
  readonly export_url: string;
}

/** Kills servers while they make exports, a few times each. */
function describeExportKills(kills: number): void {
  describe(`a data export, with servers killed at ${kills} random moments while it is made`, () => {
    let folder: string;
    let remove: () => Promise<void>;
    let server: ServerProcess;

    before(async () => {
      ({ folder, remove } = await temporaryFolder());
      server = await ServerProcess.start(folder);
    });
    after(async () => {
      await server.kill();
      await remove();
    });

    it('is made by the next server, once and whole', async () => {
      let owner = await server.login();
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
      const texts = Array.from({ length: FILES }, (_, index) => `${index} `.repeat(50_000));
      for (const [index, bytes] of texts.entries()) {
        const url = await upload(server, owner, { bytes, name: `${index}.txt` });
        await owner.post('/messages', {
          type: 'channel',
          to: 'general',
          topic: 'files',
          content: `[x](${url})`,
        });
      }
      const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 8);
      await senders.sendAll(distinctSends('kept', MESSAGES));
      senders.close();

      const made = async (): Promise<readonly Made[]> =>
        (await owner.get('/export/realm')).body['exports'] as readonly Made[];
      const allMade = async (): Promise<readonly Made[]> => {
        await until(async () => (await made()).every(({ pending }) => !pending));
        return made();
      };
      let amid = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const now = await made();
        if (now.length < MOST_EXPORTS && now.every(({ pending }) => !pending))
          expect((await owner.post('/export/realm')).status).to.equal(200);
        // Sooner where earlier kills came too late: five exports are all that a week allows.
        await randomMoment(amid < kill / 2 ? 20 : 250);
        if ((await made()).some(({ pending }) => pending)) amid += 1;
        await server.kill();
        server = await ServerProcess.start(folder);
        owner = server.known(owner);
      }
      expect(amid, 'kills before the export was made').to.be.greaterThan(kills / 10);
      const all = await allMade();
      for (const { export_url: url } of all) {
        const answer = await fetch(new URL(url, server.url));
        const files = await filesIn(Buffer.from(await answer.arrayBuffer()));
        const lines = files.get('messages.ndjson')!.toString().trim().split('\n');
        const contents = new Set(lines.map((line) => (JSON.parse(line) as { content: string }).content));
        for (const { content } of distinctSends('kept', MESSAGES))
          expect(contents.has(content)).to.equal(true);
        const kept = [...files]
          .filter(([name]) => name.startsWith('files/'))
          .map(([, bytes]) => bytes.toString());
        expect(kept).to.have.members(texts);
      }
      await server.stop();
      expect(await finishedIn(folder)).to.have.members(all.map(({ id }) => id));
      await expectWholeFiles(folder);
    });
  });
}

/** The exports that the log says are finished, each as often as it does. */
async function finishedIn(folder: string): Promise<readonly number[]> {
  const log = openSqliteEventLog({ folder, clock: systemClock, readOnly: true });
  const finished: number[] = [];
  for await (const page of log.readStream('organization-1'))
    for (const { type, data } of page)
      if (type === 'ExportFinished') finished.push((JSON.parse(data) as { exportId: number }).exportId);
  await log.close();
  return finished;
}

/** What is stored under a digest has it. */
async function expectWholeFiles(folder: string): Promise<void> {
  const { openFolderFiles } = await import('../../src/files/folder.ts');
  const files = await openFolderFiles({ folder, clock: systemClock, readOnly: true });
  const stored = await readdir(join(folder, 'files', '1'), { recursive: true, withFileTypes: true });
  for (const { name } of stored.filter((entry) => entry.isFile())) {
    const hash = createHash('sha256');
    for await (const bytes of (await files.open(1 as never, name))!) hash.update(bytes as Buffer);
    expect(hash.digest('hex')).to.equal(name);
  }
  await files.close();
}

/** Name → bytes of what is in a zip file; fails where it is damaged. */
function filesIn(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry: { fileName: string }) =>
        zip.openReadStream(entry as never, (failure, stream) => {
          if (failure) return reject(failure);
          const parts: Buffer[] = [];
          stream.on('error', reject);
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    });
  });
}

for (let run = 0; run < repetitions(10, 1); run += 1) describeExportKills(repetitions(20));
