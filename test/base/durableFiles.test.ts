import { expect } from 'chai';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';

describe('a data folder', () => {
  /** The paths in it that others than its owner may enter or read; a folder that is closed hides what it holds. */
  const openIn = (path: string): string[] => {
    const isOpen = (statSync(path).mode & 0o077) !== 0;
    if (!statSync(path).isDirectory()) return isOpen ? [path] : [];
    return isOpen ? [path, ...readdirSync(path).flatMap((name) => openIn(join(path, name)))] : [];
  };

  for (const [what, prepare] of [
    ['that holds the mails too', () => undefined],
    ['that others may enter', (folder: string) => (mkdirSync(folder), chmodSync(folder, 0o755))],
  ] as const)
    it(`${what} keeps log, views, secrets and mails for its owner`, async () => {
      const { folder: parent, remove } = await temporaryFolder();
      const folder = join(parent, 'data');
      const mask = process.umask(0o022);
      try {
        prepare(folder);
        const hansard = await Hansard.start({ folder, environment: { MAIL_DIR: join(folder, 'mail') } });
        await hansard.owner();
        const open = openIn(folder).filter((path) => path !== folder && !path.includes('writer.lock'));
        expect(open).to.deep.equal([]);
        if (what === 'that holds the mails too') expect(statSync(folder).mode & 0o777).to.equal(0o700);
        await hansard.stop();
      } finally {
        process.umask(mask);
        await remove();
      }
    });
});
