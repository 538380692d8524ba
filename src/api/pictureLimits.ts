/** Pictures that people send: how large they may be, and that it is one. */
import { Refused, requireThat } from '../errors.ts';
import { MIB } from './http/uploads.ts';

/** Mebibytes of an avatar, an icon or a logo. */
export const MAX_PICTURE_MIB = 5;
/** Bytes of a body with one of them. */
export const PICTURE_BODY_BYTES = MAX_PICTURE_MIB * MIB + 65_536;

/** The one picture of a body. */
export function requireOnePicture(sent: readonly Uint8Array[], what: string): Uint8Array {
  const [bytes, ...others] = sent;
  if (bytes === undefined || others.length > 0) throw new Refused(`You must upload exactly one ${what}.`);
  const tooLarge = `Uploaded file is larger than the allowed limit of ${MAX_PICTURE_MIB} MiB`;
  requireThat(bytes.length <= MAX_PICTURE_MIB * MIB, tooLarge);
  return bytes;
}

/** Bytes as a source for the store. */
export async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
