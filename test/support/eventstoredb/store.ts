/**
 * What a single EventStoreDB node keeps: records in one global order, each in a stream, with the idempotency rules
 * and the scavenging seen on a real server. It outlives the stand-in's restarts, as a disk would; with a journal it
 * outlives the process too.
 */
import { Journal } from './journal.ts';
import type { Entry } from './journal.ts';
import { firstShown } from './retention.ts';

/** An event as a client proposes it. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event as the node has stored it; `position` is both commit and prepare position, `end` where its bytes end. */
export interface Recorded extends Proposed {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly end: bigint;
  readonly createdAt: number;
}

export type Expected = number | 'no_stream' | 'any' | 'stream_exists';

export type AppendOutcome =
  | { readonly status: 'stored'; readonly revision: number; readonly position: bigint }
  | { readonly status: 'known'; readonly revision: number }
  | { readonly status: 'wrong expected version'; readonly current: number | undefined }
  | { readonly status: 'too large' };

/** The largest append in bytes, all events together. */
export const MAX_APPEND_SIZE = 1_048_576;

/** Bytes of overhead that every record costs in the log: the reason why positions have gaps. */
const RECORD_OVERHEAD = 118;

/** Bytes of a file of the log; a scavenge closes the one that is written to. */
const CHUNK = 268_435_456n;

/** About 2^63 - 1, which no number holds exactly. */
const TOMBSTONE_REVISION = 2 ** 63;

/** Events by whose IDs an append at no exact revision is known again. */
const RECENT_IDS = 150_000;

const sizeOf = (event: Proposed): number => event.data.length + event.metadata.length + event.type.length;

/** The records of one node and the rules by which appends join them. */
export class RecordStore {
  #records: Recorded[] = [];
  readonly #streams = new Map<string, Recorded[]>();
  readonly #recentIds = new Map<string, Recorded>();
  readonly #listeners = new Set<(entry: Entry) => void>();
  readonly #journal: Journal | undefined;
  #nextPosition = 0n;

  /** With a file it begins with what another one has written there; a replica begins with nothing. */
  constructor(file?: string, isReplica = false) {
    if (file !== undefined) {
      for (const entry of Journal.entries(file)) this.#record(entry);
      this.#journal = new Journal(file);
      this.forgetRecentIds();
    }
    if (this.#records.length === 0 && !isReplica)
      this.append('$server', 'any', [systemEvent('$ServerStarted')]);
  }

  /** All that is left, in the order of the log. */
  get records(): readonly Recorded[] {
    return this.#records;
  }

  /** What is left of a stream: all revisions from the first of these. */
  stream(name: string): readonly Recorded[] | undefined {
    return this.#streams.get(name);
  }

  /** The first revision that reads of a stream still see, as its metadata has it. */
  firstOf(name: string): number {
    return firstShown(name, this.#streams.get(name) ?? [], this.#streams.get(`$$${name}`)?.at(-1));
  }

  /** Where the next record will be. */
  get end(): bigint {
    return this.#nextPosition;
  }

  /** So many records at most, from the first one at or after the position. */
  pageFrom(position: bigint, count: number): readonly Recorded[] {
    const index = this.indexFrom(position);
    return this.#records.slice(index, index + count);
  }

  /** Place of the first record at or after the position. */
  indexFrom(position: bigint): number {
    let [low, high] = [0, this.#records.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#records[middle]?.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether reading may begin there: neither inside a record nor beyond the end. A place that was emptied will do. */
  isBoundary(position: bigint): boolean {
    const before = this.#records[this.indexFrom(position) - 1];
    const at = this.#records[this.indexFrom(position)];
    return at?.position === position || (position >= (before?.end ?? 0n) && position <= this.#nextPosition);
  }

  append(stream: string, expected: Expected, events: readonly Proposed[]): AppendOutcome {
    if (events.reduce((sum, event) => sum + sizeOf(event), 0) > MAX_APPEND_SIZE)
      return { status: 'too large' };
    const earlier = this.#earlierAppend(stream, expected, events);
    if (earlier) return { status: 'known', revision: earlier.revision };
    const current = this.#currentRevision(stream);
    if (!this.#holds(expected, current) || this.#startsWithKnown(stream, expected, events))
      return { status: 'wrong expected version', current };
    if (events.length > 0) this.#store(stream, events);
    return { status: 'stored', revision: this.#currentRevision(stream) ?? 0, position: this.#lastPosition() };
  }

  /**
   * Drops for good what metadata hides, all but the last event of each stream, and notes that in streams of the
   * node's own. Positions go on in the next file of the log.
   */
  scavenge(id: string): void {
    this.append('$scavengePoints', 'any', [systemEvent('$scavengePoint')]);
    this.append(`$scavenges-${id}`, 'any', [systemEvent('$scavengeStarted')]);
    const kept = new Set<Recorded>();
    for (const [name, records] of this.#streams) {
      const first = Math.min(this.firstOf(name), records.at(-1)?.revision ?? 0);
      const left = records.filter(({ revision }) => revision >= first);
      this.#streams.set(name, left);
      for (const record of left) kept.add(record);
    }
    this.#records = this.#records.filter((record) => kept.has(record));
    this.#journal?.rewrite(this.#records);
    this.#nextPosition = (this.#nextPosition / CHUNK + 1n) * CHUNK;
    this.append(`$scavenges-${id}`, 'any', [systemEvent('$scavengeCompleted')]);
  }

  /** Ends a stream for ever: its last event has the greatest revision that there is. */
  tombstone(stream: string): void {
    const [position, createdAt] = [this.#nextPosition, Date.now()];
    const entry = { stream, revision: TOMBSTONE_REVISION, position, createdAt };
    const events = [{ ...systemEvent('$streamDeleted'), data: new Uint8Array() }];
    this.#journal?.write({ ...entry, events });
    this.replicate({ ...entry, events });
  }

  /** Takes what another store has stored; entries come in the order of the log. */
  replicate(entry: Entry): void {
    this.#record(entry);
    for (const listener of this.#listeners) listener(entry);
  }

  /** Calls back after each append; returns the way out. */
  onAppended(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What a restart loses: the cache by which appends at no exact revision are idempotent. */
  forgetRecentIds(): void {
    this.#recentIds.clear();
  }

  #currentRevision(stream: string): number | undefined {
    return this.#streams.get(stream)?.at(-1)?.revision;
  }

  #lastPosition(): bigint {
    return this.#records.at(-1)?.position ?? 0n;
  }

  #holds(expected: Expected, current: number | undefined): boolean {
    if (expected === 'any') return true;
    if (expected === 'no_stream') return current === undefined;
    if (expected === 'stream_exists') return current !== undefined;
    return current === expected;
  }

  /** The last record of an earlier append that these events repeat, in whole or as its beginning. */
  #earlierAppend(stream: string, expected: Expected, events: readonly Proposed[]): Recorded | undefined {
    const stored = this.#streams.get(stream) ?? [];
    const first = this.#firstRevision(expected, events[0]);
    if (first === undefined || events.length === 0) return undefined;
    const start = first - (stored[0]?.revision ?? 0);
    const same = events.every((event, index) => stored[start + index]?.id === event.id);
    return same ? stored[start + events.length - 1] : undefined;
  }

  #firstRevision(expected: Expected, first: Proposed | undefined): number | undefined {
    if (typeof expected === 'number') return expected + 1;
    if (expected === 'no_stream') return 0;
    return first && this.#recentIds.get(first.id)?.revision;
  }

  #startsWithKnown(stream: string, expected: Expected, events: readonly Proposed[]): boolean {
    if (typeof expected === 'number' || expected === 'no_stream') return false;
    return this.#recentIds.get(events[0]?.id ?? '')?.stream === stream;
  }

  #store(stream: string, events: readonly Proposed[]): void {
    const revision = (this.#currentRevision(stream) ?? -1) + 1;
    const entry = { stream, revision, position: this.#nextPosition, createdAt: Date.now(), events };
    this.#journal?.write(entry);
    this.replicate(entry);
  }

  #record({ stream, revision, position, createdAt, events }: Entry): void {
    const records = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, records);
    this.#nextPosition = position;
    events.forEach((event, index) => {
      const at = this.#nextPosition;
      const end = at + BigInt(RECORD_OVERHEAD + stream.length + sizeOf(event));
      const recorded = { ...event, stream, revision: revision + index, position: at, end, createdAt };
      this.#nextPosition = end;
      this.#remember(recorded);
      records.push(recorded);
      this.#records.push(recorded);
    });
  }

  #remember(recorded: Recorded): void {
    this.#recentIds.set(recorded.id, recorded);
    if (this.#recentIds.size <= RECENT_IDS) return;
    for (const oldest of this.#recentIds.keys()) return void this.#recentIds.delete(oldest);
  }
}

/** An event of the kind that a node writes by itself, into streams whose names start with `$`. */
export const systemEvent = (type: string): Proposed => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
});
