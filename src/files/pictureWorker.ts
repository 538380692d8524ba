/**
 * The thread that decodes pictures. Nobody but it runs the decoder; it takes what begins as one of four kinds of picture,
 * has few enough pixels, and is done in time.
 */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';

/** Pixels of a picture, its frames together: more is taken for a bomb. */
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 5;
/** Of the encoder, from 0 to 6: the default is slow for animations, and hardly smaller. */
const EFFORT = 2;

/** Pixels of a picture to be made: cut to them, or as large as fits, and never larger than it was. */
interface PictureBox {
  readonly width: number;
  readonly height: number;
  readonly fit: 'cover' | 'inside';
}

/** A smaller picture for lists: in WebP, of the first frame unless it may be animated. */
export interface ThumbnailFormat {
  /** Pixels at most. */
  readonly max_width: number;
  readonly max_height: number;
  readonly animated: boolean;
}

/** Size in pixels, turned as the metadata says, and the type that the bytes have. */
export interface MeasuredPicture {
  readonly width: number;
  readonly height: number;
  readonly contentType: string;
  readonly isAnimated?: true | undefined;
}

/** A requested conversion of a picture. */
export type PictureTask =
  | { readonly kind: 'boxes'; readonly boxes: readonly PictureBox[] }
  | { readonly kind: 'thumbnail'; readonly format: ThumbnailFormat }
  | { readonly kind: 'measure' };

interface PictureJob {
  readonly bytes: Uint8Array;
  readonly task: PictureTask;
}

/** PNGs in the order of the boxes; null for what is no picture, or not one to be shown. */
export type PictureAnswer = readonly Uint8Array[] | null;

/** By kind of task; null for what is no picture, or not one to be shown. */
export interface TaskAnswers {
  readonly boxes: PictureAnswer;
  readonly thumbnail: Uint8Array | null;
  readonly measure: MeasuredPicture | null;
}

sharp.concurrency(1);
sharp.cache(false);

/** Bytes as Latin-1; `.` is any byte. */
const KNOWN = /^(\x89PNG\r\n\x1a\n|GIF8[79]a|\xff\xd8\xff|RIFF....WEBP)/s;

async function answer({ bytes, task }: PictureJob): Promise<TaskAnswers[PictureTask['kind']]> {
  if (!KNOWN.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) return null;
  try {
    if (task.kind === 'measure') return await measured(bytes);
    if (task.kind === 'thumbnail') return await thumbnail(bytes, task.format);
    const made: Uint8Array[] = [];
    for (const box of task.boxes) made.push(await fitted(bytes, box, false).png().toBuffer());
    return made;
  } catch {
    return null;
  }
}

const fitted = (bytes: Uint8Array, { width, height, fit }: PictureBox, animated: boolean) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error', animated })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize(width, height, { fit, withoutEnlargement: fit === 'inside' });

/** An animation that takes too long stands still. */
async function thumbnail(
  bytes: Uint8Array,
  { max_width: width, max_height: height, animated }: ThumbnailFormat,
): Promise<Uint8Array> {
  const made = (moving: boolean) =>
    fitted(bytes, { width, height, fit: 'inside' }, moving).webp({ effort: EFFORT }).toBuffer();
  return animated ? made(true).catch(() => made(false)) : made(false);
}

/** From the head alone; with all its frames it must be small enough to be decoded. */
async function measured(bytes: Uint8Array): Promise<MeasuredPicture | null> {
  const { autoOrient, format, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = autoOrient;
  if (width * height * pages > MAX_PIXELS) return null;
  return { width, height, contentType: `image/${format}`, ...(pages > 1 && { isAnimated: true }) };
}

// The decoder is loaded: if the thread ends from now on, a picture is the cause.
parentPort?.postMessage('ready');
parentPort?.on('message', (job: PictureJob) => {
  void answer(job).then((made) => parentPort?.postMessage(made));
});
