import { expect } from 'chai';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard } from '../support/hansard.ts';
import { uploadInPieces } from '../api/tusUpload.ts';
import { upload } from '../api/uploads.ts';

describe('the data folder', () => {
  /** Everything in a folder that another account may read, write or enter. */
  const open = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);

  it('has no file or folder that another account may read, whatever the umask', async () => {
    const { folder, remove } = await temporaryFolder();
    const before = process.umask(0);
    try {
      const server = await Hansard.start({ folder: join(folder, 'data') });
      const owner = await server.owner();
      await upload(server, owner);
      const pieces = Buffer.alloc(50_000, 'bytes');
      await uploadInPieces(`${server.url}/tus`, owner.headers, pieces, 'bytes.bin', 20_000);
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
      await server.settled();
      await server.app.projections.rebuild('users');
      expect(open(folder), 'while it runs').to.deep.equal([]);
      await server.stop();
      expect(open(folder), 'when it has stopped').to.deep.equal([]);
    } finally {
      process.umask(before);
      await remove();
    }
  });
});
