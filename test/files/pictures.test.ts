import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { NotReady } from '../../src/base/errors.ts';
import { createPictures } from '../../src/files/pictures.ts';

const failing = new URL(`data:text/javascript,${encodeURIComponent("import 'no-such-package';")}`);

const ASKER = { organizationId: 1, ownerId: 1 };
const OTHER = { organizationId: 1, ownerId: 2 };
const FORMAT = { max_width: 100, max_height: 100, animated: false };

describe('decoding pictures', () => {
  it('is refused as not possible where the decoder does not start, not as a bad picture', async () => {
    const pictures = createPictures(failing);
    for (const _ of [1, 2]) {
      const error = await pictures.squares(ASKER, new Uint8Array(8), [10]).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(NotReady);
    }
    await pictures.close();
  });

  it('makes squares of a picture, and nothing of other bytes', async () => {
    const pictures = createPictures();
    const sun = readFileSync(new URL('../../examples/sun.png', import.meta.url));
    expect(await pictures.squares(ASKER, sun, [10, 20])).to.have.length(2);
    expect(await pictures.squares(ASKER, new Uint8Array(8), [10])).to.equal(null);
    await pictures.close();
  });

  it('takes turns among those who uploaded them, and lets 32 of one wait', async () => {
    const pictures = createPictures();
    const sun = readFileSync(new URL('../../examples/sun.png', import.meta.url));
    const done: string[] = [];
    const thumbnail = (asker: typeof ASKER, name: string) =>
      pictures
        .thumbnail(asker, async () => sun, FORMAT)
        .then(
          () => done.push(name),
          (error: unknown) => done.push(error instanceof NotReady ? 'refused' : String(error)),
        );
    const many = Array.from({ length: 40 }, (_, index) => thumbnail(ASKER, `many ${index}`));
    await Promise.all([...many, thumbnail(OTHER, 'one')]);
    expect(done.filter((name) => name === 'refused')).to.have.length(40 - 33);
    expect(done.filter((name) => name !== 'refused').indexOf('one')).to.be.below(3);
    await pictures.close();
  });
});
