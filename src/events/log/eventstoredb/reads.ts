import type {
  AllStreamRecordedEvent,
  AllStreamResolvedEvent,
  EventStoreDBClient,
  StreamingRead,
} from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../base/clock.ts';
import { nextTurn } from '../../../base/concurrency.ts';
import {
  type EventPages,
  type LogCounts,
  type LogFilter,
  LogUnavailable,
  matching,
  type NextPage,
  PAGE_BYTES,
  PAGE_EVENTS,
  type Position,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RefusedRights,
  type StoredEvent,
} from '../eventLog.ts';
import type { Clients } from './clients.ts';
import { decodeEvent, decodeForeignEvent, encodePosition, isOrdinary } from './events.ts';
import {
  afterSilence,
  isRefusal,
  isSilence,
  isStreamNotFound,
  READ_ALL,
  readFailure,
  type Request,
} from './failures.ts';

/** Applies the whole filter here, because the server does not filter reads; what is not ours never matches. */
function matchingLocally(
  isOwn: (stream: string) => boolean,
  filter: LogFilter = {},
): (event: StoredEvent) => boolean {
  const matches = matching(filter);
  return (event) => isOwn(event.stream) && matches(event);
}

/** Events per batch. */
const BATCH_EVENTS = 512;
const BATCH_CHARACTERS = 1_000_000;

/** Options of the driver's streams: events buffered before the driver has the server pause. */
export const READAHEAD = { highWaterMark: 64 };

/** An event of the driver's in the port's form. */
type Decode = (event: AllStreamRecordedEvent) => StoredEvent;

type DriverStream = Readable & Pick<StreamingRead<unknown>, 'cancel'>;

/**
 * Pulls batches from a driver's stream, which pauses while nobody pulls. Errors of the stream are thrown by
 * `next` after the events that arrived before them; none goes unhandled.
 */
class Puller {
  readonly #stream: DriverStream;
  readonly #clock: Clock;
  readonly #counts: LogCounts;
  readonly #decode: Decode;
  #failure: unknown;
  #ended = false;
  #wake: () => void = () => {};

  constructor(stream: DriverStream, clock: Clock, counts: LogCounts, decode: Decode) {
    this.#stream = stream;
    this.#clock = clock;
    this.#counts = counts;
    this.#decode = decode;
    stream.on('readable', () => this.#wake());
    stream.on('end', () => this.#end());
    stream.on('error', (error) => {
      this.#failure ??= error;
      this.#wake();
    });
  }

  /**
   * The next batch; 'quiet' if nothing arrived within `timeoutMs` of listening, 'ended' at the end of the
   * stream.
   */
  async next(timeoutMs: number): Promise<readonly StoredEvent[] | 'quiet' | 'ended'> {
    for (let awake = true; ;) {
      const arrived = await this.#gather();
      if (arrived.length > 0) return arrived;
      if (this.#ended) return 'ended';
      if (this.#failure !== undefined) throw this.#failure as Error;
      if (!awake) return 'quiet';
      awake = await this.#woken(timeoutMs);
    }
  }

  /** Closes the stream; `next` returns 'ended' from now on. */
  cancel(): void {
    this.#stream.cancel().catch(() => {}); // the call never began
    this.#end();
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }

  async #gather(): Promise<readonly StoredEvent[]> {
    const events: StoredEvent[] = [];
    let remaining = BATCH_CHARACTERS;
    for (let before = -1; before < events.length;) {
      before = events.length;
      if (before > 0) await nextTurn(); // what has reached the socket becomes readable
      let resolved: AllStreamResolvedEvent | null;
      while ((resolved = this.#stream.read() as AllStreamResolvedEvent | null)) {
        if (!resolved.event) continue;
        this.#counts.decoded += 1;
        const event = this.#decode(resolved.event);
        events.push(event);
        remaining -= event.data.length + event.metadata.length;
        if (remaining < 0 || events.length >= BATCH_EVENTS) return events;
      }
    }
    return events;
  }

  #woken(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = afterSilence(this.#clock, timeoutMs, () => resolve(false));
      this.#wake = () => {
        giveUp();
        resolve(true);
      };
    });
  }
}

/** A request to the server, and how its events are decoded. */
interface Reading {
  readonly decode: Decode;
  readonly request: Request;
}

interface ReadsOptions {
  readonly clock: Clock;
  readonly deadline: number;
  readonly counts: LogCounts;
  readonly rights: RefusedRights;
  readonly isOwn: (stream: string) => boolean;
}

type Read = (client: EventStoreDBClient) => Readable & StreamingRead<unknown>;

/** The reading half of the engine. Each page arrives within `deadline` ms or fails with LogUnavailable. */
export class EventStoreDbReader {
  readonly #clients: Clients;
  readonly #clock: Clock;
  readonly #deadline: number;
  readonly #counts: LogCounts;
  readonly #rights: RefusedRights;
  readonly #isOwn: (stream: string) => boolean;
  #scannedTo: Position = -1;
  #lastHead: Position | null = null;

  constructor(clients: Clients, { clock, deadline, counts, rights, isOwn }: ReadsOptions) {
    this.#clients = clients;
    this.#clock = clock;
    this.#deadline = deadline;
    this.#counts = counts;
    this.#rights = rights;
    this.#isOwn = isOwn;
  }

  async *stream(name: string, options: ReadStreamOptions, deadline = this.#deadline): EventPages {
    const { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER } = options;
    const start = direction === 'forwards' ? 'start' : 'end';
    const fromRevision = from === undefined ? start : BigInt(from);
    try {
      yield* this.#pages(
        (client) => client.readStream(name, { fromRevision, direction, maxCount: limit }, READAHEAD),
        deadline,
        { decode: decodeEvent, request: `read ${name}` },
      );
    } catch (error) {
      if (!isStreamNotFound(error)) throw error;
    }
  }

  /** Every event after a position, or before the end of the log, the server's own included. */
  everything(after: Position | null, direction: 'forwards' | 'backwards' = 'forwards'): EventPages {
    const start = direction === 'forwards' ? 'start' : 'end';
    const fromPosition = after === null || direction === 'backwards' ? start : encodePosition(after);
    return this.#pages((client) => client.readAll({ direction, fromPosition }, READAHEAD), this.#deadline);
  }

  /**
   * The page after a position, whose event may no longer exist. It is read inclusively, with one event more
   * than a page, so that a full page shows that there is more.
   */
  async nextPage(after: Position | null): Promise<NextPage> {
    const fromPosition = after === null ? 'start' : encodePosition(after);
    const maxCount = PAGE_EVENTS + 1;
    const read: Read = (client) =>
      client.readAll({ direction: 'forwards', fromPosition, maxCount }, READAHEAD);
    const events: StoredEvent[] = [];
    let [scanned, count, bytes] = [after, 0, 0];
    for await (const batch of this.#pages(read, this.#deadline)) {
      for (const event of batch) {
        count += 1;
        if (event.position <= (after ?? -1)) continue;
        scanned = event.position;
        bytes += event.data.length + event.metadata.length;
        if (this.#isOwn(event.stream)) events.push(event);
      }
      if (bytes > PAGE_BYTES) return { events, scanned, atEnd: false };
    }
    return { events, scanned, atEnd: count < maxCount };
  }

  /** The server ignores filters and upper bounds when reading, so both are applied here. */
  async *all({ after = null, upTo, filter, direction, limit, foreign }: ReadAllOptions): EventPages {
    let left = limit ?? Number.MAX_SAFE_INTEGER;
    const isPast = ({ position }: StoredEvent): boolean =>
      direction === 'backwards' ? position <= (after ?? -1) : position > (upTo ?? Infinity);
    const matches = matchingLocally(this.#isOwn, filter);
    const isSelected = (event: StoredEvent): boolean =>
      event.position > (after ?? -1) && event.position <= (upTo ?? Infinity) && matches(event);
    for await (const events of this.everything(after, direction)) {
      for (const event of foreign ? events : []) if (this.#isForeign(event)) foreign?.add(event.position);
      const page = events.filter(isSelected).slice(0, left);
      left -= page.length;
      if (page.length > 0) yield page;
      if (left === 0 || events.some(isPast)) return;
    }
  }

  /** Skips what is not ours backwards, none of it twice. */
  async head(): Promise<Position | null> {
    let newest: Position | undefined;
    let found: Position | undefined;
    search: for await (const events of this.everything(null, 'backwards')) {
      newest ??= events[0]?.position;
      for (const event of events) {
        if (this.#isOwn(event.stream)) found = event.position;
        if (found !== undefined || event.position <= this.#scannedTo) break search;
      }
    }
    if (newest !== undefined && newest > this.#scannedTo) {
      this.#scannedTo = newest;
      this.#lastHead = found ?? this.#lastHead;
    }
    return this.#lastHead;
  }

  readonly #decodeOwn: Decode = (event) =>
    this.#isOwn(event.streamId) ? decodeEvent(event) : decodeForeignEvent(event);

  #isForeign({ stream }: StoredEvent): boolean {
    return isOrdinary(stream) && !this.#isOwn(stream);
  }

  /** This client sends no further requests to a server that is silent. */
  async *#pages(
    read: Read,
    deadline: number,
    { decode, request }: Reading = { decode: this.#decodeOwn, request: READ_ALL },
  ): EventPages {
    const { client, release } = this.#clients.lease();
    const puller = new Puller(read(client), this.#clock, this.#counts, decode);
    try {
      for (;;) {
        const arrived = await puller.next(deadline);
        if (arrived !== 'quiet') this.#rights.grant(request);
        if (arrived === 'ended') return;
        if (arrived === 'quiet') {
          this.#clients.retire(client);
          throw new LogUnavailable('EventStoreDB did not answer a read in time.');
        }
        yield arrived;
      }
    } catch (error) {
      if (isSilence(error)) this.#clients.retire(client);
      const failure = readFailure(error, request);
      if (isRefusal(error) && failure instanceof Error) this.#rights.refuse(request, failure.message);
      else if (isStreamNotFound(error)) this.#rights.grant(request);
      throw failure;
    } finally {
      puller.cancel();
      release();
      if (this.#clients.hasUnused) void this.#clients.closeUnused();
    }
  }
}
