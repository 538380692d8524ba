/**
 * Copies log, vault and files into empty stores: from a back-up, or from other stores. Every event is checked against the
 * hash chain. What has begun can be continued: until it is finished the vault is claimed for the restore, so that no
 * server starts on it.
 */
import { hash } from 'node:crypto';
import { retry, systemClock } from '../base/clock.ts';
import { requireDigest } from '../base/digests.ts';
import { Damaged, OperatorError } from '../base/errors.ts';
import { organizationOfStream, SERVER_STREAM } from '../base/ids.ts';
import { BrokenChain, digestOf, hashOf, type StreamEnd } from '../events/chain.ts';
import {
  type EventLog,
  type EventToAppend,
  MAX_APPEND_BYTES,
  type StoredEvent,
} from '../events/log/eventLog.ts';
import type { Files } from '../files/files.ts';
import type { Vault, VaultEntry } from '../vault/vault.ts';
import { Chains, type Extent, extentText, fileDigests, includesStream, isBeyond } from './backedUpLog.ts';
import type { Copy } from './backupCopy.ts';
import type { CopyListener } from './backupWriter.ts';
import { type FileFault, fileName } from './fileCopies.ts';
import type { FileKey } from './manifest.ts';
import { restoringClaim, unfinishedRestore } from './store.ts';

// Fills a log with the events of another one: same IDs, revisions and bytes; what is there already is left alone.

/** How long to try while the engine is unavailable, in milliseconds. */
const RETRY_POLICY = { clock: systemClock, milliseconds: 30_000 };
const MAX_EVENTS = 2_000;

interface FilledLog {
  readonly log: EventLog;
  readonly announce?: ((position: number) => void) | undefined;
}

/** Events of one stream that follow each other, small enough for one append. */
interface AppendBatch {
  readonly stream: string;
  readonly first: number;
  readonly events: EventToAppend[];
  readonly positions: number[];
  bytes: number;
}

class LogFiller {
  readonly #log: EventLog;
  readonly #announce: ((position: number) => void) | undefined;
  /** The last event of each stream in the log when its first event was to be written. */
  readonly #found = new Map<string, StoredEvent | undefined>();

  constructor({ log, announce }: FilledLog) {
    this.#log = log;
    this.#announce = announce;
  }

  /** Writes a window of events, given in the order of their log. */
  async write(window: readonly StoredEvent[]): Promise<void> {
    const missing: StoredEvent[] = [];
    for (const event of window) if (!(await this.#has(event))) missing.push(event);
    if (this.#announce) await this.#writeInOrder(missing, this.#announce);
    else await this.#writeByStream(missing);
  }

  /** Fails with OperatorError unless the streams end as they should. */
  async requireEnds(ends: ReadonlyMap<string, StreamEnd>): Promise<void> {
    for (const [stream, end] of ends) {
      const last = await this.#lastOf(stream);
      if (last?.revision !== end.revision || hashOf(last) !== end.hash) throw differentEvents(stream);
    }
  }

  /** True if an earlier run has written the event. */
  async #has(event: StoredEvent): Promise<boolean> {
    const { stream, revision } = event;
    if (!this.#found.has(stream)) this.#found.set(stream, await this.#lastOf(stream));
    const last = this.#found.get(stream);
    if (last === undefined || revision > last.revision) return false;
    if (revision === last.revision && hashOf(event) !== hashOf(last)) throw differentEvents(stream);
    return true;
  }

  /** Appends that begin in one turn are stored in their order. */
  async #writeInOrder(events: readonly StoredEvent[], announce: (position: number) => void): Promise<void> {
    const batches = batchesOf(events);
    for (const { positions } of batches) positions.forEach(announce);
    await Promise.all(batches.map((batch) => this.#append(batch)));
  }

  /** Only the order within each stream matters; what organizations exist comes first. */
  async #writeByStream(events: readonly StoredEvent[]): Promise<void> {
    const byStream = new Map<string, StoredEvent[]>();
    for (const event of events) {
      const others = byStream.get(event.stream);
      if (others) others.push(event);
      else byStream.set(event.stream, [event]);
    }
    const writeAll = async (all: readonly StoredEvent[]): Promise<void> => {
      for (const batch of batchesOf(all)) await this.#append(batch);
    };
    await writeAll(byStream.get(SERVER_STREAM) ?? []);
    byStream.delete(SERVER_STREAM);
    await Promise.all([...byStream.values()].map(writeAll));
  }

  async #append({ stream, first, events }: AppendBatch): Promise<void> {
    const expected = first === 0 ? 'no stream' : first - 1;
    await retry(() => this.#log.append(stream, events, expected), RETRY_POLICY);
  }

  async #lastOf(stream: string): Promise<StoredEvent | undefined> {
    return retry(async () => {
      for await (const [last] of this.#log.readStream(stream, { direction: 'backwards', limit: 1 }))
        return last;
      return undefined;
    }, RETRY_POLICY);
  }
}

/** Runs of events of the same stream. */
function batchesOf(events: readonly StoredEvent[]): readonly AppendBatch[] {
  const batches: AppendBatch[] = [];
  for (const { stream, revision, position, id, type, data, metadata } of events) {
    const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata);
    let batch = batches.at(-1);
    const isFull = batch && (batch.bytes + bytes > MAX_APPEND_BYTES || batch.events.length === MAX_EVENTS);
    if (batch?.stream !== stream || isFull)
      batches.push((batch = { stream, first: revision, events: [], positions: [], bytes: 0 }));
    batch.events.push({ id, type, data, metadata });
    batch.positions.push(position);
    batch.bytes += bytes;
  }
  return batches;
}

const differentEvents = (stream: string): OperatorError =>
  new OperatorError(
    `The target has other events than the copy in the stream ${stream}: empty it and try again.`,
  );

/** The stores that a restore fills. */
export interface RestoreTarget {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly files: Files;
  /** For an embedded log: announces the position of the next event, so that positions stay the same. */
  readonly announce?: ((position: number) => void) | undefined;
}

interface RestoreOptions {
  readonly copy: Copy;
  readonly target: RestoreTarget;
  readonly extent: Extent;
  /** The final claim of the target's vault. */
  readonly claim: string;
  readonly onProgress?: CopyListener;
}

/** Counts of what has been copied. */
export interface RestoreReport {
  readonly events: number;
  readonly streams: number;
  /** Over the ends of all streams: equal for equal records. */
  readonly digest: string;
  readonly secrets: number;
  readonly files: number;
  /** Files that events name and that the target lacks: most of them had been removed. */
  readonly absent: readonly FileFault[];
}

export class Restorer {
  readonly #options: RestoreOptions;
  readonly #chains = new Chains();
  readonly #filler: LogFiller;
  /** Organization and digest of files that the copied events name. */
  readonly #named = new Map<string, FileKey>();
  #events = 0;
  /** Credential IDs of the copied secrets, and the SHA-256 of what is stored under them. */
  readonly #sealed = new Map<string, string>();
  readonly #copiedFiles = new Set<string>();

  constructor(options: RestoreOptions) {
    this.#options = options;
    this.#filler = new LogFiller(options.target);
  }

  /**
   * Copies everything; `finish` is left to the caller. Fails with OperatorError if the target is in use, BrokenChain or
   * Damaged if the copy is not whole.
   */
  async copyAll(): Promise<RestoreReport> {
    await this.claim();
    await this.copyVault();
    await this.copyLog();
    return this.copyFiles();
  }

  /** Claims an empty target, or one in which the same restore has begun. */
  async claim(): Promise<void> {
    const { log, vault } = this.#options.target;
    const isInUse = (await log.head()) !== null || (await vault.ringKeys()).length > 0;
    const claim = isInUse ? ((await vault.claim()) ?? '') : await vault.claimLog(this.#claim);
    if (claim === this.#claim) return;
    const unfinished = unfinishedRestore(claim);
    throw new OperatorError(
      unfinished !== undefined
        ? `The target contains an unfinished restore (${unfinished}): run that one again, or empty the target.`
        : 'The target contains an event log or a vault already: nothing was changed. Choose an empty one.',
    );
  }

  /** Copies keys and secrets; called again, what has been added or changed since. */
  async copyVault(): Promise<void> {
    const { copy, target, extent } = this.#options;
    const known = (await target.vault.ringKeys()).map(({ keyId }) => keyId);
    let newest = known[0] ?? null;
    for (const key of [...(await copy.ring())].reverse()) {
      if (known.includes(key.keyId)) continue;
      await target.vault.addRingKey(key, newest);
      newest = key.keyId;
    }
    const shouldCopy = (entry: VaultEntry): boolean =>
      (extent.organizationId === undefined || entry.organizationId === extent.organizationId) &&
      this.#sealed.get(entry.credentialId) !== sealedDigest(entry);
    for await (const entries of copy.entries()) {
      const missing = entries.filter(shouldCopy);
      for (let start = 0; start < missing.length; start += AT_ONCE)
        await Promise.all(missing.slice(start, start + AT_ONCE).map((entry) => this.#put(entry)));
      for (const entry of missing) this.#sealed.set(entry.credentialId, sealedDigest(entry));
    }
  }

  /** Copies the events that the target lacks. */
  async copyLog(): Promise<void> {
    const { copy, extent, onProgress } = this.#options;
    for await (const window of copy.windows()) {
      const end = window.findIndex((event) => isBeyond(event, extent));
      const within = end < 0 ? window : window.slice(0, end);
      const included = within.filter(({ stream }) => includesStream(stream, extent));
      for (const event of included) this.#add(event);
      await this.#filler.write(included);
      const done = within.at(-1)?.position ?? 0;
      onProgress?.(Math.min(done, copy.position), copy.position);
      if (end >= 0) break;
    }
    this.#requireWhole();
    onProgress?.(copy.position, copy.position);
  }

  /** Copies the files that the copied events name. */
  async copyFiles(): Promise<RestoreReport> {
    const { files } = this.#options.target;
    const absent: FileFault[] = [];
    for (const [name, key] of this.#named) {
      if (this.#copiedFiles.has(name)) continue;
      const isThere = (await files.sizeOf(key.organizationId, key.digest)) !== undefined;
      const fault = isThere ? undefined : await this.#copyFile(key);
      if (fault === undefined) this.#copiedFiles.add(name);
      else absent.push({ ...key, fault });
    }
    const { ends } = this.#chains;
    return {
      events: this.#events,
      streams: ends.size,
      digest: digestOf(ends),
      secrets: this.#sealed.size,
      files: this.#copiedFiles.size,
      absent,
    };
  }

  /** Checks the ends of all streams, and lets servers start on the target. */
  async finish(): Promise<void> {
    const { target, claim } = this.#options;
    await this.#filler.requireEnds(this.#chains.ends);
    await target.vault.replaceClaim(this.#claim, claim);
  }

  get #claim(): string {
    return restoringClaim(`${extentText(this.#options.extent)} of log ${this.#options.copy.logId}`);
  }

  /**
   * A look-up hash may come twice, if its entry was removed and made again while the vault was being copied: the later
   * one counts.
   */
  async #put(entry: VaultEntry): Promise<void> {
    const { vault } = this.#options.target;
    try {
      await vault.put(entry);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'LookupTaken') throw error;
      const earlier = await vault.findByLookup(entry.kind, entry.lookup ?? '');
      if (earlier) await vault.remove([earlier.credentialId]);
      await vault.put(entry);
    }
  }

  #add(event: StoredEvent): void {
    this.#chains.add(event);
    this.#events += 1;
    const organizationId = organizationOfStream(event.stream);
    if (organizationId === undefined) return;
    for (const digest of fileDigests(event))
      this.#named.set(fileName({ organizationId, digest }), { organizationId, digest });
  }

  /** The chain shows changed and missing events, but not that the end of a stream is missing. */
  #requireWhole(): void {
    const { copy, extent } = this.#options;
    if (extent.position !== undefined || extent.time !== undefined) return;
    for (const [stream, { revision, hash }] of copy.ends) {
      if (!includesStream(stream, extent)) continue;
      const end = this.#chains.endOf(stream);
      if (end.revision < revision || (end.revision === revision && end.hash !== hash))
        throw new BrokenChain({ stream, revision, position: copy.position }, end.revision);
    }
  }

  /** Returns why a file could not be copied. */
  async #copyFile(key: FileKey): Promise<FileFault['fault'] | undefined> {
    const { copy, target } = this.#options;
    try {
      const source = await copy.openFile(key);
      if (source === undefined) return 'missing';
      await target.files.store(key.organizationId, requireDigest(source, key.digest));
      return undefined;
    } catch (error) {
      if (error instanceof Damaged) return 'damaged';
      throw error;
    }
  }
}

const sealedDigest = ({ sealed }: VaultEntry): string => hash('sha256', sealed, 'base64url');

/** Secrets that are written at the same time, and share a flush. */
const AT_ONCE = 500;
