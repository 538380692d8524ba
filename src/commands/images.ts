/** What kind of picture some bytes are, by how they begin. */
import type { ImageType } from '../events/emoji.ts';

/** Bytes as Latin-1; `.` is any byte. */
const BEGINNINGS: readonly (readonly [ImageType, RegExp])[] = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['jpeg', /^\xff\xd8\xff/],
  ['webp', /^RIFF....WEBP/s],
];

/** undefined for what is none of the pictures that browsers show. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return BEGINNINGS.find(([, begins]) => begins.test(beginning))?.[0];
}
