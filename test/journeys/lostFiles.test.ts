import { existsSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { upload } from '../api/uploads.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { command, ServerProcess } from '../support/process.ts';
import { hansard, type Settings } from './backups.ts';

interface Lost {
  readonly file: string;
  readonly name: string | null;
  readonly fault: 'missing' | 'damaged';
  readonly isKept?: boolean;
}

/** Another byte somewhere, written now. */
async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[3]! ^= 1;
  await writeFile(path, bytes);
}

describe('a file that is lost', () => {
  let root: string;
  let remove: () => Promise<void>;
  let tests = 0;
  /** Paths below the data folder. */
  let first: string;
  let second: string;
  let original: string;
  let folder: string;
  const data = (): Settings => ({ DATA_DIR: join(folder, 'data') });
  const backups = () => join(folder, 'backups');
  const inData = (file: string) => join(folder, 'data', file);
  const lostIn = (report: { readonly lostFiles: readonly Lost[] }) =>
    report.lostFiles.map(({ file, fault, isKept }) => ({
      file,
      fault,
      ...(isKept !== undefined && { isKept }),
    }));
  const backUp = (exitCode: number, ...options: readonly string[]) =>
    hansard<{ files: number; absentFiles: number; lostFiles: Lost[]; copiedAgain: string[] }>(
      data(),
      ['backup', backups(), ...options],
      exitCode,
    );
  const filesIn = async (at: string): Promise<string[]> => {
    const found = await readdir(join(at, 'files'), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1));
  };

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    original = join(root, 'original');
    const server = await ServerProcess.start(join(original, 'data'));
    const owner = await server.login();
    await upload(server, owner, { bytes: 'The first file.', name: 'first.txt' });
    [first = ''] = await filesIn(join(original, 'data'));
    await upload(server, owner, { bytes: 'The second one.', name: 'second.txt' });
    second = (await filesIn(join(original, 'data'))).find((name) => name !== first) ?? '';
    await upload(server, owner, { bytes: 'To be removed.', name: 'third.txt' });
    const { attachments } = (await owner.get('/attachments')).body as {
      attachments: { id: number; name: string }[];
    };
    const third = attachments.find(({ name }) => name === 'third.txt');
    expect((await owner.delete(`/attachments/${third?.id}`)).status).to.equal(200);
    await server.stop();
    // As the sweep of the next day does.
    for (const name of await filesIn(join(original, 'data')))
      if (name !== first && name !== second) await rm(join(original, 'data', name));
    await hansard({ DATA_DIR: join(original, 'data') }, ['backup', join(original, 'backups')]);
  });
  beforeEach(async () => {
    folder = join(root, `test-${(tests += 1)}`);
    await cp(original, folder, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.endsWith('admin.sock'),
    });
  });
  after(() => remove());

  it('is not one that was removed, of which no command says anything', async () => {
    const again = await backUp(0);
    expect(again).to.deep.include({ files: 2, absentFiles: 1, lostFiles: [], copiedAgain: [] });
    expect(await hansard(data(), ['backup', 'verify', backups()])).to.deep.include({
      isWhole: true,
      lostFiles: [],
    });
    expect(await hansard(data(), ['log', 'verify', '--files'])).to.deep.include({
      files: { files: 2, faults: [] },
    });
    const restored = await hansard({ DATA_DIR: join(folder, 'restored') }, ['restore', backups()]);
    expect(restored).to.deep.include({ files: 2, absentFiles: 1, lostFiles: [] });
  });

  const harms: readonly (readonly [
    what: string,
    harm: () => Promise<unknown>,
    fault: 'missing' | 'damaged',
  ])[] = [
    ['gone', () => rm(inData(first)), 'missing'],
    ['changed', () => flip(inData(first)), 'damaged'],
    ['cut off', () => truncate(inData(first), 4), 'damaged'],
    ['longer', () => appendFile(inData(first), 'more'), 'damaged'],
  ];
  for (const [what, harm, fault] of harms)
    it(`is named by back-ups, doctor and log verify where it is ${what}, and its last good copy is kept`, async () => {
      await harm();
      const lost = [{ file: first, fault, isKept: true }];
      const report = await backUp(1, '--keep', '1');
      expect(lostIn(report)).to.deep.equal(lost);
      expect(report.lostFiles[0]?.name).to.equal('first.txt');
      expect(report.files).to.equal(2);
      expect(lostIn(await backUp(1, '--keep', '1'))).to.deep.equal(lost);
      expect(await readFile(join(backups(), first), 'utf8')).to.equal('The first file.');
      expect(await hansard(data(), ['backup', 'verify', backups()])).to.include({ isWhole: true });
      const verified = await command(['log', 'verify', '--files'], data());
      expect([verified.code, verified.stdout]).to.deep.include(1);
      expect(verified.stdout).to.include(`${fault}: ${first} (first.txt)`).and.not.include(second);
      const doctor = await hansard<{ checks: { name: string; verdict: string; sentence: string }[] }>(
        data(),
        ['doctor'],
        1,
      );
      const check = doctor.checks.find(({ name }) => name === 'files');
      expect(check).to.include({ verdict: 'fault' });
      expect(check?.sentence).to.include(`${fault}: ${first}`);
      const restored = { DATA_DIR: join(folder, 'restored') };
      expect(await hansard(restored, ['restore', backups()])).to.deep.include({ files: 2, lostFiles: [] });
      await cp(join(restored.DATA_DIR, first), inData(first));
      expect(lostIn(await backUp(0))).to.deep.equal([]);
    });

  it('is named as missing from a back-up if no earlier one has it', async () => {
    await rm(inData(first));
    await flip(inData(second));
    await rm(backups(), { recursive: true });
    const expected = [
      { file: first, fault: 'missing', isKept: false },
      { file: second, fault: 'damaged', isKept: false },
    ];
    const report = await backUp(1);
    expect(lostIn(report)).to.have.deep.members(expected);
    expect(report).to.include({ files: 0, absentFiles: 1 });
    expect(lostIn(await backUp(1))).to.have.deep.members([expected[0], { ...expected[1], fault: 'damaged' }]);
    const drill = await hansard<{ isWhole: boolean; lostFiles: Lost[] }>(
      data(),
      ['backup', 'verify', backups()],
      1,
    );
    expect(drill.isWhole).to.equal(false);
    expect(drill.lostFiles.map(({ file }) => file)).to.have.members([first, second]);
    const restored = await hansard<{ lostFiles: Lost[]; absentFiles: number }>(
      { DATA_DIR: join(folder, 'restored') },
      ['restore', backups()],
      1,
    );
    expect(restored.lostFiles.map(({ file }) => file)).to.have.members([first, second]);
    expect(restored.absentFiles).to.equal(1);
  });

  for (const [what, harm, fault] of [
    ['is gone', (path: string) => rm(path), 'missing'],
    ['has changed', flip, 'damaged'],
    ['is longer', (path: string) => appendFile(path, 'more'), 'damaged'],
  ] as const)
    it(`is named by drill and restore where its copy ${what}, which end with 1 and have all the rest`, async () => {
      await harm(join(backups(), second));
      const drill = await command(['backup', 'verify', backups()], data());
      expect([drill.code, drill.stdout]).to.deep.include(1);
      expect(drill.stdout).to.include('is not whole').and.include(`${fault}: ${second}`);
      const into = { DATA_DIR: join(folder, 'restored') };
      const { code, stdout, stderr } = await command(['restore', backups()], into);
      expect(code, stderr).to.equal(1);
      expect(stdout).to.include('except 1 file').and.include(`${fault}: ${second}`);
      expect(await filesIn(into.DATA_DIR)).to.deep.equal([first]);
      const server = await ServerProcess.start(into.DATA_DIR);
      await server.stop();
      const repaired = await backUp(0);
      if (what !== 'has changed') expect(repaired.copiedAgain).to.deep.equal([second]);
    });

  it('takes no other with it where two copies were exchanged', async () => {
    await cp(join(backups(), first), join(backups(), second));
    const into = { DATA_DIR: join(folder, 'restored') };
    const report = await hansard<{ lostFiles: Lost[] }>(into, ['restore', backups()], 1);
    expect(lostIn(report)).to.deep.equal([{ file: second, fault: 'damaged' }]);
    expect(await readFile(join(into.DATA_DIR, first), 'utf8')).to.equal('The first file.');
  });

  it('is no more than a file: a back-up that lacks parts of its log is written again', async () => {
    const names = await readdir(join(backups(), 'log'));
    await rm(join(backups(), 'log', names[0] ?? ''));
    const report = await backUp(0);
    expect(report.copiedAgain).to.include(`log/${names[0]}`);
    expect(await hansard(data(), ['backup', 'verify', backups()])).to.include({ isWhole: true });
    const [list = ''] = await readdir(join(backups(), 'lists'));
    await flip(join(backups(), 'lists', list));
    expect((await backUp(0)).files).to.equal(2);
    expect(await hansard(data(), ['backup', 'verify', backups()])).to.include({ isWhole: true });
  });

  it('is named by a move, too', async () => {
    await rm(inData(first));
    const to = join(folder, 'moved');
    const report = await hansard<{ lostFiles: Lost[] }>(data(), ['move', '--to', to], 1);
    expect(lostIn(report)).to.deep.equal([{ file: first, fault: 'missing' }]);
    expect(existsSync(join(to, second))).to.equal(true);
  });

  it('is read again where it was written since the last back-up', async () => {
    await utimes(inData(first), new Date(), new Date());
    expect(lostIn(await backUp(0))).to.deep.equal([]);
  });
});
