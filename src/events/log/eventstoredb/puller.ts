import type { Readable } from 'node:stream';
import type { AllStreamResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { Clock } from '../../../clock.ts';
import type { Position, StoredEvent } from '../eventLog.ts';
import { decodeEvent } from './events.ts';

/** A batch holds no more than this, up to its last event. */
const BATCH_EVENTS = 512;
const BATCH_CHARACTERS = 1_000_000;

/** Options of the driver's streams: events that may wait before the server is asked to pause. */
export const READAHEAD = { highWaterMark: 64 };

/** What has arrived: events in order and, when there was one after all of them, the server's checkpoint. */
export interface Arrived {
  readonly events: readonly StoredEvent[];
  readonly checkpoint: Position | undefined;
}

type DriverStream = Readable & (Pick<StreamingRead<unknown>, 'cancel'> | { unsubscribe(): Promise<void> });

/** One macrotask, in which what has reached the socket can become readable. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Pulls batches out of a driver's stream, which pauses by itself while nobody pulls. Errors of the stream surface
 * in `next` after what arrived before them; none is ever left without a listener.
 */
export class Puller {
  readonly #stream: DriverStream;
  readonly #clock: Clock;
  #checkpoint: Position | undefined;
  #failure: unknown;
  #ended = false;
  #wake: () => void = () => {};

  constructor(stream: DriverStream, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    stream.on('readable', () => this.#wake());
    stream.on('end', () => this.#end());
    stream.on('error', (error) => {
      this.#failure ??= error;
      this.#wake();
    });
  }

  /** The next batch; 'quiet' when nothing came within `patience` ms, 'ended' when nothing more will come. */
  async next(patience: number): Promise<Arrived | 'quiet' | 'ended'> {
    for (let awake = true; ;) {
      const arrived = await this.#gather();
      if (arrived.events.length > 0 || arrived.checkpoint !== undefined) return arrived;
      if (this.#ended) return 'ended';
      if (this.#failure !== undefined) throw this.#failure as Error;
      if (!awake) return 'quiet';
      awake = await this.#woken(patience);
    }
  }

  /** Notes that the server has scanned up to here; told with the batch that holds all events before it. */
  noteCheckpoint(position: Position): void {
    this.#checkpoint = position;
    this.#wake();
  }

  /** Gives the stream up; `next` answers 'ended' from now on. */
  cancel(): void {
    const cancelled = 'cancel' in this.#stream ? this.#stream.cancel() : this.#stream.unsubscribe();
    cancelled.catch(() => {}); // the call never began
    this.#end();
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }

  async #gather(): Promise<Arrived> {
    const noted = this.#checkpoint;
    const events: StoredEvent[] = [];
    let room = BATCH_CHARACTERS;
    for (let before = -1; before < events.length;) {
      before = events.length;
      if (before > 0) await turn();
      let resolved: AllStreamResolvedEvent | null;
      while ((resolved = this.#stream.read() as AllStreamResolvedEvent | null)) {
        if (!resolved.event) continue;
        const event = decodeEvent(resolved.event);
        events.push(event);
        room -= event.data.length + event.metadata.length;
        if (room < 0 || events.length >= BATCH_EVENTS) return { events, checkpoint: undefined };
      }
    }
    if (this.#checkpoint === noted) this.#checkpoint = undefined;
    return { events, checkpoint: noted };
  }

  #woken(patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = this.#clock.after(patience, () => setImmediate(resolve, false)); // what has arrived counts
      this.#wake = () => {
        giveUp();
        resolve(true);
      };
    });
  }
}
