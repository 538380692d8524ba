import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { upload } from '../api/uploads.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { command, ServerProcess } from '../support/process.ts';
import { distinctSends, isAcknowledged, Senders } from '../support/sending.ts';
import { type BackupReport, expectSound, hansard, refusal, replayed } from './backups.ts';

describe('a back-up of a busy server', () => {
  let root: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  /** An event queue of the owner, as it was before the back-up. */
  let queue: { readonly queue_id: unknown; readonly last_event_id: unknown };
  let url: string;
  let backed: BackupReport;
  const bytes = randomBytes(50_000);
  const early = distinctSends('early', 300);
  const data = () => ({ DATA_DIR: join(root, 'data') });
  const elsewhere = () => ({ DATA_DIR: join(root, 'elsewhere') });
  const backups = () => join(root, 'backups');

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    server = await ServerProcess.start(data().DATA_DIR);
    owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const { queue_id, last_event_id } = (await owner.post('/register')).body;
    queue = { queue_id, last_event_id };
    url = await upload(server, owner, { bytes, name: 'photo.bin' });
    const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 8);
    await senders.sendAll(early);
    let isBackedUp = false;
    const late = senders.sendAtRate(300, 'late', () => !isBackedUp);
    backed = await hansard<BackupReport>(data(), ['backup', backups()]);
    isBackedUp = true;
    await late;
    senders.close();
  });
  after(async () => {
    await server.kill();
    await remove();
  });

  it('refuses to restore over a server that runs, or over data', async () => {
    expect(await refusal(data(), ['restore', backups()], 1)).to.match(/^Another process is already writing/);
    const other = join(root, 'other');
    await (await ServerProcess.start(other)).stop();
    const before = await replayed({ DATA_DIR: other });
    const inUse = await refusal({ DATA_DIR: other }, ['restore', backups()]);
    expect(inUse).to.match(/contains an event log or a vault already: nothing was changed/);
    expect(await replayed({ DATA_DIR: other })).to.deep.equal(before);
    await mkdir(join(root, 'left', 'views'), { recursive: true });
    const left = await refusal({ DATA_DIR: join(root, 'left') }, ['restore', backups()]);
    expect(left).to.match(/views is left from another installation/);
  });

  it('is refused in the folder that it saves, and with which it would be lost', async () => {
    for (const inside of ['', 'backups', 'a/b'])
      expect(await refusal(data(), ['backup', join(data().DATA_DIR, inside)])).to.match(
        /lies in the data folder/,
      );
  });

  it('contains everything that was acknowledged before it began, and restores elsewhere', async () => {
    expect(early.every(isAcknowledged)).to.equal(true);
    const restored = await hansard(elsewhere(), ['restore', backups()]);
    expect(restored).to.include({ events: backed.events, digest: backed.digest, files: 1, absentFiles: 0 });
    expect(restored).to.deep.include({ passwordsLost: [], keysReplaced: 0, othersLost: 0 });
    const sent = (await replayed(elsewhere(), '--type', 'MessageSent')).join('\n');
    for (const { content } of early) expect(sent).to.include(`"${content}"`);
  });

  it('keeps bytes, revisions and positions of every event', async () => {
    const record = (lines: readonly string[]) =>
      lines.filter((line) => !line.includes('"stream":"ephemeral-'));
    const original = record(await replayed(data(), '--to', String(backed.position)));
    expect(record(await replayed(elsewhere()))).to.deep.equal(original);
  });

  it('lets people go on with their keys, queues and files', async () => {
    const again = await ServerProcess.start(elsewhere().DATA_DIR);
    try {
      await again.ready();
      const person = again.known(owner);
      const { status, body } = await person.get('/events', { ...queue, dont_block: true });
      expect(status).to.equal(200);
      const contents = (body['events'] as { message?: { content: string } }[]).map(
        ({ message }) => message?.content,
      );
      for (const { content } of early) expect(contents.join()).to.include(content);
      const file = await fetch(new URL(url, again.url), { headers: person.headers });
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).to.equal(true);
    } finally {
      await again.stop();
    }
    await expectSound(elsewhere());
  });

  it('passes the drill in one line', async () => {
    const { code, stdout } = await command(['backup', 'verify', backups()], data());
    expect(stdout).to.match(/^OK: the back-up of .* was restored: [\d,]+ events up to position \d+.*\n$/);
    expect(code).to.equal(0);
    const noted = JSON.parse(await readFile(join(data().DATA_DIR, 'last-backup.json'), 'utf8')) as object;
    expect(noted).to.include({ position: backed.position, isVerified: true });
  });

  it('says when it is damaged, and is not restored', async () => {
    const [part] = await readdir(join(backups(), 'log'));
    const path = join(backups(), 'log', part ?? '');
    const whole = await readFile(path);
    const damaged = Buffer.from(whole);
    damaged[100] = damaged[100]! ^ 1;
    await writeFile(path, damaged);
    const { code, stdout } = await command(['backup', 'verify', backups()], data());
    expect(stdout).to.match(/cannot be used: The back-up is damaged: log\/.* is not what was written\.\n$/);
    expect(code).to.equal(1);
    const into = { DATA_DIR: join(root, 'third') };
    const refused = await command(['restore', backups()], into);
    expect(refused.code).to.equal(1);
    await writeFile(path, whole);
    expect(await hansard(into, ['restore', backups()])).to.include({ digest: backed.digest });
  });

  it('is missed by name where there is none', async () => {
    const nowhere = join(root, 'nowhere');
    expect(await refusal(data(), ['backup', 'verify', nowhere])).to.equal(
      `There is no back-up in ${nowhere}.`,
    );
    expect(await refusal({ DATA_DIR: nowhere }, ['backup', backups()])).to.match(
      /There is no readable event log/,
    );
  });
});
