/** Reads tar files that may be hostile: the bytes of their entries go into a spool, and none under a name of theirs. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { Damaged, OperatorError } from '../base/errors.ts';
import { type Archive, MAX_ENTRIES, maxUnpackedBytes } from './archive.ts';
import { Spool, type SpoolSlice } from './spool.ts';

/** A tar file's entries in a spool; threads of one process can share it. */
export interface Unpacked {
  readonly descriptor: number;
  /** Bytes of the tar file, or all of them unpacked where it is not compressed. */
  readonly packedSize: number;
  readonly entries: ReadonlyMap<string, SpoolSlice>;
  /** Names of entries that are neither files nor folders. */
  readonly links: readonly string[];
}

/** An archive that has been unpacked. */
interface UnpackedArchive extends Archive {
  readonly unpacked: Unpacked;
}

/**
 * Opens a tar file, compressed by gzip or not, with a spool in a folder. OperatorError if it is none or damaged, is too large
 * unpacked, or names entries outside of itself.
 */
export async function openTar(path: string, folder: string): Promise<UnpackedArchive> {
  const spool = Spool.in(folder);
  try {
    const unpacked = { descriptor: spool.descriptor, ...(await unpackedInto(spool, path)) };
    return { ...archiveOf(unpacked), close: () => spool.close() };
  } catch (error) {
    spool.close();
    throw error;
  }
}

/** An archive that another thread has unpacked, and will close. */
export function archiveOf(unpacked: Unpacked): UnpackedArchive {
  const spool = new Spool(unpacked.descriptor);
  return {
    unpacked,
    names: [...unpacked.entries.keys()],
    links: unpacked.links,
    has: (name) => unpacked.entries.has(name),
    packedBytes: () => unpacked.packedSize,
    open(name) {
      const slice = unpacked.entries.get(name);
      if (slice === undefined) throw new Damaged(`The archive has no entry ${name}.`);
      return spool.stream(slice);
    },
    close: () => {},
  };
}

async function unpackedInto(spool: Spool, path: string): Promise<Omit<Unpacked, 'descriptor'>> {
  const [entries, links] = [new Map<string, SpoolSlice>(), [] as string[]];
  const { packed, size } = await packedBytes(path);
  const most = maxUnpackedBytes(size);
  /** Of entries that are left out, which take time to read all the same. */
  let skipped = 0;
  try {
    for await (const entry of extracted(packed)) {
      const { name, type, size: length = 0 } = entry.header;
      requireInside(name);
      const offset = spool.size;
      requireRoom(entry.header, { offset: offset + skipped, most, count: entries.size + links.length });
      if (type !== 'file' && type !== 'contiguous-file') {
        if (type !== 'directory') links.push(name);
        skipped += length;
        entry.resume();
        continue;
      }
      for await (const chunk of entry) await spool.add(chunk as Uint8Array);
      entries.set(name.replace(/^(?:\.\/)+/, ''), { offset, length: spool.size - offset });
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The archive is damaged: ${(error as Error).message}.`, { cause: error });
  } finally {
    packed.destroy();
  }
  await spool.flush();
  return { entries, links, packedSize: size };
}

function extracted(packed: NodeJS.ReadableStream): ReturnType<typeof extract> {
  const unpacking = extract();
  packed.on('error', (error: Error) => unpacking.destroy(error));
  packed.pipe(unpacking);
  return unpacking;
}

/** The bytes of a tar file without compression, and how many there are with it. */
async function packedBytes(path: string) {
  const file = await open(path, 'r');
  const head = Buffer.alloc(262);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const { size } = await file.stat();
  await file.close();
  const isCompressed = bytesRead > 2 && head[0] === 0x1f && head[1] === 0x8b;
  if (!isCompressed && head.toString('latin1', 257) !== 'ustar')
    throw new OperatorError(`${path} cannot be read as a tar file.`);
  const stored = createReadStream(path);
  if (!isCompressed) return { packed: stored, size };
  const packed = createGunzip();
  stored.on('error', (error) => packed.destroy(error));
  return { packed: stored.pipe(packed), size };
}

function requireInside(name: string): void {
  const isOutside = /^(?:[/\\]|[a-z]:)|\\/i.test(name) || name.split('/').includes('..');
  if (isOutside) throw new OperatorError(`The archive is damaged: it names ${name}, outside of itself.`);
}

function requireRoom(
  { name, size = 0 }: Header,
  { offset, most, count }: { readonly offset: number; readonly most: number; readonly count: number },
): void {
  if (count >= MAX_ENTRIES) throw new OperatorError('The archive has too many entries.');
  if (offset + size > most)
    throw new OperatorError(`The archive would be too large unpacked (from ${name} on).`);
}
