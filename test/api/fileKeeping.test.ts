import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sweepFiles } from '../../src/app/core/core.ts';
import { removeUnusedFiles, UNUSED_FILE_MS } from '../../src/commands/organization/files.ts';
import { openFolderFiles } from '../../src/files/folder.ts';
import type { Files } from '../../src/files/files.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import type { Hansard, Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { startCast } from './cast.ts';
import { sendFiles, upload } from './uploads.ts';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

describe('keeping files', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let files: Files;

  before(async () => {
    ({ hansard, owner, member } = await startCast({ clock }));
    files = await openFolderFiles({ folder: hansard.folder, clock });
  });
  after(() => hansard.stop());

  /** Digests that are stored. */
  const kept = (): readonly string[] => {
    const folder = join(hansard.folder, 'files', '1');
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('/'))
      : [];
  };
  const sweep = (): Promise<number> => sweepFiles(files, hansard.app.lanes, clock);
  const age = () => {
    const lane = [...hansard.app.lanes.all()][0]!;
    return lane.submit(removeUnusedFiles, undefined, { actor: null, client: 'test', correlationId: 'test' });
  };

  it('stores the same bytes of two people once, and as long as one of them needs them', async () => {
    const before = kept().length;
    await upload(hansard, owner, { bytes: 'The same.' });
    await upload(hansard, member, { bytes: 'The same.', name: 'other.txt' });
    expect(kept()).to.have.length(before + 1);
    await removeAllOf(owner);
    clock.advance(2 * DAY);
    await sweep();
    expect(kept()).to.have.length(before + 1);
    await removeAllOf(member);
    await sweep();
    expect(kept()).to.have.length(before);
  });

  it('removes bytes that no event names a day after they were stored, and not before', async () => {
    const { digest } = await files.store(ROOT_ORGANIZATION, [Buffer.from('Nobody names me.')] as never);
    clock.advance(DAY - MINUTE);
    await sweep();
    expect(await files.sizeOf(ROOT_ORGANIZATION, digest)).to.equal(16);
    clock.advance(2 * MINUTE);
    await sweep();
    expect(await files.sizeOf(ROOT_ORGANIZATION, digest)).to.equal(undefined);
  });

  it('stores nothing of an upload that is refused', async () => {
    const before = kept().length;
    await sendFiles(hansard, owner, '/user_uploads', [{ bytes: 'a' }, { bytes: 'b' }]);
    clock.advance(2 * DAY);
    await sweep();
    expect(kept()).to.have.length(before);
  });

  it('removes files that no message has shown for four weeks, and not before', async () => {
    const before = kept().length;
    await upload(hansard, owner, { bytes: 'Unused.' });
    const shown = await upload(hansard, owner, { bytes: 'Used.' });
    await owner.post('/messages', { type: 'direct', to: [member.userId], content: `[used](${shown})` });
    const names = async () =>
      ((await owner.get('/attachments')).body['attachments'] as { path_id: string }[]).map(
        ({ path_id }) => `/user_uploads/${path_id}`,
      );
    clock.advance(UNUSED_FILE_MS - DAY);
    await age();
    expect(await names()).to.have.length(2);
    clock.advance(2 * DAY);
    await age();
    expect(await names()).to.deep.equal([shown]);
    await sweep();
    expect(kept()).to.have.length(before + 1);
  });

  async function removeAllOf(who: Person): Promise<void> {
    const { body } = await who.get('/attachments');
    for (const { id } of body['attachments'] as { id: number }[]) await who.delete(`/attachments/${id}`);
  }
});
