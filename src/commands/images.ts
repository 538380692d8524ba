/** Recognizes image types by their first bytes. */
import type { ImageType } from '../events/emoji.ts';

/** Bytes as Latin-1; `.` matches any byte. */
const BEGINNINGS: readonly (readonly [ImageType, RegExp])[] = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['jpeg', /^\xff\xd8\xff/],
  ['webp', /^RIFF....WEBP/s],
];

/** Undefined for anything that browsers cannot display. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return BEGINNINGS.find(([, begins]) => begins.test(beginning))?.[0];
}
