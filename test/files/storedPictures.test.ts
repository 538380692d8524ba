import { expect } from 'chai';
import { Readable } from 'node:stream';
import { NotReady } from '../../src/base/errors.ts';
import type { OrganizationId, UserId } from '../../src/base/ids.ts';
import { MAX_PICTURE_BYTES, StoredPictures } from '../../src/files/storedPictures.ts';

const UPLOADER = { organizationId: 1 as OrganizationId, ownerId: 1 as UserId };
const FORMAT = { name: 'small', max_width: 10, max_height: 10, animated: false };
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const SIZE = { width: 3, height: 2, contentType: 'image/png' };

/** With a decoder that counts, makes so many bytes of each picture, and fails where the test wants it to. */
function watched(bytesEach = 1_000, stored = PNG) {
  const seen = { made: 0, opened: 0, isBusy: false };
  const files = {
    open: async (_: OrganizationId, _digest: string, range?: { start: number; end: number }) => {
      seen.opened += 1;
      return Readable.from([stored.subarray(range?.start, range && range.end + 1)]);
    },
  };
  const decoder = {
    measure: async (_: unknown, source: () => Promise<unknown>) => {
      if (seen.isBusy) throw new NotReady('busy');
      return (await source()) ? SIZE : null;
    },
    thumbnail: async () => {
      if (seen.isBusy) throw new NotReady('busy');
      seen.made += 1;
      return new Uint8Array(bytesEach);
    },
  };
  return { seen, pictures: new StoredPictures(files, decoder, 5_000) };
}

describe('stored pictures', () => {
  const thumbnail = (pictures: StoredPictures, digest: string) =>
    pictures.thumbnail(UPLOADER, digest, FORMAT);

  it('are made smaller once for all who ask', async () => {
    const { seen, pictures } = watched();
    await Promise.all([thumbnail(pictures, 'a'), thumbnail(pictures, 'a')]);
    await thumbnail(pictures, 'a');
    expect(seen.made).to.equal(1);
  });

  it('take no more memory than they may: what was used last stays', async () => {
    const { seen, pictures } = watched();
    for (const digest of ['a', 'b', 'c', 'a', 'd']) await thumbnail(pictures, digest);
    expect(seen.made).to.equal(4);
    for (const digest of ['a', 'c', 'd']) await thumbnail(pictures, digest);
    expect(seen.made).to.equal(4);
    await thumbnail(pictures, 'b');
    expect(seen.made).to.equal(5);
    const large = watched(6_000);
    for (const _ of [1, 2]) await thumbnail(large.pictures, 'a');
    expect(large.seen.made).to.equal(2);
  });

  it('are asked for again after the decoder was busy', async () => {
    const { seen, pictures } = watched();
    seen.isBusy = true;
    const error = await thumbnail(pictures, 'a').catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(NotReady);
    seen.isBusy = false;
    expect(await thumbnail(pictures, 'a')).to.have.length(1_000);
  });

  it('are measured up to a number of bytes, and by what they begin with', async () => {
    const { seen, pictures } = watched();
    const measure = (size: number) => pictures.measure(UPLOADER, { digest: 'a', size });
    expect(await measure(MAX_PICTURE_BYTES)).to.deep.equal(SIZE);
    const opened = seen.opened;
    expect(await measure(MAX_PICTURE_BYTES + 1)).to.equal(undefined);
    expect(seen.opened).to.equal(opened);
    seen.isBusy = true;
    expect(await measure(10)).to.equal(undefined);
    const text = watched(0, Buffer.from('no'));
    expect(await text.pictures.measure(UPLOADER, { digest: 'a', size: 2 })).to.equal(undefined);
    expect(text.seen.opened).to.equal(1);
  });
});
