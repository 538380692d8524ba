/** Copies of files, under their organization and digest; bytes of the same digest are stored once. */
import { Readable } from 'node:stream';
import { DigestMismatch, hasDigest, requireDigest } from '../base/digests.ts';
import { Damaged } from '../base/errors.ts';
import { type OrganizationId, organizationOfStream } from '../base/ids.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import type { Files } from '../files/files.ts';
import { fileDigests } from './backedUpLog.ts';
import { FileEntry, type FileKey, GrowingList, type Manifest, readList } from './manifest.ts';
import { type BackupStore, openObject } from './store.ts';

/** The name of a file's bytes in a back-up, and below the data folder. */
export const fileName = ({ organizationId, digest }: FileKey): string =>
  `files/${organizationId}/${digest.slice(0, 2)}/${digest}`;

const FILES = 'files/';
const LISTS = 'lists';

/** A file that the log's state names and whose bytes are missing, or are others. */
export interface FileFault extends FileKey {
  readonly fault: 'missing' | 'damaged';
}

/**
 * The digests of files that the state of the log names at present, by organization; undefined if this release cannot tell,
 * so that no file counts as removed.
 */
export type ReferencedFiles = () => Promise<ReadonlyMap<OrganizationId, ReadonlySet<string>> | undefined>;

/** A file that the server lacks; `isKept` if an earlier back-up has it, and so this one. */
export type LostFile = FileFault & { readonly isKept: boolean };

export class FileCopies {
  /** Names of objects that the last back-up lists and its place lacked: they were copied again. */
  readonly copiedAgain: string[] = [];
  readonly #files: Files;
  readonly #store: BackupStore;
  readonly #known = new Map<string, FileEntry>();
  /** Sizes of the objects at the place of the back-ups. */
  readonly #objects = new Map<string, number | undefined>();
  /** Files that could not be copied, or that the server no longer has: removed, or lost. */
  readonly #suspects = new Map<string, FileFault>();
  readonly #lost = new Map<string, LostFile>();
  /** Names of files that the server lacked at the last back-up. */
  readonly #lastLost = new Set<string>();
  #list: GrowingList;
  #removed: number;

  private constructor(files: Files, store: BackupStore, list: GrowingList, removed: number) {
    this.#files = files;
    this.#store = store;
    this.#list = list;
    this.#removed = removed;
  }

  /** Continues the files of an earlier back-up, as far as its lists can be read. */
  static async open(files: Files, store: BackupStore, last?: Manifest): Promise<FileCopies> {
    const copies = new FileCopies(
      files,
      store,
      await GrowingList.open(store, LISTS),
      last?.files.absent ?? 0,
    );
    for (const { name, size } of await store.list(FILES)) copies.#objects.set(name, size);
    if (last) await copies.#continue(last);
    return copies;
  }

  async #continue({ files: { lists }, lostFiles }: Manifest): Promise<void> {
    for (const key of lostFiles) this.#lastLost.add(fileName(key));
    try {
      this.#list = await GrowingList.open(this.#store, LISTS, lists);
      for await (const entries of readList(this.#store, lists, FileEntry))
        for (const entry of entries) this.#known.set(fileName(entry), entry);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.copiedAgain.push(...lists.map(({ name }) => name));
      this.#list = await this.#newList();
    }
  }

  /**
   * Compares the listed files with those of the server and with the place of the back-ups. Of files that have been
   * written since a time, in UNIX milliseconds, the bytes are read.
   */
  async examine(since: number): Promise<void> {
    for (const organizationId of new Set([...this.#known.values()].map((entry) => entry.organizationId))) {
      const storedAt = new Map<string, number>();
      for await (const page of this.#files.storedBefore(organizationId, Infinity))
        for (const stored of page) storedAt.set(stored.digest, stored.storedAt);
      for (const entry of [...this.#known.values()].filter((each) => each.organizationId === organizationId))
        await this.#examineOne(entry, storedAt.get(entry.digest), since);
    }
  }

  async #examineOne(entry: FileEntry, storedAt: number | undefined, since: number): Promise<void> {
    const name = fileName(entry);
    if (storedAt === undefined) return void this.#suspects.set(name, { ...entry, fault: 'missing' });
    const { organizationId, digest } = entry;
    const isOther =
      (await this.#files.sizeOf(organizationId, digest)) !== entry.size ||
      ((storedAt >= since || this.#lastLost.has(name)) && !(await this.#isSound(entry)));
    if (isOther) this.#suspects.set(name, { ...entry, fault: 'damaged' });
    else if (!this.#isThere(entry) && (await this.#copy(entry)) === undefined) this.copiedAgain.push(name);
  }

  /** Copies the files that events name; one that cannot be copied was removed or lost, which `settle` decides. */
  async copyNamed(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      const organizationId = organizationOfStream(event.stream);
      if (organizationId === undefined) continue;
      for (const digest of fileDigests(event)) await this.#copyOrSuspect({ organizationId, digest });
    }
  }

  /** Whether something was to be copied and could not be. */
  get hasSuspects(): boolean {
    return this.#suspects.size > 0;
  }

  /**
   * Decides what became of the files that could not be copied, by the state of the log, which is at least as far as the
   * events that have been copied. Files that it does not name were removed; of the others an earlier copy is kept.
   * Returns whether any file was removed.
   */
  async settle(referenced: Awaited<ReturnType<ReferencedFiles>>): Promise<boolean> {
    for (const [organizationId, digests] of referenced ?? [])
      for (const digest of digests) await this.#copyOrSuspect({ organizationId, digest });
    const before = this.#known.size;
    let removed = 0;
    for (const [name, { organizationId, digest, fault }] of this.#suspects) {
      const isNamed = !referenced || (referenced.get(organizationId)?.has(digest) ?? false);
      this.#lost.delete(name);
      // Meanwhile it may have been stored again.
      if (isNamed && (await this.#copy({ organizationId, digest })) === undefined) continue;
      const isKept = isNamed && (await this.#keep({ organizationId, digest }));
      if (isNamed) this.#lost.set(name, { organizationId, digest, fault, isKept });
      else removed += 1;
      if (!isKept) this.#known.delete(name);
    }
    this.#suspects.clear();
    this.#removed += removed;
    if (this.#known.size < before) this.#list = await this.#newList();
    return removed > 0;
  }

  /** Files that the server lacks, as `settle` found. */
  get lost(): readonly LostFile[] {
    return [...this.#lost.values()];
  }

  async summary(): Promise<Pick<Manifest, 'files' | 'lostFiles'>> {
    return {
      files: { lists: await this.#list.parts(), count: this.#known.size, absent: this.#removed },
      lostFiles: this.lost.map(({ organizationId, digest }) => ({ organizationId, digest })),
    };
  }

  /** See `GrowingList`. */
  removeReplaced(): Promise<void> {
    return this.#list.removeReplaced();
  }

  async #newList(): Promise<GrowingList> {
    const list = await GrowingList.open(this.#store, LISTS);
    for (const entry of this.#known.values()) await list.add(JSON.stringify(entry));
    return list;
  }

  async #copyOrSuspect(key: FileKey): Promise<void> {
    if (this.#known.has(fileName(key))) return;
    const fault = await this.#copy(key);
    if (fault !== undefined) this.#suspects.set(fileName(key), { ...key, fault });
  }

  /** Whether the place of the back-ups has an object of the file's name and size. */
  #isThere(entry: FileEntry): boolean {
    const name = fileName(entry);
    return this.#objects.has(name) && (this.#objects.get(name) ?? entry.size) === entry.size;
  }

  async #isSound({ organizationId, digest }: FileKey): Promise<boolean> {
    const source = await this.#files.open(organizationId, digest);
    return source !== undefined && hasDigest(source, digest);
  }

  /** Copies the bytes that the server has, and lists the file; returns why it could not. */
  async #copy({ organizationId, digest }: FileKey): Promise<FileFault['fault'] | undefined> {
    const size = await this.#files.sizeOf(organizationId, digest);
    const source = size === undefined ? undefined : await this.#files.open(organizationId, digest);
    if (source === undefined || size === undefined) return 'missing';
    const name = fileName({ organizationId, digest });
    let isDamaged = false;
    const sound = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* requireDigest(source, digest);
      } catch (error) {
        isDamaged = error instanceof DigestMismatch;
        throw error;
      }
    };
    try {
      await this.#store.write(name, { size, source: Readable.from(sound()) });
    } catch (error) {
      if (isDamaged) return 'damaged';
      throw error;
    }
    this.#objects.set(name, size);
    await this.#listFile({ organizationId, digest, size });
    return undefined;
  }

  /** Lists a file of which an earlier copy is whole; returns whether there is one. */
  async #keep(key: FileKey): Promise<boolean> {
    const name = fileName(key);
    if (!this.#objects.has(name)) return false;
    let size = 0;
    const counted = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        size += chunk.length;
        yield chunk;
      }
    };
    const source = await openObject(this.#store, name, this.#objects.get(name) ?? Infinity);
    if (source === undefined || !(await hasDigest(counted(source), key.digest))) return false;
    await this.#listFile({ ...key, size });
    return true;
  }

  async #listFile(entry: FileEntry): Promise<void> {
    if (this.#known.has(fileName(entry))) return;
    this.#known.set(fileName(entry), entry);
    await this.#list.add(JSON.stringify(entry));
  }
}
