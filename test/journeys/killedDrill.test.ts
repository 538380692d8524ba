import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqliteVault } from '../../src/vault/sqlite.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { commandUnderWay, ServerProcess } from '../support/process.ts';
import { until } from '../support/waiting.ts';
import { hansard } from './backups.ts';

describe('a drill that is killed', () => {
  let root: string;
  let remove: () => Promise<void>;
  /** What must not be left anywhere: keys of the ring, and stored secrets. */
  const secrets: string[] = [];
  const settings = () => ({ DATA_DIR: join(root, 'data'), TMPDIR: join(root, 'tmp') });

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    await mkdir(settings().TMPDIR);
    const server = await ServerProcess.start(settings().DATA_DIR);
    await server.login();
    await server.stop();
    const vault = await openSqliteVault({ folder: settings().DATA_DIR, readOnly: true });
    secrets.push(...(await vault.ringKeys()).map(({ material }) => material));
    for await (const page of vault.createdBefore(Infinity))
      secrets.push(...page.map(({ sealed }) => sealed).filter((sealed) => sealed !== ''));
    await vault.close();
    await hansard(settings(), ['backup', join(root, 'backups')]);
  });
  after(() => remove());

  const leftIn = async (folder: string): Promise<string[]> => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };

  it('leaves no key and no secret of the vault, and its folder until the next drill', async () => {
    const running = commandUnderWay(['backup', 'verify', join(root, 'backups')], settings());
    const isUnderWay = async () =>
      (await leftIn(settings().TMPDIR)).some(
        (path) => path.includes('hansard-drill-') && path.includes('/views/'),
      );
    await until(isUnderWay);
    running.signal('SIGKILL');
    await running.ended;
    const left = await leftIn(settings().TMPDIR);
    expect(left.some((path) => path.includes('vault.sqlite'))).to.equal(true);
    expect(secrets.length).to.be.greaterThan(2);
    for (const path of left) {
      const bytes = await readFile(path);
      for (const secret of secrets) expect(bytes.includes(secret), path).to.equal(false);
    }
    expect(await hansard(settings(), ['backup', 'verify', join(root, 'backups')])).to.include({
      isWhole: true,
    });
    expect(await leftIn(settings().TMPDIR)).to.deep.equal([]);
  });

  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    it(`leaves nothing where the signal is ${signal}`, async () => {
      const running = commandUnderWay(['backup', 'verify', join(root, 'backups')], settings());
      await until(async () => (await leftIn(settings().TMPDIR)).length > 0);
      running.signal(signal);
      await running.ended;
      expect(await readdir(settings().TMPDIR)).to.deep.equal([]);
    });
});
