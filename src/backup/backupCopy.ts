/** A source that can be copied into empty stores: a back-up, or the stores that a server uses. */
import type { Readable } from 'node:stream';
import type { OrganizationId } from '../base/ids.ts';
import type { StreamEnd } from '../events/chain.ts';
import type { EventPages, Position, StoredEvent } from '../events/log/eventLog.ts';
import type { RingKey, VaultEntry } from '../vault/vault.ts';
import { Chains, isBackedUp, readLogId } from './backedUpLog.ts';
import type { BackupSources } from './backupWriter.ts';
import { FILES, keyOf } from './fileCopies.ts';
import { type Manifest, readList } from './manifest.ts';
import type { BackupStore } from './store.ts';

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
  /** The bytes of a file; undefined if it is not there. */
  openFile(organizationId: OrganizationId, digest: string): Promise<Readable | undefined>;
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

  openFile(organizationId: OrganizationId, digest: string): Promise<Readable | undefined> {
    return this.#originals.files.open(organizationId, digest);
  }
}

/** The contents of a back-up. */
export function savedCopy(store: BackupStore, manifest: Manifest): Copy {
  const { logId, position, streams, log, vault } = manifest;
  return {
    logId,
    position,
    ends: new Chains(streams).ends,
    windows: () => readList<StoredEvent>(store, log),
    async ring() {
      const keys: RingKey[] = [];
      for await (const part of readList<RingKey>(store, vault.ring)) keys.push(...part);
      return keys;
    },
    entries: () => readList<VaultEntry>(store, vault.entries),
    openFile: (organizationId, digest) => store.read(FILES + keyOf({ organizationId, digest })),
  };
}
