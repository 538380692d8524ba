import { expect } from 'chai';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Sqlite } from '../../src/base/sqlite.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';

/** Runs statements in a database that no server has open. */
const altered =
  (sql: string) =>
  (path: string): void => {
    const database = new Sqlite(path);
    database.exec(sql);
    database.close();
  };

interface Harm {
  readonly how: string;
  readonly harm: (path: string) => void;
  /** Whether something is left to be looked at. */
  readonly isKept: boolean;
}

const HARMS: readonly Harm[] = [
  {
    how: 'of garbage',
    harm: (path) => writeFileSync(path, 'garbage, and nothing but garbage'),
    isKept: true,
  },
  { how: 'cut off', harm: (path) => truncateSync(path, 9_000), isKept: true },
  { how: 'cut off between two pages', harm: (path) => truncateSync(path, 16_384), isKept: true },
  { how: 'with a page of zeros', harm: (path) => overwrite(path, 8_192, Buffer.alloc(8_192)), isKept: true },
  { how: 'with a note that is no JSON', harm: altered("UPDATE notes SET body = 'x'"), isKept: true },
  { how: 'with a view of no name', harm: altered("UPDATE served SET generation = 'x'"), isKept: true },
  { how: 'with another table', harm: altered('DROP TABLE notes; CREATE TABLE notes (a)'), isKept: true },
  { how: 'empty', harm: (path) => writeFileSync(path, ''), isKept: false },
  { how: 'missing', harm: (path) => rmSync(path), isKept: false },
];

function overwrite(path: string, at: number, bytes: Buffer): void {
  const content = readFileSync(path);
  bytes.copy(content, at);
  writeFileSync(path, content);
}

describe('a list of views', () => {
  let original: string;
  let folder: string;
  let views: string;
  const removals: (() => Promise<void>)[] = [];

  before(async () => {
    const made = await temporaryFolder();
    removals.push(made.remove);
    original = made.folder;
    const hansard = await Hansard.start({ folder: original });
    const owner = await hansard.owner();
    await owner.post('/messages', { type: 'direct', to: [1], content: 'kept' });
    await hansard.stop();
  });
  beforeEach(async () => {
    const made = await temporaryFolder();
    removals.push(made.remove);
    folder = made.folder;
    views = join(folder, 'views');
    await cp(original, folder, { recursive: true, filter: (path) => !path.endsWith('admin.sock') });
  });
  after(() => Promise.all(removals.map((remove) => remove())));

  /** What the process log says while the server starts, answers and stops. */
  async function served(): Promise<readonly { event?: string; path?: string; names?: readonly string[] }[]> {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const hansard = await Hansard.start({ folder, environment: { LOG_LEVEL: 'info' }, logTo });
    const owner = await hansard.owner();
    const { body } = await owner.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    await hansard.stop();
    expect((body.messages as { content: string }[]).map(({ content }) => content)).to.deep.equal([
      '<p>kept</p>',
    ]);
    return lines.map((line) => JSON.parse(line) as { event?: string });
  }

  const generations = async (): Promise<readonly string[]> =>
    (await readdir(views)).filter((name) => /^\w+@\d+\.\d+\.sqlite$/.test(name));

  for (const { how, harm, isKept } of HARMS)
    it(`is made anew where it is ${how}, and so are all views`, async () => {
      const before = await generations();
      const path = join(views, 'ledger.sqlite');
      for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
      harm(path);
      const lines = await served();
      const matchingLines = lines.filter(({ event }) => event === 'projection.ledger_set_aside');
      const aside = `${path}.damaged`;
      expect(matchingLines.map((line) => line.path)).to.deep.equal(isKept ? [aside] : []);
      expect((await readdir(views)).includes('ledger.sqlite.damaged')).to.equal(isKept);
      const after = await generations();
      expect(after).to.have.lengthOf(before.length);
      expect(after.filter((name) => before.includes(name))).to.deep.equal([]);
      expect((await served()).filter(({ event }) => event === 'projection.built')).to.deep.equal([]);
    });

  it('leaves files alone that it does not know, with one line in the log', async () => {
    const unknown = ['.DS_Store', 'notes.txt', 'users.sqlite'];
    for (const name of unknown) writeFileSync(join(views, name), 'mine');
    writeFileSync(join(views, 'users@1.1.sqlite.damaged'), 'of an earlier start');
    const matchingLines = (await served()).filter(({ event }) => event === 'projection.unknown_files');
    expect(matchingLines.map(({ names }) => names)).to.deep.equal([unknown]);
    for (const name of unknown) expect(readFileSync(join(views, name), 'utf8')).to.equal('mine');
    expect(await readdir(views)).to.include('users@1.1.sqlite.damaged');
  });
});
