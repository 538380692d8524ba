/** A source that can be copied into empty stores: a back-up, or the stores that a server uses. */
import { randomBytes } from 'node:crypto';
import type { StreamEnd } from '../events/chain.ts';
import type { EventPages, Position, StoredEvent } from '../events/log/eventLog.ts';
import type { RingKey, VaultEntry } from '../vault/vault.ts';
import { Chains, isBackedUp, readLogId } from './backedUpLog.ts';
import type { BackupSources } from './backupWriter.ts';
import { fileName } from './fileCopies.ts';
import {
  EventLine,
  FileEntry,
  type FileKey,
  type Manifest,
  readList,
  RingKeyLine,
  VaultLine,
} from './manifest.ts';
import { type BackupStore, openObject } from './store.ts';

/** Size of a window, in UTF-16 units of data and metadata. */
const WINDOW_CHARACTERS = 4_000_000;

export interface Copy {
  readonly logId: string;
  /** Position of the last event. */
  readonly position: Position;
  /** The ends of all streams, as far as they are known before they have been read. */
  readonly ends: ReadonlyMap<string, StreamEnd>;
  /** The events that have not been read yet, in the order of the log, some thousand at a time. */
  windows(): EventPages;
  /** Keys of the vault, newest first. */
  ring(): Promise<readonly RingKey[]>;
  entries(): AsyncIterable<readonly VaultEntry[]>;
  /** The bytes of a file; undefined if it is not there. Fails with Damaged where bytes cannot be those of the file. */
  openFile(key: FileKey): Promise<AsyncIterable<Uint8Array> | undefined>;
}

export interface SavedCopy extends Copy {
  /** Whether the back-up lists the file among its own, or says that the server lacked it. */
  hasListed(key: FileKey): Promise<boolean>;
}

/** The stores of a server, which may go on running: `windows` yields what was added since. */
export class LiveCopy implements Copy {
  readonly logId: string;
  readonly ends = new Map<string, StreamEnd>();
  position: Position = 0;
  readonly #originals: BackupSources;
  #read: Position | null = null;

  private constructor(originals: BackupSources, logId: string) {
    this.#originals = originals;
    this.logId = logId;
  }

  /** OperatorError if the log is empty. */
  static open = async (originals: BackupSources): Promise<LiveCopy> =>
    new LiveCopy(originals, await readLogId(originals.log));

  async *windows(): AsyncGenerator<readonly StoredEvent[]> {
    const { log, foreign } = this.#originals;
    this.position = (await log.head()) ?? 0;
    let [window, size]: [StoredEvent[], number] = [[], 0];
    for await (const page of log.readAll({ after: this.#read, ...(foreign && { foreign }) })) {
      window.push(...page.filter(isBackedUp));
      size += page.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      this.#read = page.at(-1)?.position ?? this.#read;
      if (size < WINDOW_CHARACTERS) continue;
      yield window;
      [window, size] = [[], 0];
    }
    yield window;
  }

  ring(): Promise<readonly RingKey[]> {
    return this.#originals.vault.ringKeys();
  }

  entries(): AsyncIterable<readonly VaultEntry[]> {
    return this.#originals.vault.createdBefore(Infinity);
  }

  openFile({ organizationId, digest }: FileKey): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#originals.files.open(organizationId, digest);
  }
}

/** The contents of a back-up. */
export function savedCopy(store: BackupStore, manifest: Manifest): SavedCopy {
  const { logId, position, streams, log, vault, files, lostFiles } = manifest;
  let sizes: Promise<ReadonlyMap<string, number>> | undefined;
  const listed = () => (sizes ??= readSizes(store, files.lists));
  const lost = new Set(lostFiles.map(fileName));
  return {
    logId,
    position,
    ends: new Chains(streams).ends,
    windows: () => readList(store, log, EventLine),
    async ring() {
      const keys: RingKey[] = [];
      for await (const part of readList(store, vault.ring, RingKeyLine)) keys.push(...part);
      return keys;
    },
    entries: () => readList(store, vault.entries, VaultLine),
    async openFile(key) {
      const size = (await listed()).get(fileName(key));
      return size === undefined ? undefined : openObject(store, fileName(key), size);
    },
    hasListed: async (key) => lost.has(fileName(key)) || (await listed()).has(fileName(key)),
  };
}

/** The same copy, in which other keys and no texts take the place of secrets: it shows that a back-up can be restored. */
export const withoutSecrets = (copy: SavedCopy): SavedCopy => ({
  ...copy,
  ring: async () =>
    (await copy.ring()).map((key) => ({ ...key, material: randomBytes(32).toString('base64url') })),
  async *entries() {
    for await (const page of copy.entries()) yield page.map((entry) => ({ ...entry, sealed: '' }));
  },
});

/** Sizes of the files that a back-up lists, by name. */
async function readSizes(
  store: BackupStore,
  lists: Manifest['files']['lists'],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const entries of readList(store, lists, FileEntry))
    for (const entry of entries) sizes.set(fileName(entry), entry.size);
  return sizes;
}
