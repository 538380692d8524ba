import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import type { CancelTimer, Clock } from '../../../base/clock.ts';
import { OperatorError } from '../../../base/errors.ts';
import { LogUnavailable, OutcomeUnknown } from '../eventLog.ts';
import { ServerAddress } from './address.ts';
import { Clients, disconnector } from './clients.ts';
import { afterSilence, isSilence } from './failures.ts';

/**
 * Maximum number of unanswered appends. All appends of a process share one gRPC stream with a buffer of 16
 * messages: from the sixteenth on the driver queues them itself, and if the connection breaks, each queued
 * one becomes an unhandled rejection, which ends the process. A higher limit would be a tenth faster at 64 in
 * flight.
 */
const UNANSWERED_AT_MOST = 15;

type Send = (client: EventStoreDBClient) => Promise<AppendResult>;

interface QueuedAppend {
  readonly send: Send;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
  readonly clock: Clock;
  readonly submittedAt: number;
  cancelDeadline: CancelTimer;
  /** Whole milliseconds that it has waited before it was sent. */
  waited: number;
}

/**
 * All appends to a server pass here: it limits how many are in progress and gives each a deadline, which the
 * driver does not. An append that was never sent fails with LogUnavailable, one that was sent with
 * OutcomeUnknown.
 */
class AppendQueue {
  readonly #clients: Clients;
  readonly #waiting: QueuedAppend[] = [];
  readonly #unanswered = new Set<QueuedAppend>();
  #closed = false;

  constructor(clients: Clients) {
    this.#clients = clients;
  }

  submit(send: Send, clock: Clock, deadline: number): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      const cancelDeadline = afterSilence(clock, deadline, () => this.#expire(entry));
      const submittedAt = clock.monotonic();
      const entry: QueuedAppend = { send, resolve, reject, clock, submittedAt, cancelDeadline, waited: 0 };
      this.#waiting.push(entry);
      this.#admit();
    });
  }

  /** Uses another client from now on, unless an append is on its way: that one finds out by itself. */
  renewIfIdle(): void {
    if (this.#unanswered.size === 0) this.#clients.renew();
  }

  async close(): Promise<void> {
    await this.#clients.close();
  }

  #admit(): void {
    while (!this.#closed && this.#unanswered.size < UNANSWERED_AT_MOST) {
      const entry = this.#waiting.shift();
      if (!entry) return;
      entry.waited = Math.floor(entry.clock.monotonic() - entry.submittedAt);
      this.#unanswered.add(entry);
      void this.#run(entry);
    }
  }

  /** Settles the entry; if it has been given up already, a late answer changes nothing. */
  async #run(entry: QueuedAppend): Promise<void> {
    try {
      entry.resolve(await this.#send(entry));
    } catch (error) {
      entry.reject(error);
    }
    entry.cancelDeadline();
    this.#unanswered.delete(entry);
    if (this.#unanswered.size === 0 && this.#clients.hasUnused) await this.#closeUnused();
    this.#admit();
  }

  async #send({ send }: QueuedAppend): Promise<AppendResult> {
    const { client, release } = this.#clients.lease();
    try {
      return await send(client);
    } catch (error) {
      if (isSilence(error)) this.#clients.retire(client);
      throw error;
    } finally {
      release();
    }
  }

  /** Nothing is sent meanwhile: the driver has one table of unanswered appends for all its clients. */
  async #closeUnused(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#clients.closeUnused();
    this.#closed = false;
  }

  #expire(entry: QueuedAppend): void {
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      return entry.reject(new LogUnavailable('The append was not sent: those before it are unanswered.'));
    }
    if (entry.waited === 0) return void this.#giveUp();
    // The server has as much time for one that was sent late as for every other.
    entry.reject(unanswered());
    entry.cancelDeadline = afterSilence(entry.clock, entry.waited, () => void this.#giveUp());
  }

  /**
   * All unanswered appends wait for the same server as the overdue one: ends them all, and sends it no more requests.
   */
  async #giveUp(): Promise<void> {
    for (const entry of this.#unanswered) {
      entry.cancelDeadline();
      entry.reject(unanswered());
    }
    this.#unanswered.clear();
    this.#closed = true;
    await this.#clients.abandon(); // before others are sent, as above
    setImmediate(() => this.#reopen()); // after the deadlines that are due now: those were never sent
  }

  #reopen(): void {
    this.#closed = false;
    this.#admit();
  }
}

const unanswered = (): OutcomeUnknown => new OutcomeUnknown('EventStoreDB did not answer an append in time.');

/** A log's share of a connection; returned by `release`. */
export interface Connection {
  readonly appends: AppendQueue;
  /** Reads have a connection of their own, so that a rebuild does not delay appends. */
  readonly reads: Clients;
  release(): Promise<void>;
}

interface SharedConnection {
  readonly appends: AppendQueue;
  readonly reads: Clients;
  users: number;
}

/**
 * Seconds that a member of a cluster has for naming the leader, before another member is tried; 5
 * by the driver's default, which is longer than an append may take.
 */
const GOSSIP_SECONDS = 1;

/** The driver's default, in ms. */
const KEEP_ALIVE_TIMEOUT = 10_000;

/**
 * Logs of one process on the same server share its clients: the driver keeps one table of unanswered appends
 * for all its clients, so closing one client's stream would fail the appends of another.
 */
const sharedByUrl = new Map<string, SharedConnection>();

/**
 * Opens the server at the connection string, or shares an open connection; loads the driver on first use.
 * Throws OperatorError if the driver does not understand the string.
 */
export async function connect(url: string): Promise<Connection> {
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const shared =
    sharedByUrl.get(url) ?? share(opener(EventStoreDBClient, url), disconnector(EventStoreDBClient));
  sharedByUrl.set(url, shared);
  shared.users++;
  return { appends: shared.appends, reads: shared.reads, release: () => release(url, shared) };
}

/** Once a server is silent to reads or to appends, neither sends it further requests. */
function share(...opening: ConstructorParameters<typeof Clients>): SharedConnection {
  const [reads, writes] = [new Clients(...opening), new Clients(...opening)];
  const appends = new AppendQueue(writes);
  writes.onRetired(() => reads.renew());
  reads.onRetired(() => appends.renewIfIdle());
  return { appends, reads, users: 0 };
}

let opened = 0;

/**
 * Creates the function that opens a client. Channels of equal settings to one server share a connection, in the
 * whole process; so that each client has its own, each has a keep-alive time-out of its own.
 */
function opener(driver: typeof EventStoreDBClient, url: string): () => EventStoreDBClient {
  const address = new ServerAddress(url);
  const timeout = Number(address.setting('keepAliveTimeout') ?? KEEP_ALIVE_TIMEOUT);
  const gossipTimeout = address.setting('gossipTimeout') ?? GOSSIP_SECONDS;
  return () => {
    opened = (opened + 1) % 1_000;
    const keepAliveTimeout = timeout < 0 ? timeout : timeout + opened;
    try {
      return hushed(() => driver.connectionString(address.with({ gossipTimeout, keepAliveTimeout })));
    } catch (cause) {
      // The driver's message may contain a password.
      throw new OperatorError('EVENTSTOREDB_URL is not a URL that its driver understands.', { cause });
    }
  };
}

/** Runs the work without the driver's advice, which it would print to the console with URL and password. */
function hushed<Made>(work: () => Made): Made {
  const { warn } = console;
  Object.assign(console, { warn: () => {} });
  try {
    return work();
  } finally {
    Object.assign(console, { warn });
  }
}

async function release(url: string, shared: SharedConnection): Promise<void> {
  if (--shared.users > 0) return;
  sharedByUrl.delete(url);
  await Promise.all([shared.appends.close(), shared.reads.close()]);
}
