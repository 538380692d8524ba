/**
 * Writes back-ups of a log, its vault and its files while they are in use.
 *
 * They are consistent because of the order in which servers write: a secret and the bytes of a file are stored before the
 * event that names them, and removed no sooner than a day later. So files are copied when the event that names them has
 * been read, and the vault once before the log and, as far as it has grown, once after it.
 */
import type { Clock } from '../base/clock.ts';
import { Damaged, OperatorError } from '../base/errors.ts';
import { SERVICE_VERSION } from '../base/version.ts';
import type { EventLog, EventPages, ForeignEvents, Position, StoredEvent } from '../events/log/eventLog.ts';
import { parseMetadata } from '../events/metadata.ts';
import type { Files } from '../files/files.ts';
import type { RingKey, Vault } from '../vault/vault.ts';
import { Chains, isBackedUp, readLogId } from './backedUpLog.ts';
import { FileCopies, type LostFile, type ReferencedFiles } from './fileCopies.ts';
import {
  endsOf,
  FORMAT,
  GrowingList,
  type ListPart,
  type Manifest,
  newestManifest,
  writeManifest,
} from './manifest.ts';
import type { BackupStore } from './store.ts';

// Copies of the vault: all of it once, and from then on what is added.

/** Entries this much older than the last copy are read again: clocks of nodes differ. Milliseconds. */
const OVERLAP_MS = 10 * 60 * 1000;
const FOLDER = 'vault';

class VaultCopies {
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

/** The sources of a back-up: open stores, which are only read. */
export interface BackupSources {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly files: Files;
  /** Counts what is in the log and not ours. */
  readonly foreign?: ForeignEvents;
}

/** Receives the position reached, and that of the log's end. */
export type CopyListener = (done: Position, total: Position) => void;

export interface BackupWriterOptions {
  readonly originals: BackupSources;
  readonly store: BackupStore;
  readonly clock: Clock;
  /** Tells removed files from lost ones. */
  readonly referenced: ReferencedFiles;
  readonly onProgress?: CopyListener;
}

export class BackupWriter {
  readonly #options: BackupWriterOptions;
  readonly #logId: string;
  readonly #chains: Chains;
  readonly #log: GrowingList;
  readonly #vault: VaultCopies;
  readonly #files: FileCopies;
  /** Of the last event that is backed up, and of the last one that was read: in another engine all have other ones. */
  #position: Position;
  #readUpTo: Position | null = null;
  #time: number;
  #events: number;
  /** When the last back-up began, in UNIX milliseconds. */
  #lastBegan = 0;

  private constructor(
    options: BackupWriterOptions,
    logId: string,
    last: Manifest | undefined,
    log: GrowingList,
    files: FileCopies,
  ) {
    this.#options = options;
    this.#logId = logId;
    this.#log = log;
    this.#files = files;
    this.#vault = new VaultCopies(options.originals.vault, options.store, options.clock);
    this.#chains = new Chains(last?.streams);
    this.#position = last?.position ?? 0;
    this.#time = last?.time ?? 0;
    this.#events = last?.events ?? 0;
  }

  /**
   * Continues the newest back-up of the store, or copies the log from its beginning again if parts of that are gone. Fails
   * with OperatorError if it is of another log.
   */
  static async open(options: BackupWriterOptions): Promise<BackupWriter> {
    const { store, originals } = options;
    const logId = await readLogId(originals.log);
    const last = (await newestManifest(store))?.manifest;
    const continued = last && (await requireSameLog(originals.log, logId, last, store.location));
    const log = last && (await openWhole(store, last.log));
    const files = await FileCopies.open(originals.files, store, last);
    const base = log && last;
    const writer = new BackupWriter(
      options,
      logId,
      base,
      log ?? (await GrowingList.open(store, 'log')),
      files,
    );
    if (last && !log) files.copiedAgain.push(...last.log.map((part) => part.name));
    writer.#readUpTo = (log && continued) ?? null;
    writer.#lastBegan = last ? Date.parse(last.startedAt) : 0;
    return writer;
  }

  /** Files that the server lacks. */
  get lostFiles(): readonly LostFile[] {
    return this.#files.lost;
  }

  /** Names of objects that the last back-up had lost, and that were copied again. */
  get copiedAgain(): readonly string[] {
    return this.#files.copiedAgain;
  }

  /** Backs up everything under the name of a manifest, and returns that. */
  async backUp(name: string): Promise<Manifest> {
    const startedAt = this.#options.clock.now();
    await this.#vault.copyAll();
    await this.#files.examine(this.#lastBegan);
    await this.copyAdditions();
    await this.#settle();
    return this.save(name, startedAt);
  }

  /** The events that removed a file are part of the back-up that lacks it. */
  async #settle(): Promise<void> {
    while (await this.#files.settle(await this.#options.referenced())) {
      await this.copyAdditions();
      if (!this.#files.hasSuspects) return;
    }
  }

  /** Copies what was added since; returns whether that was anything. Fails with BrokenChain. */
  async copyAdditions(): Promise<boolean> {
    const { log, foreign } = this.#options.originals;
    const before = this.#events;
    const total = (await log.head()) ?? 0;
    for await (const page of log.readAll({ after: this.#readUpTo, ...(foreign && { foreign }) })) {
      const record = page.filter(isBackedUp);
      const news = record.filter(({ stream, revision }) => revision > this.#chains.endOf(stream).revision);
      for (const event of news) await this.#add(event);
      await this.#files.copyNamed(news);
      this.#readUpTo = record.at(-1)?.position ?? this.#readUpTo;
      const done = page.at(-1)?.position ?? 0;
      this.#options.onProgress?.(Math.min(done, total), total);
    }
    const hasSecrets = await this.#vault.copyAdditions();
    return this.#events > before || hasSecrets;
  }

  /** Writes the manifest of what has been copied. Times are in UNIX milliseconds. */
  async save(name: string, startedAt: number): Promise<Manifest> {
    const { clock, store } = this.#options;
    if (this.#files.hasSuspects) await this.#settle();
    const manifest = {
      format: FORMAT,
      release: SERVICE_VERSION,
      logId: this.#logId,
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: new Date(clock.now()).toISOString(),
      position: this.#position,
      time: this.#time,
      events: this.#events,
      ...endsOf(this.#chains.ends),
      log: await this.#log.parts(),
      vault: await this.#vault.parts(),
      ...(await this.#files.summary()),
    };
    await writeManifest(store, name, manifest);
    for (const list of [this.#log, this.#vault, this.#files]) await list.removeReplaced();
    return manifest;
  }

  async #add(event: StoredEvent): Promise<void> {
    this.#chains.add(event);
    await this.#log.add(JSON.stringify(event), String(event.position));
    this.#events += 1;
    this.#position = event.position;
    this.#time = Math.max(this.#time, parseMetadata(event.metadata).time);
  }
}

/** Continues the list of a log's events; undefined if the store lacks a part of it. */
async function openWhole(store: BackupStore, parts: Manifest['log']): Promise<GrowingList | undefined> {
  const names = new Set((await store.list('log/')).map(({ name }) => name));
  if (!parts.every(({ name }) => names.has(name))) return undefined;
  return GrowingList.open(store, 'log', parts).catch((error: unknown) => {
    if (!(error instanceof Damaged)) throw error;
    return undefined;
  });
}

/**
 * The position to read on from; null for the beginning, if the log has moved to another engine since. Refuses to continue
 * a back-up of another log, or of one that has been restored to an earlier state since.
 */
async function requireSameLog(
  log: EventLog,
  logId: string,
  last: Manifest,
  location: string,
): Promise<Position | null> {
  if (last.logId !== logId)
    throw new OperatorError(`${location} has back-ups of another event log: choose another place.`);
  const chains = new Chains(last.streams);
  let position = 0;
  for (const [stream, { revision }] of chains.ends) {
    const [event] = await firstPage(log.readStream(stream, { from: revision, limit: 1 }));
    if (!event || !isEndOf(chains, event))
      throw new OperatorError(
        `${location} has back-ups of an event log that continued differently after revision ${revision} of ${stream} or ` +
          'earlier, as it may after a restore: choose another place.',
      );
    position = Math.max(position, event.position);
  }
  return position === last.position ? position : null;
}

function isEndOf(chains: Chains, event: StoredEvent): boolean {
  const { revision, hash } = chains.endOf(event.stream);
  return event.revision === revision && event.metadata.endsWith(`"${hash}"}`);
}

async function firstPage(pages: EventPages): Promise<readonly StoredEvent[]> {
  for await (const page of pages) return page;
  return [];
}
