/**
 * Decodes pictures: what begins as one of four kinds, takes little enough memory, and is done in time. What is made has none of
 * the metadata of what it is made from, such as places and comments.
 */
import sharp, { type Metadata } from 'sharp';

/** Pixels of a picture, its frames together: they decide how long it takes. */
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 5;
/** Bytes that decoding a picture may take, besides the file: measured by `bench/pictures.ts`. */
export const MAX_DECODING_BYTES = 208 * 1_048_576;
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

/** A picture of the size of an emoji: PNG, or what moves as it moved before. */
export interface EmojiPicture {
  readonly imageType: 'png' | 'gif' | 'webp';
  readonly bytes: Uint8Array;
}

/** A requested conversion of a picture. */
export type PictureTask =
  | { readonly kind: 'boxes'; readonly boxes: readonly PictureBox[] }
  | { readonly kind: 'thumbnail'; readonly format: ThumbnailFormat }
  | { readonly kind: 'emoji' }
  | { readonly kind: 'measure' };

/** PNGs in the order of the boxes; null for what is no picture, or not one to be shown. */
export type PictureAnswer = readonly Uint8Array[] | null;

/** By kind of task; null for what is no picture, or not one to be shown. */
export interface TaskAnswers {
  readonly boxes: PictureAnswer;
  readonly thumbnail: Uint8Array | null;
  readonly emoji: EmojiPicture | null;
  readonly measure: MeasuredPicture | null;
}

export type PictureResult = TaskAnswers[PictureTask['kind']];

sharp.concurrency(1);
sharp.cache(false);

/** Bytes as Latin-1; `.` is any byte. */
const KNOWN = /^(\x89PNG\r\n\x1a\n|GIF8[79]a|\xff\xd8\xff|RIFF....WEBP)/s;

/** Does a task with the bytes of a file. */
export async function decode(task: PictureTask, bytes: Buffer): Promise<PictureResult> {
  if (!KNOWN.test(bytes.subarray(0, 12).toString('latin1'))) return null;
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (pixelsOf(metadata) > MAX_PIXELS || decodingBytes(metadata) > MAX_DECODING_BYTES) return null;
    if (task.kind === 'measure') return await measured(bytes, metadata);
    if (task.kind === 'thumbnail') return await thumbnail(bytes, task.format);
    if (task.kind === 'emoji') return await emoji(bytes, metadata);
    const made: Uint8Array[] = [];
    for (const box of task.boxes) made.push(await fitted(bytes, box).png().toBuffer());
    return made;
  } catch {
    return null;
  }
}

/** The height of an animation is that of one frame. */
const pixelsOf = ({ width, height, pages = 1 }: Metadata): number => width * height * pages;

/** Lines that are in memory while a picture is made smaller, and bytes of each value there, of 8 bits and of 16. */
const LINES_AT_ONCE = 512;
const WORKING_BYTES = { usual: 5, ushort: 8 };

/**
 * Bytes that decoding takes: lines on their way, and the whole picture where its format is not read line by line. Interlaced PNG
 * has all pixels as they will be, progressive JPEG two bytes of each value, GIF and WebP four bytes of each pixel.
 */
function decodingBytes(metadata: Metadata): number {
  const { width, height, depth, format, isProgressive, channels, chromaSubsampling } = metadata;
  const isDeep = depth === 'ushort';
  const working = Math.max(channels, 3) * (isDeep ? WORKING_BYTES.ushort : WORKING_BYTES.usual);
  const lines = width * Math.min(height, LINES_AT_ONCE) * working;
  if (format === 'gif' || format === 'webp') return lines + 4 * width * height;
  if (!isProgressive) return lines;
  if (format === 'png') return lines + width * height * channels * (isDeep ? 2 : 1);
  const values = chromaSubsampling === '4:2:0' ? 1.5 : channels;
  return lines + 2 * values * width * height;
}

const fitted = (bytes: Buffer, { width, height, fit }: PictureBox, animated = false) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error', animated })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize(width, height, { fit, withoutEnlargement: fit === 'inside' });

/** An animation that takes too long stands still. */
async function thumbnail(
  bytes: Buffer,
  { max_width: width, max_height: height, animated }: ThumbnailFormat,
): Promise<Uint8Array> {
  const made = (moving: boolean) =>
    fitted(bytes, { width, height, fit: 'inside' }, moving).webp({ effort: EFFORT }).toBuffer();
  return animated ? made(true).catch(() => made(false)) : made(false);
}

/** Pixels of an emoji's side. */
const EMOJI_SIDE = 64;
/** Bytes of an emoji: it is part of an event (docs/decisions/0094). */
const MAX_EMOJI_BYTES = 256 * 1024;

/** An animation that takes too long or too many bytes stands still. */
async function emoji(bytes: Buffer, { format, pages = 1 }: Metadata): Promise<EmojiPicture> {
  const made = (moving: boolean) =>
    fitted(bytes, { width: EMOJI_SIDE, height: EMOJI_SIDE, fit: 'inside' }, moving);
  if (pages > 1) {
    const imageType = format === 'gif' ? 'gif' : 'webp';
    const moving = await made(true)
      .toFormat(imageType, { effort: EFFORT })
      .toBuffer()
      .catch(() => undefined);
    if (moving && moving.length <= MAX_EMOJI_BYTES) return { imageType, bytes: moving };
  }
  return { imageType: 'png', bytes: await made(false).png().toBuffer() };
}

/** Decodes it, because half of a picture has a size too. */
async function measured(
  bytes: Buffer,
  { autoOrient, format, pages = 1 }: Metadata,
): Promise<MeasuredPicture> {
  await fitted(bytes, { width: 1, height: 1, fit: 'inside' }).raw().toBuffer();
  const { width, height } = autoOrient;
  return { width, height, contentType: `image/${format}`, ...(pages > 1 && { isAnimated: true }) };
}
