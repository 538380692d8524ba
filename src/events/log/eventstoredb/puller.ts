import type { Readable } from 'node:stream';
import type { AllStreamRecordedEvent, AllStreamResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { Clock } from '../../../clock.ts';
import type { StoredEvent } from '../eventLog.ts';
import type { LogCounts } from '../counts.ts';
import { afterSilence } from './listening.ts';
import { nextTurn } from '../../../turns.ts';

/** Events per batch. */
const BATCH_EVENTS = 512;
const BATCH_CHARACTERS = 1_000_000;

/** Options of the driver's streams: events buffered before the server is asked to pause. */
export const READAHEAD = { highWaterMark: 64 };

/** An event of the driver's in the port's form. */
export type Decode = (event: AllStreamRecordedEvent) => StoredEvent;

type DriverStream = Readable & Pick<StreamingRead<unknown>, 'cancel'>;

/**
 * Pulls batches from a driver's stream, which pauses while nobody pulls. Errors of the stream are thrown by
 * `next` after the events that arrived before them; none goes unhandled.
 */
export class Puller {
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
   * The next batch; 'quiet' if nothing arrived within `patience` ms of listening, 'ended' at the end of the
   * stream.
   */
  async next(patience: number): Promise<readonly StoredEvent[] | 'quiet' | 'ended'> {
    for (let awake = true; ;) {
      const arrived = await this.#gather();
      if (arrived.length > 0) return arrived;
      if (this.#ended) return 'ended';
      if (this.#failure !== undefined) throw this.#failure as Error;
      if (!awake) return 'quiet';
      awake = await this.#woken(patience);
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
    let room = BATCH_CHARACTERS;
    for (let before = -1; before < events.length;) {
      before = events.length;
      if (before > 0) await nextTurn(); // what has reached the socket becomes readable
      let resolved: AllStreamResolvedEvent | null;
      while ((resolved = this.#stream.read() as AllStreamResolvedEvent | null)) {
        if (!resolved.event) continue;
        this.#counts.decoded += 1;
        const event = this.#decode(resolved.event);
        events.push(event);
        room -= event.data.length + event.metadata.length;
        if (room < 0 || events.length >= BATCH_EVENTS) return events;
      }
    }
    return events;
  }

  #woken(patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = afterSilence(this.#clock, patience, () => resolve(false));
      this.#wake = () => {
        giveUp();
        resolve(true);
      };
    });
  }
}
