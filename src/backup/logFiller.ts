/** Fills a log with the events of another one: same IDs, revisions and bytes; what is there already is left alone. */
import { OperatorError } from '../errors.ts';
import type { StreamEnd } from '../events/anchor.ts';
import { hashOf } from '../events/chain.ts';
import {
  type EventLog,
  type EventToAppend,
  MAX_APPEND_BYTES,
  type StoredEvent,
} from '../events/log/eventLog.ts';
import { SERVER_STREAM } from '../ids.ts';
import { retry } from '../retry.ts';
import { systemClock } from '../clock.ts';

/** How long to try while the engine is unavailable, in milliseconds. */
const PATIENCE = { clock: systemClock, milliseconds: 30_000 };
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

export class LogFiller {
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

  /** Whether an earlier run has written the event. */
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
    await retry(() => this.#log.append(stream, events, expected), PATIENCE);
  }

  async #lastOf(stream: string): Promise<StoredEvent | undefined> {
    return retry(async () => {
      for await (const [last] of this.#log.readStream(stream, { direction: 'backwards', limit: 1 }))
        return last;
      return undefined;
    }, PATIENCE);
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
