/**
 * Files in a folder: `files/{organization}/{first two digits}/{digest}` in the data folder, for its owner alone. Bytes
 * are written beside, flushed, and given their name in one step, so that a name is never half a file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { renameSync, statSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { flushFolder, makeFolder, replaceFile } from '../base/durableFiles.ts';
import { errorCode } from '../base/errors.ts';
import type { OrganizationId, UserId } from '../base/ids.ts';
import {
  type ByteRange,
  type Files,
  FilesUnavailable,
  isDigest,
  isPartialFileId,
  type PartialFile,
  type StoredBytes,
  type StoredFile,
} from './files.ts';

// Notes of files that come in several requests, in a folder that this process alone writes to: one JSON file each.

class PartialFiles {
  readonly #folder: string;
  /** IDs that are being noted. */
  readonly #underWay = new Set<string>();
  /** Organization → ID → owner, read once: nobody else writes here. */
  readonly #owners = new Map<OrganizationId, Promise<Map<string, UserId>>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async save(
    organizationId: OrganizationId,
    file: PartialFile,
    before: number | undefined,
  ): Promise<boolean> {
    if (!isPartialFileId(file.id) || this.#underWay.has(file.id)) return false;
    this.#underWay.add(file.id);
    try {
      if ((await this.find(organizationId, file.id))?.offset !== before) return false;
      const folder = this.#folderOf(organizationId);
      makeFolder(folder);
      const owners = await this.#ownersIn(organizationId);
      await replaceFile(join(folder, file.id), JSON.stringify(file));
      owners.set(file.id, file.ownerId);
      return true;
    } finally {
      this.#underWay.delete(file.id);
    }
  }

  async find(organizationId: OrganizationId, id: string): Promise<PartialFile | undefined> {
    if (!isPartialFileId(id)) return undefined;
    const text = await readFile(join(this.#folderOf(organizationId), id), 'utf8').catch(ignoreAbsent);
    return text === undefined ? undefined : (JSON.parse(text) as PartialFile);
  }

  /** Reads the files of one owner, however many others there are. */
  async findByOwner(organizationId: OrganizationId, ownerId: UserId): Promise<readonly PartialFile[]> {
    const owners = await this.#ownersIn(organizationId);
    const files: PartialFile[] = [];
    for (const id of [...owners.keys()].filter((each) => owners.get(each) === ownerId)) {
      const file = await this.find(organizationId, id);
      if (file) files.push(file);
    }
    return files;
  }

  async forget(organizationId: OrganizationId, id: string): Promise<void> {
    if (!isPartialFileId(id)) return;
    await rm(join(this.#folderOf(organizationId), id), { force: true });
    (await this.#ownersIn(organizationId)).delete(id);
  }

  /** Forgets what was begun before a time, and what was being written when a process ended. */
  async forgetBefore(time: number): Promise<void> {
    for (const name of (await readdir(this.#folder).catch(ignoreAbsent)) ?? []) {
      const organizationId = Number(name) as OrganizationId;
      for (const id of (await readdir(this.#folderOf(organizationId)).catch(ignoreAbsent)) ?? []) {
        const isLeft = !isPartialFileId(id) && !this.#underWay.has(id.slice(0, 32));
        const found = await this.find(organizationId, id);
        if (!isLeft && !(found && found.begunAt < time)) continue;
        await rm(join(this.#folderOf(organizationId), id), { force: true });
        (await this.#owners.get(organizationId))?.delete(id);
      }
    }
  }

  #ownersIn(organizationId: OrganizationId): Promise<Map<string, UserId>> {
    const known = this.#owners.get(organizationId) ?? this.#readOwners(organizationId);
    this.#owners.set(organizationId, known);
    return known;
  }

  async #readOwners(organizationId: OrganizationId): Promise<Map<string, UserId>> {
    const owners = new Map<string, UserId>();
    for (const id of (await readdir(this.#folderOf(organizationId)).catch(ignoreAbsent)) ?? []) {
      const file = await this.find(organizationId, id);
      if (file) owners.set(id, file.ownerId);
    }
    return owners;
  }

  #folderOf(organizationId: OrganizationId): string {
    return join(this.#folder, String(organizationId));
  }
}

/** For `catch`: undefined where nothing has that name. */
function ignoreAbsent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

const OWNER_ONLY = 0o600;
/** The folder of files that are not complete yet. */
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

  /** Files that another process was receiving are removed at any age: that process has ended. */
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

/** Writes a source to a file. Each chunk is hashed while it is written. */
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

/** The time at which bytes were stored, in whole milliseconds, as it was given. */
const timeOf = ({ mtimeMs }: { readonly mtimeMs: number }): number => Math.round(mtimeMs);

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await unlessAbsent(() => readdir(folder))) ?? [];

const unlessAbsent = <Result>(work: () => Promise<Result>): Promise<Result | undefined> =>
  answer(work).catch((error: unknown) => {
    if (error instanceof FilesUnavailable && errorCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  });

/** Turns errors of the file system into FilesUnavailable. */
async function answer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (typeof errorCode(cause) !== 'string' || !(cause instanceof Error)) throw cause;
    throw new FilesUnavailable(`The folder of files: ${cause.message}`, { cause });
  }
}
