/** The `EventLog` engine for installations with several nodes: a server or cluster of EventStoreDB. */
import type {
  AllStreamResolvedEvent,
  AllStreamSubscription,
  AppendResult,
  EventStoreDBClient,
  Filter,
} from '@eventstore/db-client';
import type { Clock } from '../../../base/clock.ts';
import {
  type Appended,
  type AppendWatcher,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type LogCounts,
  LogUnavailable,
  type NextPage,
  OutcomeUnknown,
  PAGE_BYTES,
  PAGE_EVENTS,
  type Position,
  RefusedRights,
  RevisionConflict,
  type StoredEvent,
} from '../eventLog.ts';
import { explained, requireFiles } from './address.ts';
import type { ClientLease, Clients } from './clients.ts';
import { connect, type Connection } from './connection.ts';
import { decodeEvent, decodePosition, encodeAppend, encodeRevision, isOrdinary } from './events.ts';
import { appendFailure, isDrop, isRefusal, type Request } from './failures.ts';
import { EventStoreDbReader, READAHEAD } from './reads.ts';

/** All streams except the server's own. */
const ORDINARY_STREAMS: Filter = { filterOn: 'streamName', regex: '^[^$]', checkpointInterval: 1_000 };

/**
 * Rings after appends of this process and, while armed, delivers what anybody appends. For that it subscribes from
 * the end of the log. The server drops subscriptions under bursts: then, and when nobody takes what was delivered,
 * it is no longer armed, and events are read in pages. It never resumes a subscription after a position, which
 * may skip an event (decision 81).
 */
class EventStoreDbAppendWatcher implements AppendWatcher {
  readonly #clients: Clients;
  readonly #counts: LogCounts;
  readonly #isOwn: (stream: string) => boolean;
  readonly #onAppend: () => void;
  readonly #onStop: () => void;
  readonly #ignoreRetirements: () => void;
  #subscription: AllStreamSubscription | undefined;
  #lease: ClientLease | undefined;
  #isConfirmed = false;
  #delivered: StoredEvent[] = [];
  #characters = 0;
  #appendedTo: Position = -1;
  #stopped = false;

  constructor(
    clients: Clients,
    counts: LogCounts,
    isOwn: (stream: string) => boolean,
    onAppend: () => void,
    onStop: () => void,
  ) {
    this.#clients = clients;
    this.#counts = counts;
    this.#isOwn = isOwn;
    this.#onAppend = onAppend;
    this.#onStop = onStop;
    this.#ignoreRetirements = clients.onRetired(() => this.isArmed && this.#lose(false));
  }

  /** This process has appended, up to a position if the server reports it. */
  appended(position: Position): void {
    this.#appendedTo = Math.max(this.#appendedTo, position);
    if (!this.#stopped) this.#onAppend();
  }

  get appendedTo(): Position {
    return this.#appendedTo;
  }

  get isArmed(): boolean {
    return this.#subscription !== undefined;
  }

  take(): readonly StoredEvent[] | undefined {
    const delivered = this.#delivered;
    if (!this.#isConfirmed || (!this.isArmed && delivered.length === 0)) return undefined;
    this.#delivered = [];
    this.#characters = 0;
    return delivered;
  }

  arm(): void {
    if (this.#subscription || this.#stopped) return;
    this.disarm();
    const options = { fromPosition: 'end', filter: ORDINARY_STREAMS } as const;
    this.#lease = this.#clients.lease();
    const subscription = this.#lease.client.subscribeToAll(options, READAHEAD);
    this.#subscription = subscription;
    const isCurrent = (): boolean => this.#subscription === subscription;
    // Appends before the subscription was confirmed have not called the listener.
    subscription.once('confirmation', () => isCurrent() && this.#confirm());
    subscription.on('data', (resolved) => {
      this.#counts.decoded += 1;
      if (isCurrent()) this.#receive(resolved);
    });
    subscription.on('fellBehind', () => isCurrent() && this.#lose(true));
    subscription.on('error', (error) => isCurrent() && this.#lose(isDrop(error)));
    subscription.on('end', () => isCurrent() && this.#lose(false));
  }

  disarm(): void {
    this.#unsubscribe();
    this.#isConfirmed = false;
    this.#delivered = [];
    this.#characters = 0;
  }

  stop(): void {
    this.#stopped = true;
    this.disarm();
    this.#ignoreRetirements();
    this.#onStop();
  }

  #confirm(): void {
    this.#isConfirmed = true;
    this.#onAppend();
  }

  #receive({ event }: AllStreamResolvedEvent): void {
    if (!event || !this.#isOwn(event.streamId)) return;
    try {
      const stored = decodeEvent(event);
      this.#delivered.push(stored);
      this.#characters += stored.data.length + stored.metadata.length;
    } catch {
      return this.#lose(false); // reading says what is wrong with it
    }
    if (this.#delivered.length > PAGE_EVENTS || this.#characters > PAGE_BYTES) this.#lose(false);
    else this.#onAppend();
  }

  /** No more is delivered; what was delivered may still be taken. */
  #lose(isDropped: boolean): void {
    if (isDropped) this.#counts.subscriptionDrops += 1;
    this.#unsubscribe();
    this.#onAppend();
  }

  #unsubscribe(): void {
    this.#subscription?.unsubscribe().catch(() => {}); // it never began
    this.#subscription = undefined;
    this.#lease?.release();
    this.#lease = undefined;
  }
}

/**
 * Default in ms. Every command is answered within five seconds: an append that is not acknowledged in time is
 * looked up by a read.
 */
const APPEND_DEADLINE_MS = 2_500;
const READ_DEADLINE_MS = 2_000;
const POSITION_DEADLINE_MS = 500;

export interface EventStoreDbOptions {
  /** Connection string, `esdb://…` or `esdb+discover://…`. A process uses one server or cluster. */
  readonly url: string;
  readonly clock: Clock;
  /** Milliseconds after which an unacknowledged append fails; 2,500 unless given. */
  readonly appendDeadline?: number;
  /** Milliseconds that a page of events may take; 2,000 unless given. */
  readonly readDeadline?: number;
  /** Called after each acknowledged append, with the number of its events. */
  readonly onCommit?: (events: number) => void;
  /** Whether a stream is ours; others, and all that is in them, are passed over. Unless given, all are. */
  readonly isOwn?: (stream: string) => boolean;
  /** Told of each right that the server refuses, or grants again. */
  readonly rights?: RefusedRights;
  /** Counters of reads. */
  readonly counts?: LogCounts;
}

/** Opens the log of the server at `url`; the first use shows whether the server is reachable. */
export async function openEventStoreDbLog(options: EventStoreDbOptions): Promise<EventLog> {
  requireFiles(options.url);
  return new EventStoreDbLog(options, await connect(options.url));
}

interface Write {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly request: Request;
}

class EventStoreDbLog implements EventLog {
  readonly #options: EventStoreDbOptions;
  readonly #connection: Connection;
  readonly #reads: EventStoreDbReader;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #counts: LogCounts;
  readonly #watchers = new Set<EventStoreDbAppendWatcher>();
  readonly #rights: RefusedRights;
  #closing: Promise<void> | undefined;

  constructor(options: EventStoreDbOptions, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
    this.#counts = options.counts ?? { decoded: 0, subscriptionDrops: 0, conflicts: 0 };
    this.#rights = options.rights ?? new RefusedRights();
    this.#reads = new EventStoreDbReader(connection.reads, {
      clock: options.clock,
      deadline: options.readDeadline ?? READ_DEADLINE_MS,
      counts: this.#counts,
      rights: this.#rights,
      isOwn: options.isOwn ?? isOrdinary,
    });
  }

  async append(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
  ): Promise<Appended> {
    const encoded = encodeAppend(stream, events, expected);
    const options = { expectedRevision: encodeRevision(expected), deadline: this.#deadline };
    const result = await this.#submit({ stream, expected, request: `append to ${stream}` }, (client) =>
      client.appendToStream(stream, encoded, options),
    );
    this.#options.onCommit?.(events.length);
    const { position } = result;
    for (const watcher of this.#watchers) watcher.appended(position ? decodePosition(position) : -1);
    return this.#acknowledged(stream, result);
  }

  /** Hides them; the server deletes them from its files when its operator runs a scavenge. */
  async truncate(stream: string, before: number): Promise<void> {
    const options = { deadline: this.#deadline };
    const request: Request = `set the metadata of ${stream}`;
    await this.#submit({ stream, expected: 'any', request }, (client) =>
      client.setStreamMetadata(stream, { truncateBefore: before }, options),
    );
  }

  readonly readStream: EventLog['readStream'] = (stream, options = {}) => this.#reads.stream(stream, options);

  readonly readAll: EventLog['readAll'] = (options = {}) => this.#reads.all(options);

  head(): ReturnType<EventLog['head']> {
    return explained(this.#options.url, this.#options.clock, () => this.#reads.head());
  }

  nextPage(after: Position | null): Promise<NextPage> {
    return this.#reads.nextPage(after);
  }

  watchAppends(onAppend: () => void): AppendWatcher {
    const isOwn = this.#options.isOwn ?? isOrdinary;
    const watcher: EventStoreDbAppendWatcher = new EventStoreDbAppendWatcher(
      this.#connection.reads,
      this.#counts,
      isOwn,
      onAppend,
      () => this.#watchers.delete(watcher),
    );
    this.#watchers.add(watcher);
    return watcher;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  get #deadline(): number {
    return this.#options.appendDeadline ?? APPEND_DEADLINE_MS;
  }

  /** One write through the append queue; fails with the port's errors. */
  async #submit(
    { stream, expected, request }: Write,
    send: (client: EventStoreDBClient) => Promise<AppendResult>,
  ): Promise<AppendResult> {
    if (this.#closing) throw new LogUnavailable('The log is closed.');
    const sent = this.#connection.appends.submit(send, this.#options.clock, this.#deadline);
    this.#underWay.add(sent);
    try {
      const result = await sent;
      this.#rights.grant(request);
      return result;
    } catch (error) {
      const failure = appendFailure(error, stream, expected, request);
      if (failure instanceof RevisionConflict) this.#counts.conflicts += 1;
      if (isRefusal(error)) this.#rights.refuse(request, failure.message);
      throw failure;
    } finally {
      this.#underWay.delete(sent);
    }
  }

  /** For an append that it already knows, the server may omit the position, which is then read. */
  async #acknowledged(stream: string, { nextExpectedRevision, position }: AppendResult): Promise<Appended> {
    const revision = Number(nextExpectedRevision);
    if (position) return { revision, position: decodePosition(position) };
    try {
      for await (const [event] of this.#reads.stream(
        stream,
        { from: revision, limit: 1 },
        POSITION_DEADLINE_MS,
      ))
        if (event) return { revision, position: event.position };
    } catch (cause) {
      throw new OutcomeUnknown('A known append cannot be read back.', { cause });
    }
    throw new OutcomeUnknown('A known append is not there.');
  }

  async #close(): Promise<void> {
    for (const watcher of this.#watchers) watcher.stop();
    await Promise.allSettled(this.#underWay);
    await this.#connection.release();
  }
}
