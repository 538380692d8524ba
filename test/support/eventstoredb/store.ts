/**
 * What a single EventStoreDB node keeps, in memory: records in one global order, each in a stream, with the
 * idempotency rules seen on a real server. It outlives the stand-in's restarts, as a disk would.
 */

/** An event as a client proposes it. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event as the node has stored it; `position` is both commit and prepare position. */
export interface Recorded extends Proposed {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
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

const sizeOf = (event: Proposed): number => event.data.length + event.metadata.length + event.type.length;

/** The records of one node and the rules by which appends join them. */
export class RecordStore {
  readonly records: Recorded[] = [];
  readonly #streams = new Map<string, Recorded[]>();
  readonly #indexByPosition = new Map<bigint, number>();
  readonly #recentIds = new Map<string, Recorded>();
  readonly #listeners = new Set<() => void>();
  #nextPosition = 0n;

  constructor() {
    this.append('$server', 'any', [systemEvent('$ServerStarted')]);
  }

  stream(name: string): readonly Recorded[] | undefined {
    return this.#streams.get(name);
  }

  /** The first revision that reads of a stream still see, as its metadata has it. */
  firstOf(name: string): number {
    const metadata = this.#streams.get(`$$${name}`)?.at(-1);
    if (!metadata) return 0;
    const { $tb: first = 0 } = JSON.parse(Buffer.from(metadata.data).toString()) as { readonly $tb?: number };
    return first;
  }

  /** Place of the record that starts exactly at this position; undefined when none does. */
  indexAt(position: bigint): number | undefined {
    return this.#indexByPosition.get(position);
  }

  append(stream: string, expected: Expected, events: readonly Proposed[]): AppendOutcome {
    if (events.reduce((sum, event) => sum + sizeOf(event), 0) > MAX_APPEND_SIZE)
      return { status: 'too large' };
    const earlier = this.#earlierAppend(stream, expected, events);
    if (earlier) return { status: 'known', revision: earlier.revision };
    const current = this.#currentRevision(stream);
    if (!this.#holds(expected, current) || this.#startsWithKnown(stream, expected, events))
      return { status: 'wrong expected version', current };
    for (const event of events) this.#record(stream, event);
    for (const listener of this.#listeners) listener();
    return { status: 'stored', revision: this.#currentRevision(stream) ?? 0, position: this.#lastPosition() };
  }

  /** Calls back after each append; returns the way out. */
  onAppended(listener: () => void): () => void {
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
    return this.records.at(-1)?.position ?? 0n;
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
    const start = this.#firstRevision(expected, events[0]);
    if (start === undefined || events.length === 0) return undefined;
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

  #record(name: string, event: Proposed): void {
    const stream = this.#streams.get(name) ?? [];
    this.#streams.set(name, stream);
    const position = this.#nextPosition;
    const recorded = { ...event, stream: name, revision: stream.length, position, createdAt: Date.now() };
    this.#nextPosition += BigInt(RECORD_OVERHEAD + name.length + sizeOf(event));
    this.#indexByPosition.set(position, this.records.length);
    this.#recentIds.set(event.id, recorded);
    stream.push(recorded);
    this.records.push(recorded);
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
