import { hash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { upload } from '../api/uploads.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { commandUnderWay, ServerProcess } from '../support/process.ts';
import { sleep, until } from '../support/waiting.ts';
import { type BackupReport, hansard, refusal, replayed } from './backups.ts';

describe('back-ups one after the other', () => {
  let root: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  let restores = 0;
  const data = () => ({ DATA_DIR: join(root, 'data') });
  const backups = (name: string) => join(root, name);
  const backUp = (name: string, ...options: readonly string[]) =>
    hansard<BackupReport>(data(), ['backup', backups(name), ...options]);
  const send = (content: string) =>
    owner.post('/messages', { type: 'channel', to: 'general', topic: 'back-ups', content });
  const namesIn = async (...path: readonly string[]) => (await readdir(join(root, ...path))).sort();

  /** Restores into a new data folder. */
  async function restored(name: string, ...options: readonly string[]) {
    const settings = { DATA_DIR: join(root, `restored-${(restores += 1)}`) };
    return { settings, outcome: await hansard(settings, ['restore', backups(name), ...options]) };
  }

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    server = await ServerProcess.start(data().DATA_DIR);
    owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  });
  after(async () => {
    await server.kill();
    await remove();
  });

  it('copy only what is new', async () => {
    for (let count = 0; count < 600; count += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => send(`${count + index} ${'long '.repeat(1_500)}`)),
      );
    const url = await upload(server, owner);
    const first = await backUp('continued');
    const copied = async () => {
      const [full = ''] = await namesIn('continued', 'log');
      const files = await readdir(join(root, 'continued', 'files'), {
        recursive: true,
        withFileTypes: true,
      });
      const [file] = files.filter((entry) => entry.isFile());
      const paths = [join(root, 'continued', 'log', full), join(file?.parentPath ?? '', file?.name ?? '')];
      return Promise.all(paths.map(async (path) => ({ path, writtenAt: (await stat(path)).mtimeMs })));
    };
    const before = await copied();
    await send(`See ${url}`);
    const second = await backUp('continued');
    expect(await copied()).to.deep.equal(before);
    expect(second.events).to.be.greaterThan(first.events);
    expect((await restored('continued')).outcome).to.include({ digest: second.digest, files: 1 });
  });

  it('are kept as many as wanted, and nothing else stays that only older ones need', async () => {
    await upload(server, owner, { bytes: 'Short-lived.', name: 'short-lived.txt' });
    const withFile = await backUp('kept', '--keep', '2');
    const { attachments } = (await owner.get('/attachments')).body as {
      attachments: { id: number; name: string }[];
    };
    const removed = attachments.find(({ name }) => name === 'short-lived.txt');
    expect((await owner.delete(`/attachments/${removed?.id}`)).status).to.equal(200);
    // As a sweep does with removed files.
    const digest = hash('sha256', 'Short-lived.', 'hex');
    await rm(join(data().DATA_DIR, 'files', '1', digest.slice(0, 2), digest));
    const without = await backUp('kept', '--keep', '2');
    expect([withFile.files, without.files]).to.deep.equal([2, 1]);
    const bytes = async () => {
      const all = await readdir(join(root, 'kept', 'files'), { recursive: true, withFileTypes: true });
      return all.filter((entry) => entry.isFile()).length;
    };
    expect(await bytes()).to.equal(2);
    await send('one more');
    const last = await backUp('kept', '--keep', '2');
    expect(await namesIn('kept', 'manifests')).to.have.length(2);
    expect(await bytes()).to.equal(1);
    const parts = await namesIn('kept', 'log');
    await sleep(1_100);
    const [old, young] = ['old', 'young'].map((name) => join(root, 'kept', 'log', `${name}.jsonl.gz`)) as [
      string,
      string,
    ];
    for (const path of [old, young]) await writeFile(path, 'of a process that was killed');
    await utimes(old, new Date(0), new Date(0));
    await backUp('kept', '--keep', '1s');
    expect(await namesIn('kept', 'log'))
      .to.include('young.jsonl.gz')
      .and.not.include('old.jsonl.gz');
    await rm(young);
    expect(await namesIn('kept', 'manifests')).to.have.length(1);
    expect((await namesIn('kept', 'log')).length).to.be.lessThan(parts.length);
    expect((await restored('kept')).outcome).to.include({ digest: last.digest });
  });

  it('are taken at intervals until that is stopped', async () => {
    const running = commandUnderWay(['backup', backups('hourly'), '--every', '1s', '--json'], data());
    await until(() => running.output().split('\n').length >= 4);
    expect(await refusal(data(), ['backup', backups('hourly')], 1)).to.match(
      /^Another process is already writing back-ups to/,
    );
    running.signal('SIGTERM');
    expect((await running.ended).code).to.equal(143);
    expect((await namesIn('hourly', 'manifests')).length).to.be.greaterThan(2);
    expect(await hansard(data(), ['backup', 'verify', backups('hourly')])).to.include({ isWhole: true });
  });

  it('follow the log, about a second behind', async () => {
    const running = commandUnderWay(['backup', backups('followed'), '--follow', '--json'], data());
    await until(() => running.output() !== '');
    const contents = async () => {
      const [name = ''] = await namesIn('followed', 'manifests');
      const manifest = await readFile(join(root, 'followed', 'manifests', name), 'utf8');
      return JSON.parse(manifest) as { position: number };
    };
    for (let count = 0; count < 5; count += 1) {
      const sentAt = performance.now();
      await send(`followed ${count}`);
      const [last = '{}'] = (await replayed(data(), '--type', 'MessageSent')).slice(-1);
      const { position } = JSON.parse(last) as { position: number };
      const commandTook = performance.now() - sentAt;
      await until(async () => (await contents()).position >= position);
      // The log is looked at three times a second, and a command takes most of one, however busy the machine is.
      expect(performance.now() - sentAt).to.be.lessThan(10 * commandTook);
    }
    const { position } = await contents();
    const noted = async () =>
      JSON.parse(await readFile(join(data().DATA_DIR, 'last-backup.json'), 'utf8')) as { position: number };
    await until(async () => (await noted()).position >= position);
    expect(await noted()).to.include({ destination: backups('followed') });
    running.signal('SIGTERM');
    await running.ended;
    expect(await namesIn('followed', 'manifests')).to.have.length(1);
    expect((await namesIn('followed', 'log')).length).to.be.lessThan(4);
    const { settings } = await restored('followed');
    expect((await replayed(settings, '--type', 'MessageSent')).at(-1)).to.include('followed 4');
  });

  it('are restored up to a position or a time', async () => {
    const first = await backUp('earlier');
    // Reactors may record something at any moment, so the time is that of the last event.
    const events = (await replayed(data())).map(
      (line) => JSON.parse(line) as { position: number; time: number },
    );
    const { time } = events.find(({ position }) => position === first.position)!;
    await send('too late');
    await backUp('earlier');
    for (const to of [String(first.position), new Date(time).toISOString()]) {
      const { settings, outcome } = await restored('earlier', '--to', to);
      expect(outcome).to.include({ events: first.events, digest: first.digest });
      expect((await replayed(settings)).join()).not.to.include('too late');
    }
    const beyond = await refusal({ DATA_DIR: join(root, 'beyond') }, [
      'restore',
      backups('earlier'),
      '--to',
      '99999999',
    ]);
    expect(beyond).to.match(/^The newest back-up in .* ends at position \d+/);
  });

  it('do not mix two histories of one log', async () => {
    const { settings } = await restored('earlier');
    await send('only here');
    await backUp('earlier');
    const other = await ServerProcess.start(settings.DATA_DIR);
    await other.known(owner).post('/messages', { type: 'direct', to: [1], content: 'only there' });
    await other.stop();
    expect(await refusal(settings, ['backup', backups('earlier')])).to.match(
      /continued differently after revision/,
    );
  });
});
