/** Files whose bytes are compared with their digest while they are read. */
import { Readable } from 'node:stream';
import { DigestMismatch, requireDigest } from '../base/digests.ts';
import type { OrganizationId } from '../base/ids.ts';
import { type ByteRange, type Files, FilesUnavailable } from './files.ts';

/** A stored file whose bytes are missing, or are not those that were stored. */
export interface LostFile {
  readonly organizationId: OrganizationId;
  readonly digest: string;
  readonly fault: 'missing' | 'damaged';
}

/** The bytes of a file are not those that were stored; they are read up to the last piece, which is held back. */
export class FileDamaged extends FilesUnavailable {
  constructor(options?: ErrorOptions) {
    super('A stored file is damaged.', options);
    this.name = 'FileDamaged';
  }
}

/** Of a larger file a range is read alone, and not compared. Bytes. */
const MAX_READ_FOR_RANGE = 4 * 1_048_576;

/** The same files; what is asked for and missing, or read and damaged, is reported, each time. */
export const checkedFiles = (files: Files, report: (lost: LostFile) => void): Files => ({
  store: (...args) => files.store(...args),
  sizeOf: (...args) => files.sizeOf(...args),
  storedBefore: (...args) => files.storedBefore(...args),
  remove: (...args) => files.remove(...args),
  savePartial: (...args) => files.savePartial(...args),
  findPartial: (...args) => files.findPartial(...args),
  findPartialsOf: (...args) => files.findPartialsOf(...args),
  removePartial: (...args) => files.removePartial(...args),
  removeUnfinished: (...args) => files.removeUnfinished(...args),
  close: () => files.close(),
  async open(organizationId, digest, range) {
    const isAlone = range && ((await files.sizeOf(organizationId, digest)) ?? 0) > MAX_READ_FOR_RANGE;
    const source = await files.open(organizationId, digest, isAlone ? range : undefined);
    if (source === undefined) report({ organizationId, digest, fault: 'missing' });
    if (source === undefined || isAlone) return source;
    const onDamage = (): void => report({ organizationId, digest, fault: 'damaged' });
    const checked = Readable.from(comparedBytes(source, digest, range, onDamage), { objectMode: false });
    // A generator that nobody has begun to read does not close what it reads.
    return checked.once('close', () => source.destroy());
  },
});

async function* comparedBytes(
  source: AsyncIterable<Uint8Array>,
  digest: string,
  range: ByteRange | undefined,
  onDamage: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* requireDigest(source, digest, range);
  } catch (cause) {
    if (!(cause instanceof DigestMismatch)) throw cause;
    onDamage();
    throw new FileDamaged({ cause });
  }
}
