/** Small files that take much memory to decode, and how much a process took. */
import { readdirSync, readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';

interface Size {
  readonly width: number;
  readonly height: number;
  readonly channels?: 3 | 4;
}

const filled = ({ width, height, channels = 4 }: Size): Sharp =>
  sharp({
    create: { width, height, channels, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
    limitInputPixels: false,
  });

const deep = (size: Size): Sharp => filled(size).toColourspace('rgb16');
const interlaced = { progressive: true, compressionLevel: 9 } as const;
const rough = { progressive: true, quality: 20, chromaSubsampling: '4:4:4' } as const;
/** Stripes, because libraries do not unpack a single colour. */
const striped = ({ width, height, channels = 4 }: Size): Sharp =>
  sharp(Buffer.alloc(width * height * channels, 'some stripes'), {
    raw: { width, height, channels },
    limitInputPixels: false,
  });

/** As expensive as a picture of each kind may be. */
export const DEAREST_PICTURES: Readonly<Record<string, () => Sharp>> = {
  'interlaced PNG of 16 bits': () => deep({ width: 3_500, height: 5_700 }).png(interlaced),
  'interlaced PNG of 8 bits': () => filled({ width: 6_000, height: 6_500 }).png(interlaced),
  'wide PNG of 16 bits': () => deep({ width: 13_000, height: 3_000 }).png(),
  'wide PNG of 8 bits': () => filled({ width: 21_000, height: 1_900 }).png(),
  'progressive JPEG': () => filled({ width: 6_000, height: 4_700, channels: 3 }).jpeg(rough),
  'progressive JPEG with fewer colours': () =>
    filled({ width: 6_300, height: 6_300, channels: 3 }).jpeg({ ...rough, chromaSubsampling: '4:2:0' }),
  'wide JPEG': () => filled({ width: 28_000, height: 1_400, channels: 3 }).jpeg(),
  GIF: () => filled({ width: 5_000, height: 7_900, channels: 3 }).gif({ effort: 1 }),
  'lossless WebP': () => striped({ width: 5_000, height: 7_900 }).webp({ lossless: true, effort: 0 }),
};

/** More expensive than it may be: no decoder may begin with it. */
export const TOO_DEAR_PICTURES: Readonly<Record<string, () => Sharp>> = {
  'interlaced PNG of 16 bits': () => deep({ width: 6_300, height: 6_300 }).png(interlaced),
  'wide PNG of 16 bits': () => deep({ width: 65_000, height: 600 }).png(),
  'wide PNG of 8 bits': () => filled({ width: 65_000, height: 600 }).png(),
  'progressive JPEG': () => filled({ width: 6_300, height: 6_300, channels: 3 }).jpeg(rough),
  'progressive JPEG for printing': () =>
    filled({ width: 5_000, height: 5_000, channels: 3 }).toColourspace('cmyk').jpeg(rough),
  'wide JPEG': () => filled({ width: 65_000, height: 600, channels: 3 }).jpeg(),
  'wide GIF': () => filled({ width: 65_000, height: 600, channels: 3 }).gif({ effort: 1 }),
  'lossless WebP': () => filled({ width: 16_000, height: 2_400 }).webp({ lossless: true, effort: 0 }),
};

const statusOf = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** The most bytes that a process had resident; NaN where the system does not tell. */
export const peakOf = (pid: number): number =>
  1024 * Number(/^VmHWM:\s*(\d+)/m.exec(statusOf(String(pid), 'status'))?.[1]);

/** The process that decodes pictures for another one. */
export const decoderOf = (parent: number | undefined): number | undefined =>
  readdirSync('/proc')
    .filter((pid) => statusOf(pid, 'cmdline').includes('pictureWorker'))
    .map(Number)
    .find((pid) => new RegExp(`^PPid:\\s*${parent}$`, 'm').test(statusOf(String(pid), 'status')));
