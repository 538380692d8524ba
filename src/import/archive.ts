/** Reading archives that may be hostile: nothing is unpacked under a name of theirs, and sizes are bounded before reading. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Damaged, OperatorError } from '../base/errors.ts';

/** An archive of which any entry can be read at any time. */
export interface Archive {
  /** Paths of all files in it, in its order. */
  readonly names: readonly string[];
  /** Paths of what is neither a file nor a folder in it. */
  readonly links?: readonly string[];
  has(name: string): boolean;
  /** Bytes that an entry takes in the archive; of all entries, where they are packed together. */
  packedBytes(name: string): number;
  /** The bytes of an entry; Damaged if they do not match what the archive records of them. */
  open(name: string): AsyncIterable<Uint8Array>;
  close(): void;
}

const MIB = 1_048_576;
/** Entries of an archive, which are all kept in memory. */
export const MAX_ENTRIES = 1_000_000;
/** An archive is at most so many times larger unpacked, beside files of this size. Texts shrink to a tenth. */
const MAX_INFLATION_RATIO = 200;
const FREE = 64 * MIB;
/** Bytes that an archive of so many may have unpacked. */
export const maxUnpackedBytes = (size: number): number => FREE + MAX_INFLATION_RATIO * size;
/** Bytes of an entry that is read as a whole: in all, and by what it takes in the archive, because its JSON takes several times as many. */
const MAX_TEXT_BYTES = 256 * MIB;
const FREE_TEXT_BYTES = 8 * MIB;
const MAX_TEXT_RATIO = 60;
const maxTextBytes = (packed: number): number =>
  Math.min(MAX_TEXT_BYTES, FREE_TEXT_BYTES + MAX_TEXT_RATIO * packed);
/** Bytes of any entry. */
const MAX_ENTRY_BYTES = 4_096 * MIB;

/**
 * Opens a zip file; one folder around everything is left out of the names, as programs put it there that pack a folder
 * again. OperatorError if it cannot be one, is too large unpacked, or names entries outside of itself. */
export async function openZip(path: string): Promise<Archive> {
  const zip = await opened(path);
  try {
    const entries = withoutOuterFolder(await entriesOf(zip));
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      packedBytes: (name) => entries.get(name)?.compressedSize ?? 0,
      async *open(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw new Damaged(`The archive has no entry ${name}.`);
        try {
          yield* await zip.openReadStreamPromise(entry);
        } catch (error) {
          throw new Damaged(`The entry ${name} cannot be read: ${(error as Error).message}.`, {
            cause: error,
          });
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** What programs for macOS add beside the folder that they pack. */
const ADDED = /^__MACOSX\/|^\.DS_Store$/;

function withoutOuterFolder(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const names = [...entries.keys()].filter((name) => !ADDED.test(name));
  const folder = /^[^/]*\//.exec(names[0] ?? '')?.[0];
  if (folder === undefined || !names.every((name) => name.startsWith(folder))) return entries;
  return new Map(
    [...entries].map(([name, entry]) => [ADDED.test(name) ? name : name.slice(folder.length), entry]),
  );
}

async function opened(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (error) {
    const reason = (error as Error).message.replace(/\.*$/, '.');
    throw new OperatorError(`${path} cannot be read as a zip file: ${reason}`, { cause: error });
  }
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new OperatorError('The archive has too many entries.');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      unpacked += entry.uncompressedSize;
      if (entry.uncompressedSize > MAX_ENTRY_BYTES || unpacked > maxUnpackedBytes(zip.fileSize))
        throw new OperatorError(`The archive would be too large unpacked (from ${entry.fileName} on).`);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The archive is damaged: ${(error as Error).message}.`, { cause: error });
  }
  return entries;
}

/** The bytes of an entry, at most so many; Damaged if there are more. */
export async function readBytes(
  archive: Archive,
  name: string,
  limit = maxTextBytes(archive.packedBytes(name)),
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of archive.open(name)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) throw new Damaged(`The entry ${name} is larger than ${limit} bytes.`);
  }
  return Buffer.concat(chunks);
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The text without the mark of UTF-8 that programs for Windows write before it; undefined for bytes that are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The JSON of an entry; Damaged if it is none. */
export async function readJson(archive: Archive, name: string): Promise<unknown> {
  const text = decodeText(await readBytes(archive, name));
  if (text === undefined) throw new Damaged(`The entry ${name} is not UTF-8.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Damaged(`The entry ${name} is not JSON.`, { cause: error });
  }
}
