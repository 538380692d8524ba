import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import type { CancelTimer, Clock } from '../../../clock.ts';
import { LogUnavailable, OutcomeUnknown } from '../eventLog.ts';
import { afterListening } from './listening.ts';

/**
 * Maximum number of unanswered appends. All appends of a process share one gRPC stream with a buffer of 16
 * messages: from the sixteenth on the driver queues them itself, and if the connection breaks, each queued
 * one becomes an unhandled rejection, which ends the process. A higher limit would be a tenth faster at 64 in
 * flight.
 */
const UNANSWERED_AT_MOST = 15;

type Send = (client: EventStoreDBClient) => Promise<AppendResult>;

interface Entry {
  readonly send: Send;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
  readonly cancelDeadline: CancelTimer;
}

/**
 * All appends to a server pass here: it limits how many are in progress and gives each a deadline, which the
 * driver does not. An append that was never sent fails with LogUnavailable, one that was sent with
 * OutcomeUnknown.
 */
export class AppendDoor {
  readonly #client: EventStoreDBClient;
  readonly #waiting: Entry[] = [];
  readonly #unanswered = new Set<Entry>();
  #closed = false;

  constructor(client: EventStoreDBClient) {
    this.#client = client;
  }

  submit(send: Send, clock: Clock, deadline: number): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      const cancelDeadline = afterListening(clock, deadline, () => this.#expire(entry));
      const entry: Entry = { send, resolve, reject, cancelDeadline };
      this.#waiting.push(entry);
      this.#admit();
    });
  }

  async close(): Promise<void> {
    await this.#client.dispose();
  }

  #admit(): void {
    while (!this.#closed && this.#unanswered.size < UNANSWERED_AT_MOST) {
      const entry = this.#waiting.shift();
      if (!entry) return;
      this.#unanswered.add(entry);
      void this.#run(entry);
    }
  }

  /** Settles the entry; if it has been given up already, a late answer changes nothing. */
  async #run(entry: Entry): Promise<void> {
    try {
      entry.resolve(await entry.send(this.#client));
    } catch (error) {
      entry.reject(error);
    }
    entry.cancelDeadline();
    this.#unanswered.delete(entry);
    this.#admit();
  }

  #expire(entry: Entry): void {
    if (this.#unanswered.has(entry)) return void this.#giveUp();
    const place = this.#waiting.indexOf(entry);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    entry.reject(new LogUnavailable('The append was not sent: those before it are unanswered.'));
  }

  /**
   * All unanswered appends wait for the same server as the overdue one: ends them all and opens a fresh
   * stream.
   */
  async #giveUp(): Promise<void> {
    for (const entry of this.#unanswered) {
      entry.cancelDeadline();
      entry.reject(new OutcomeUnknown('EventStoreDB did not answer an append in time.'));
    }
    this.#unanswered.clear();
    this.#closed = true;
    await this.#client.dispose();
    setImmediate(() => this.#reopen()); // after the deadlines that are due now: those were never sent
  }

  #reopen(): void {
    this.#closed = false;
    this.#admit();
  }
}
