/** What can be copied into empty stores: a back-up, or the stores that a server uses. */
import type { Readable } from 'node:stream';
import type { Tail } from '../events/anchor.ts';
import type { Position, StoredEvent } from '../events/log/eventLog.ts';
import type { OrganizationId } from '../ids.ts';
import type { RingKey, VaultEntry } from '../vault/vault.ts';
import { Chains } from './chains.ts';
import { FILES, keyOf } from './fileCopies.ts';
import type { Manifest } from './manifest.ts';
import { readList } from './parts.ts';
import type { BackupStore } from './store.ts';

export interface Copy {
  readonly logId: string;
  /** Number of events, and the last one's position and time (UNIX milliseconds). */
  readonly events: number;
  readonly position: Position;
  /** The ends of all streams. */
  readonly tails: ReadonlyMap<string, Tail>;
  /** All events in the order of the log, some thousand at a time. */
  windows(): AsyncIterable<readonly StoredEvent[]>;
  /** Keys of the vault, newest first. */
  ring(): Promise<readonly RingKey[]>;
  entries(): AsyncIterable<readonly VaultEntry[]>;
  /** The bytes of a file; undefined if it is not there. */
  openFile(organizationId: OrganizationId, digest: string): Promise<Readable | undefined>;
}

/** The contents of a back-up. */
export function savedCopy(store: BackupStore, manifest: Manifest): Copy {
  const { logId, events, position, streams, log, vault } = manifest;
  return {
    ...{ logId, events, position, tails: new Chains(streams).tails },
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
