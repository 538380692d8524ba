/** Copies of files, under their organization and digest; bytes of the same digest are stored once. */
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type OrganizationId, organizationOfStream } from '../base/ids.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import type { Files } from '../files/files.ts';
import { fileDigests } from './backedUpLog.ts';
import { GrowingList, type Manifest, readList } from './manifest.ts';
import type { BackupStore } from './store.ts';

/** A file in a back-up. `size` is in bytes. */
export interface FileEntry {
  readonly organizationId: OrganizationId;
  readonly digest: string;
  readonly size: number;
}

/** The name of a file's bytes in a back-up, without the folder of all files. */
export const keyOf = ({ organizationId, digest }: Omit<FileEntry, 'size'>): string =>
  `${organizationId}/${digest.slice(0, 2)}/${digest}`;

export const FILES = 'files/';
const LISTS = 'lists';

export class FileCopies {
  readonly #files: Files;
  readonly #store: BackupStore;
  readonly #known = new Map<string, FileEntry>();
  #list: GrowingList;
  #absent: number;

  private constructor(files: Files, store: BackupStore, list: GrowingList, absent: number) {
    this.#files = files;
    this.#store = store;
    this.#list = list;
    this.#absent = absent;
  }

  /** Continues the files of an earlier back-up. */
  static async open(files: Files, store: BackupStore, last?: Manifest['files']): Promise<FileCopies> {
    const list = await GrowingList.open(store, LISTS, last?.lists);
    const copies = new FileCopies(files, store, list, last?.absent ?? 0);
    for await (const entries of readList<FileEntry>(store, last?.lists ?? []))
      for (const entry of entries) copies.#known.set(keyOf(entry), entry);
    return copies;
  }

  /** Forgets files that have been removed since, so that no later back-up has them. */
  async dropRemoved(): Promise<void> {
    const before = this.#known.size;
    for (const [key, { organizationId, digest }] of this.#known)
      if ((await this.#files.sizeOf(organizationId, digest)) === undefined) this.#known.delete(key);
    if (this.#known.size === before) return;
    this.#list = await GrowingList.open(this.#store, LISTS);
    for (const entry of this.#known.values()) await this.#list.add(JSON.stringify(entry));
  }

  /** Copies the files that events name; one that no longer exists has been deleted, and is counted. */
  async copyNamed(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      const organizationId = organizationOfStream(event.stream);
      if (organizationId === undefined) continue;
      for (const digest of fileDigests(event)) await this.#copy(organizationId, digest);
    }
  }

  async summary(): Promise<Manifest['files']> {
    return { lists: await this.#list.parts(), count: this.#known.size, absent: this.#absent };
  }

  /** See `GrowingList`. */
  removeReplaced(): Promise<void> {
    return this.#list.removeReplaced();
  }

  async #copy(organizationId: OrganizationId, digest: string): Promise<void> {
    const key = keyOf({ organizationId, digest });
    if (this.#known.has(key)) return;
    const size = await this.#files.sizeOf(organizationId, digest);
    const source = size === undefined ? undefined : await this.#files.open(organizationId, digest);
    if (source === undefined || size === undefined || !(await this.#write(key, digest, size, source))) {
      this.#absent += 1;
      return;
    }
    const entry: FileEntry = { organizationId, digest, size };
    this.#known.set(key, entry);
    await this.#list.add(JSON.stringify(entry));
  }

  /** Whether the bytes match the digest. */
  async #write(key: string, digest: string, size: number, source: Readable): Promise<boolean> {
    const hash = createHash('sha256');
    await this.#store.write(FILES + key, { size, source: Readable.from(hashing(source, hash)) });
    if (hash.digest('hex') === digest) return true;
    await this.#store.remove(FILES + key);
    return false;
  }
}

/** The same bytes, which update a hash on their way. */
async function* hashing(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}
