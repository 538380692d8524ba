/** Copies of the vault: all of it once, and from then on what is added. */
import type { Clock } from '../clock.ts';
import type { RingKey, Vault } from '../vault/vault.ts';
import type { Manifest } from './manifest.ts';
import { GrowingList, type ListPart } from './parts.ts';
import type { BackupStore } from './store.ts';

/** Entries this much older than the last copy are read again: clocks of nodes differ. Milliseconds. */
const OVERLAP_MS = 10 * 60 * 1000;
const FOLDER = 'vault';

export class VaultCopies {
  readonly #vault: Vault;
  readonly #store: BackupStore;
  readonly #clock: Clock;
  #entries: GrowingList | undefined;
  #ring: readonly RingKey[] = [];
  #ringParts: readonly ListPart[] = [];
  /** Credential IDs of young entries that have been copied. */
  #copied = new Map<string, number>();
  #copiedAt = 0;

  constructor(vault: Vault, store: BackupStore, clock: Clock) {
    this.#vault = vault;
    this.#store = store;
    this.#clock = clock;
  }

  /** Begins a new copy, without what has been removed from the vault. */
  async copyAll(): Promise<void> {
    this.#entries = await GrowingList.open(this.#store, FOLDER);
    this.#copied = new Map();
    await this.#copySince(0);
  }

  /** Copies what was added since; returns whether that was anything. */
  copyAdditions(): Promise<boolean> {
    return this.#copySince(this.#copiedAt - OVERLAP_MS);
  }

  async parts(): Promise<Manifest['vault']> {
    return { ring: this.#ringParts, entries: await this.#listed.parts() };
  }

  /** See `GrowingList`. */
  removeReplaced(): Promise<void> {
    return this.#listed.removeReplaced();
  }

  async #copySince(time: number): Promise<boolean> {
    const now = this.#clock.now();
    let isNew = await this.#copyRing();
    for await (const page of this.#vault.createdBefore(Infinity, time))
      for (const entry of page) {
        if (this.#copied.has(entry.credentialId)) continue;
        await this.#listed.add(JSON.stringify(entry));
        this.#copied.set(entry.credentialId, entry.createdAt);
        isNew = true;
      }
    this.#copiedAt = now;
    for (const [credentialId, createdAt] of this.#copied)
      if (createdAt < now - OVERLAP_MS) this.#copied.delete(credentialId);
    return isNew;
  }

  /** Copies the key ring if a key has been added; returns whether one was. */
  async #copyRing(): Promise<boolean> {
    const ring = await this.#vault.ringKeys();
    if (ring.length === this.#ring.length) return false;
    this.#ring = ring;
    const list = await GrowingList.open(this.#store, FOLDER);
    for (const key of ring) await list.add(JSON.stringify(key));
    this.#ringParts = await list.parts();
    return true;
  }

  get #listed(): GrowingList {
    if (this.#entries === undefined) throw new Error('The vault has not been copied yet.');
    return this.#entries;
  }
}
