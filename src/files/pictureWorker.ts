/**
 * The thread that decodes pictures. Nobody but it runs the decoder; it takes what begins as one of four kinds of picture,
 * has few enough pixels, and is done in time.
 */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';

/** Pixels of a picture, its frames together: more is taken for a bomb. */
const MOST_PIXELS = 40_000_000;
const SECONDS = 5;

/** Pixels of a picture to be made: cut to them, or as large as fits, and never larger than it was. */
interface Box {
  readonly width: number;
  readonly height: number;
  readonly fit: 'cover' | 'inside';
}

/** A picture of which others are to be made. */
export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly boxes: readonly Box[];
}

/** PNGs in the order of the boxes; null for what is no picture, or not one to be shown. */
export type PictureAnswer = readonly Uint8Array[] | null;

sharp.concurrency(1);
sharp.cache(false);

/** Bytes as Latin-1; `.` is any byte. */
const KNOWN = /^(\x89PNG\r\n\x1a\n|GIF8[79]a|\xff\xd8\xff|RIFF....WEBP)/s;

async function answer({ bytes, boxes }: PictureJob): Promise<PictureAnswer> {
  if (!KNOWN.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) return null;
  try {
    const made: Uint8Array[] = [];
    for (const { width, height, fit } of boxes)
      made.push(
        await sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' })
          .timeout({ seconds: SECONDS })
          .rotate()
          .resize(width, height, { fit, withoutEnlargement: fit === 'inside' })
          .png()
          .toBuffer(),
      );
    return made;
  } catch {
    return null;
  }
}

// The decoder is loaded: if the thread ends from now on, a picture is the cause.
parentPort?.postMessage('ready');
parentPort?.on('message', (job: PictureJob) => {
  void answer(job).then((made) => parentPort?.postMessage(made));
});
