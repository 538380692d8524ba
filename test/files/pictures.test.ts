import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { NotReady } from '../../src/base/errors.ts';
import { createPictures, type Pictures } from '../../src/files/pictures.ts';
import { decoderOf, DEAREST_PICTURES, peakOf, TOO_DEAR_PICTURES } from '../support/dearPictures.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { leakedMetadata, picturesWithMetadata } from '../support/pictureMetadata.ts';

const failing = new URL('no-such-module.js', import.meta.url);

const ASKER = { organizationId: 1, ownerId: 1 };
const OTHER = { organizationId: 1, ownerId: 2 };
const FORMAT = { max_width: 100, max_height: 100, animated: false };

const sun = (): Buffer => readFileSync(new URL('../../examples/sun.png', import.meta.url));

describe('decoding pictures', () => {
  let pictures: Pictures;
  afterEach(() => pictures.close());

  it('is refused as not possible where the decoder does not start, not as a bad picture', async () => {
    pictures = createPictures(failing);
    for (const _ of [1, 2]) {
      const error = await pictures.squares(ASKER, new Uint8Array(8), [10]).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(NotReady);
    }
  });

  it('makes squares of a picture, and nothing of other bytes', async () => {
    pictures = createPictures();
    expect(await pictures.squares(ASKER, sun(), [10, 20])).to.have.length(2);
    expect(await pictures.squares(ASKER, new Uint8Array(8), [10])).to.equal(null);
  });

  it('takes turns among those who uploaded them, and lets 32 of one wait', async () => {
    pictures = createPictures();
    const done: string[] = [];
    const thumbnail = (asker: typeof ASKER, name: string) =>
      pictures
        .thumbnail(asker, async () => Readable.from([sun()]), FORMAT)
        .then(
          () => done.push(name),
          (error: unknown) => done.push(error instanceof NotReady ? 'refused' : String(error)),
        );
    const many = Array.from({ length: 40 }, (_, index) => thumbnail(ASKER, `many ${index}`));
    await Promise.all([...many, thumbnail(OTHER, 'one')]);
    expect(done.filter((name) => name === 'refused')).to.have.length(40 - 33);
    expect(done.filter((name) => name !== 'refused').indexOf('one')).to.be.below(3);
  });

  it('tells no size of half a picture, nor of one with a gap that its format shows', async () => {
    pictures = createPictures();
    const noise = { data: Buffer.from(Array.from({ length: 3 * 90_000 }, (_, at) => (at * at * 7) % 251)) };
    const picture = () => sharp(noise.data, { raw: { width: 300, height: 300, channels: 3 } });
    for (const make of [
      () => picture().jpeg(),
      () => picture().jpeg({ progressive: true }),
      () => picture().png(),
      () => picture().gif(),
      () => picture().webp(),
    ]) {
      const whole = await make().toBuffer();
      const measure = (bytes: Buffer) => pictures.measure(ASKER, async () => Readable.from([bytes]));
      expect(await measure(whole)).to.include({ width: 300, height: 300 });
      expect(await measure(whole.subarray(0, whole.length / 2))).to.equal(null);
      const gap = Buffer.concat([whole.subarray(0, whole.length / 3), whole.subarray(whole.length / 2)]);
      if (whole.includes('IDAT')) expect(await measure(gap)).to.equal(null);
    }
  });

  it('has metadata left in nothing that is made, of any format', async () => {
    pictures = createPictures();
    for (const [name, bytes] of Object.entries(await picturesWithMetadata())) {
      expect(leakedMetadata(bytes), name).not.to.equal('');
      const made = [
        ...((await pictures.squares(ASKER, bytes, [10, 20])) ?? []),
        ...((await pictures.fitted(ASKER, bytes, [20, 20])) ?? []),
        (await pictures.emoji(ASKER, bytes))?.bytes,
        await pictures.thumbnail(ASKER, async () => Readable.from([bytes]), { ...FORMAT, animated: true }),
      ];
      expect(made).to.have.length(5);
      for (const one of made) expect(leakedMetadata(one ?? bytes), name).to.equal('');
    }
  });

  it('makes emoji of at most 64 pixels, of what moves another that moves', async () => {
    pictures = createPictures();
    const frames = ['red', 'blue'].map((background) => ({
      create: { width: 200, height: 100, channels: 3 as const, background },
    }));
    const pages = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
    for (const [format, imageType] of [
      ['gif', 'gif'],
      ['webp', 'webp'],
      ['png', 'png'],
      ['jpeg', 'png'],
    ] as const) {
      const isMoving = format === 'gif' || format === 'webp';
      const bytes = await (isMoving ? sharp(pages, { join: { animated: true } }) : sharp(pages[0]))
        .toFormat(format)
        .toBuffer();
      const made = await pictures.emoji(ASKER, bytes);
      expect(made?.imageType, format).to.equal(imageType);
      const { width, height, pages: count = 1 } = await sharp(made?.bytes).metadata();
      expect([width, height, count], format).to.deep.equal([64, 32, isMoving ? 2 : 1]);
    }
  });

  it('refuses what would take too much memory before it begins, and does the next one', async () => {
    pictures = createPictures();
    for (const name of ['interlaced PNG of 16 bits', 'wide JPEG', 'wide GIF', 'lossless WebP']) {
      const bytes = (await TOO_DEAR_PICTURES[name]?.().toBuffer()) ?? Buffer.alloc(0);
      expect(await pictures.squares(ASKER, bytes, [100]), name).to.equal(null);
    }
    const peak = peakOf(decoderOf(process.pid) ?? 0);
    if (process.platform === 'linux') expect(peak).to.be.below(170 * 1_048_576);
    expect(await pictures.squares(ASKER, sun(), [10])).to.have.length(1);
  });

  it('ends the process of a picture that takes too much after all, and starts another one', async () => {
    const folder = await temporaryFolder();
    const module = join(folder.folder, 'decoder.mjs');
    writeFileSync(
      module,
      `process.send('ready'); process.stdin.once('data', () => process.send('ending', () => process.exit()));`,
    );
    pictures = createPictures(pathToFileURL(module));
    for (const _ of [1, 2]) expect(await pictures.squares(ASKER, sun(), [10])).to.equal(null);
    await folder.remove();
  });

  it('takes no more memory than it may for the dearest pictures, of which it decodes others afterwards', async () => {
    pictures = createPictures();
    for (const name of ['interlaced PNG of 16 bits', 'progressive JPEG', 'GIF'] as const) {
      const bytes = (await DEAREST_PICTURES[name]?.().toBuffer()) ?? Buffer.alloc(0);
      await pictures.squares(ASKER, bytes, [100]);
    }
    const pid = decoderOf(process.pid) ?? 0;
    if (process.platform === 'linux') expect(peakOf(pid)).to.be.within(180 * 1_048_576, 380 * 1_048_576);
    expect(await pictures.squares(ASKER, sun(), [10])).to.have.length(1);
  });

  it('gives pictures and sizes turns, so that nobody waits for all sizes of others', async () => {
    pictures = createPictures();
    const done: string[] = [];
    const source = async () => Readable.from([sun()]);
    const sizes = Array.from({ length: 30 }, (_, index) =>
      pictures.measure({ ...OTHER, ownerId: index }, source).then(() => done.push('size')),
    );
    await Promise.all([...sizes, pictures.squares(ASKER, sun(), [10]).then(() => done.push('picture'))]);
    expect(done.indexOf('picture')).to.be.below(3);
  });

  it('fails a picture whose bytes cannot be read to their end, and none after it', async () => {
    pictures = createPictures();
    const source = async () =>
      Readable.from(
        (function* () {
          yield sun().subarray(0, 100);
          throw new Error('The disk is gone');
        })(),
      );
    const error = await pictures.measure(ASKER, source).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error).with.property('message', 'The disk is gone');
    expect(await pictures.squares(ASKER, sun(), [10])).to.have.length(1);
  });
});
