/** Following an event queue: it registers, follows, resumes and misses nothing. */
import type { Answer, Call, Params } from './calls.ts';
import { Refusal } from './errors.ts';
import { withRetries, type RetryOptions } from './retry.ts';

type Snapshot = Answer<'POST /register'>;

/** Something that happened, or the state after a queue had to be registered again. */
export type ClientEvent =
  | Exclude<Answer<'GET /events'>['events'][number], { readonly type: 'heartbeat' }>
  | { readonly type: 'registered'; readonly id: number; readonly snapshot: Snapshot };

/** A client's position in its queue; keep it to go on after a restart. */
export interface Position {
  readonly queue_id: string;
  /** The last event that was dealt with. */
  readonly last_event_id: number;
}

/** Milliseconds after which a poll is given up as lost: the server answers after 50 seconds at the latest. */
const LOST_AFTER = 90_000;

/**
 * Events in order, each once, as an async iterable. An event is acknowledged when the next one is requested, so what
 * fails in between is delivered again after `resume`. Broken connections and restarts of the server are waited out. If
 * the server no longer knows the queue, it is registered again, and the event `registered` has the new state.
 */
export class EventQueue implements AsyncIterable<ClientEvent> {
  /** The state at the time of registration; undefined for a resumed queue. */
  readonly snapshot: Snapshot | undefined;
  readonly #call: Call;
  readonly #params: Params<'POST /register'>;
  readonly #retryOptions: RetryOptions;
  #position: Position;

  constructor(
    call: Call,
    params: Params<'POST /register'>,
    retryOptions: RetryOptions,
    start: Position,
    snapshot?: Snapshot,
  ) {
    this.#call = call;
    this.#params = params;
    this.#retryOptions = retryOptions;
    this.#position = { queue_id: start.queue_id, last_event_id: start.last_event_id };
    this.snapshot = snapshot;
  }

  /** A new queue, with the state that its events change. */
  static async register(
    call: Call,
    params: Params<'POST /register'>,
    retryOptions: RetryOptions,
  ): Promise<EventQueue> {
    const snapshot = await registered(call, params, retryOptions);
    return new EventQueue(call, params, retryOptions, positionOf(snapshot), snapshot);
  }

  /** Up to where events were dealt with. */
  get position(): Position {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ClientEvent, void, void> {
    while (!this.#retryOptions.signal?.aborted) {
      for (const event of await this.#next()) {
        if (event.type !== 'heartbeat') yield event;
        if (event.type === 'registered') continue;
        this.#position = { ...this.#position, last_event_id: event.id };
      }
    }
  }

  /** Ends the queue on the server; it does not have to be called. */
  async end(): Promise<void> {
    await this.#call('DELETE /events', { queue_id: this.#position.queue_id });
  }

  /** The next events, or the state of a new queue where the old one has ended. */
  async #next(): Promise<readonly (Answer<'GET /events'>['events'][number] | ClientEvent)[]> {
    try {
      return (await withRetries((signal) => this.#poll(signal), this.#retryOptions)).events;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'BAD_EVENT_QUEUE_ID') throw error;
      const snapshot = await registered(this.#call, this.#params, this.#retryOptions);
      this.#position = positionOf(snapshot);
      return [{ type: 'registered', id: this.#position.last_event_id, snapshot }];
    }
  }

  async #poll(signal: AbortSignal | undefined): Promise<Answer<'GET /events'>> {
    const timeout = new AbortController();
    const stop = (): void => timeout.abort(signal?.reason);
    const timer = setTimeout(stop, LOST_AFTER);
    signal?.addEventListener('abort', stop);
    try {
      return await this.#call('GET /events', this.#position, { signal: timeout.signal });
    } catch (error) {
      if (timeout.signal.aborted && !signal?.aborted) return { events: [], queue_id: '' };
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

const registered = (
  call: Call,
  params: Params<'POST /register'>,
  retryOptions: RetryOptions,
): Promise<Snapshot> => withRetries((signal) => call('POST /register', params, { signal }), retryOptions);

function positionOf({ queue_id: id, last_event_id: last }: Snapshot): Position {
  if (id === null) throw new Error('The server gave no queue: it was called without credentials.');
  return { queue_id: id, last_event_id: last };
}
