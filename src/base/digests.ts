/** Bytes that are compared with their digest while they are read. */
import { createHash } from 'node:crypto';
import { Damaged } from './errors.ts';

/** Bytes have another digest than the one under which they were stored. */
export class DigestMismatch extends Damaged {
  constructor() {
    super('The bytes are not those that were stored.');
    this.name = 'DigestMismatch';
  }
}

/**
 * The same bytes, or those from `start` up to and including `end`. The last of them are held back until all together have
 * this SHA-256 (64 hex digits), so that nobody takes others for whole. Fails with DigestMismatch.
 */
export async function* requireDigest(
  source: AsyncIterable<Uint8Array>,
  digest: string,
  { start, end }: { readonly start: number; readonly end: number } = { start: 0, end: Infinity },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  let at = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    const within = chunk.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0));
    at += chunk.length;
    if (within.length === 0) continue;
    if (last) yield last;
    last = within;
  }
  if (hash.digest('hex') !== digest) throw new DigestMismatch();
  if (last) yield last;
}

/** Whether bytes have this SHA-256; they are read to their end. */
export async function hasDigest(source: AsyncIterable<Uint8Array>, digest: string): Promise<boolean> {
  try {
    for await (const _ of requireDigest(source, digest)) continue;
    return true;
  } catch (error) {
    if (error instanceof DigestMismatch) return false;
    throw error;
  }
}
