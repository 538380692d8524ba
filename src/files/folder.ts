/**
 * Files in a folder: `files/{organization}/{first two digits}/{digest}` in the data folder, for its owner alone. Bytes
 * are written beside, flushed, and given their name in one step, so that a name is never half a file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { renameSync, statSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { flushFolder, makeFolder } from '../folders.ts';
import type { OrganizationId, UserId } from '../ids.ts';
import { PartialFiles } from './begunNotes.ts';
import {
  type PartialFile,
  type ByteRange,
  type Files,
  FilesUnavailable,
  isDigest,
  type StoredFile,
  type StoredBytes,
} from './files.ts';

const OWNER_ONLY = 0o600;
/** Where bytes are until they are whole. */
const INCOMING = 'incoming';

interface FolderFilesOptions {
  /** The data folder. */
  readonly folder: string;
  readonly clock: Clock;
  /** Only reads, beside the process that writes. */
  readonly readOnly?: boolean;
}

/** Opens or makes the files of a data folder, which this process alone may write to. Fails with FilesUnavailable. */
export async function openFolderFiles({ folder, clock, readOnly }: FolderFilesOptions): Promise<Files> {
  const files = new FolderFiles(join(folder, 'files'), clock);
  if (!readOnly) await files.prepare();
  return files;
}

class FolderFiles implements Files {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #begun: PartialFiles;
  readonly #underWay = new Set<string>();
  /** Folders whose own names are on the disk. */
  readonly #flushed = new Set<string>();

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
    this.#begun = new PartialFiles(join(folder, 'begun'));
  }

  /** Makes the folders, and removes what another process has left unfinished. */
  prepare(): Promise<void> {
    return answer(async () => {
      makeFolder(join(this.#folder, INCOMING));
      await this.removeUnfinished(-Infinity);
    });
  }

  store(organizationId: OrganizationId, source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
    return this.#incoming(async (path, file) => {
      const stored = await written(file, source);
      await answer(async () => {
        await file.sync();
        const now = this.#clock.now() / 1000;
        await utimes(path, now, now);
        await this.#name(path, organizationId, stored.digest);
      });
      return stored;
    });
  }

  async sizeOf(organizationId: OrganizationId, digest: string): Promise<number | undefined> {
    if (!isDigest(digest)) return undefined;
    return unlessAbsent(async () => (await stat(this.#pathOf(organizationId, digest))).size);
  }

  async open(
    organizationId: OrganizationId,
    digest: string,
    range?: ByteRange,
  ): Promise<Readable | undefined> {
    if (!isDigest(digest)) return undefined;
    if (range && range.end < range.start) return Readable.from([]);
    const file = await unlessAbsent(() => open(this.#pathOf(organizationId, digest), 'r'));
    return file?.createReadStream(range ?? {});
  }

  async *storedBefore(organizationId: OrganizationId, time: number): AsyncGenerator<readonly StoredFile[]> {
    const folder = join(this.#folder, String(organizationId));
    for (const shard of await namesIn(folder)) {
      const page: StoredFile[] = [];
      for (const digest of await namesIn(join(folder, shard))) {
        const storedAt = await unlessAbsent(async () => timeOf(await stat(join(folder, shard, digest))));
        if (storedAt !== undefined && storedAt < time) page.push({ digest, storedAt });
      }
      if (page.length > 0) yield page;
    }
  }

  /** In one turn of the event loop, like the naming of bytes that are stored again. */
  async remove(organizationId: OrganizationId, digest: string, time: number): Promise<boolean> {
    if (!isDigest(digest)) return false;
    const path = this.#pathOf(organizationId, digest);
    return answer(async () => {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined || timeOf(found) >= time) return false;
      unlinkSync(path);
      return true;
    });
  }

  savePartial(
    organizationId: OrganizationId,
    file: PartialFile,
    before: number | undefined,
  ): Promise<boolean> {
    return answer(() => this.#begun.save(organizationId, file, before));
  }

  findPartial(organizationId: OrganizationId, id: string): Promise<PartialFile | undefined> {
    return answer(() => this.#begun.find(organizationId, id));
  }

  async findPartialsOf(organizationId: OrganizationId, ownerId: UserId): Promise<readonly PartialFile[]> {
    return answer(() => this.#begun.findByOwner(organizationId, ownerId));
  }

  removePartial(organizationId: OrganizationId, id: string): Promise<void> {
    return answer(() => this.#begun.forget(organizationId, id));
  }

  /** What another process was receiving goes whatever the time, for there is no such process any more. */
  async removeUnfinished(time: number): Promise<void> {
    await answer(() => this.#begun.forgetBefore(time));
    const folder = join(this.#folder, INCOMING);
    for (const name of await namesIn(folder))
      if (!this.#underWay.has(name)) await answer(() => rm(join(folder, name), { force: true }));
  }

  async close(): Promise<void> {}

  #pathOf(organizationId: OrganizationId, digest: string): string {
    return join(this.#folder, String(organizationId), digest.slice(0, 2), digest);
  }

  /** Works on a new file, which is closed at the end, and removed unless it has been given a name. */
  async #incoming<Result>(work: (path: string, file: FileHandle) => Promise<Result>): Promise<Result> {
    const name = randomUUID();
    const path = join(this.#folder, INCOMING, name);
    this.#underWay.add(name);
    try {
      const file = await answer(() => open(path, 'wx', OWNER_ONLY));
      try {
        return await work(path, file);
      } catch (error) {
        await unlink(path).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    } finally {
      this.#underWay.delete(name);
    }
  }

  /** The new name is on the disk, too, when this resolves. */
  async #name(path: string, organizationId: OrganizationId, digest: string): Promise<void> {
    const target = this.#pathOf(organizationId, digest);
    const shard = join(target, '..');
    makeFolder(shard);
    renameSync(path, target);
    await flushFolder(shard);
    if (this.#flushed.has(shard)) return;
    await flushFolder(join(shard, '..'));
    await flushFolder(this.#folder);
    this.#flushed.add(shard);
  }
}

/** Writes a source to a file. Each piece is hashed while it is written. */
async function written(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const bytes of source) {
    const writing = answer(() => writeAll(file, bytes));
    hash.update(bytes);
    size += bytes.length;
    await writing;
  }
  return { digest: hash.digest('hex'), size };
}

/** The system may take less than it is given. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray((await file.write(rest)).bytesWritten);
}

/** When bytes were stored, in whole milliseconds, as they were given. */
const timeOf = ({ mtimeMs }: { readonly mtimeMs: number }): number => Math.round(mtimeMs);

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await unlessAbsent(() => readdir(folder))) ?? [];

const unlessAbsent = <Result>(work: () => Promise<Result>): Promise<Result | undefined> =>
  answer(work).catch((error: unknown) => {
    if (error instanceof FilesUnavailable && codeOf(error.cause) === 'ENOENT') return undefined;
    throw error;
  });

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | undefined)?.code;

/** Turns errors of the file system into FilesUnavailable. */
async function answer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (typeof codeOf(cause) !== 'string' || !(cause instanceof Error)) throw cause;
    throw new FilesUnavailable(`The folder of files: ${cause.message}`, { cause });
  }
}
