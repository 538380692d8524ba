import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { NotReady } from '../../src/errors.ts';
import { createPictures } from '../../src/files/pictures.ts';

const failing = new URL(`data:text/javascript,${encodeURIComponent("import 'no-such-package';")}`);

describe('decoding pictures', () => {
  it('is refused as not possible where the decoder does not start, not as a bad picture', async () => {
    const pictures = createPictures(failing);
    for (const _ of [1, 2]) {
      const error = await pictures.squares(new Uint8Array(8), [10]).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(NotReady);
    }
    await pictures.close();
  });

  it('makes squares of a picture, and nothing of other bytes', async () => {
    const pictures = createPictures();
    const sun = readFileSync(new URL('../../examples/sun.png', import.meta.url));
    expect(await pictures.squares(sun, [10, 20])).to.have.length(2);
    expect(await pictures.squares(new Uint8Array(8), [10])).to.equal(null);
    await pictures.close();
  });
});
