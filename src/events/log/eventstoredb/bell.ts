import type { AllStreamResolvedEvent, AllStreamSubscription, Filter } from '@eventstore/db-client';
import type { AppendWatcher, Position, StoredEvent } from '../eventLog.ts';
import type { LogCounts } from '../counts.ts';
import { PAGE_BYTES, PAGE_EVENTS } from '../page.ts';
import type { ClientLease, Clients } from './clients.ts';
import { decodeEvent } from './events.ts';
import { isDrop } from './failures.ts';
import { READAHEAD } from './puller.ts';

/** All streams except the server's own. */
const ORDINARY_STREAMS: Filter = { filterOn: 'streamName', regex: '^[^$]', checkpointInterval: 1_000 };

/**
 * Rings after appends of this process and, while armed, delivers what anybody appends. For that it subscribes from
 * the end of the log. The server drops subscriptions under bursts: then, and when nobody takes what was delivered,
 * it is no longer armed, and events are read in pages. It never resumes a subscription after a position, which
 * may skip an event (decision 81).
 */
export class EventStoreDbAppendWatcher implements AppendWatcher {
  readonly #clients: Clients;
  readonly #counts: LogCounts;
  readonly #isOwn: (stream: string) => boolean;
  readonly #ring: () => void;
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
    ring: () => void,
    onStop: () => void,
  ) {
    this.#clients = clients;
    this.#counts = counts;
    this.#isOwn = isOwn;
    this.#ring = ring;
    this.#onStop = onStop;
    this.#ignoreRetirements = clients.onRetired(() => this.isArmed && this.#lose(false));
  }

  /** This process has appended, up to a position where the server tells it. */
  appended(position: Position): void {
    this.#appendedTo = Math.max(this.#appendedTo, position);
    if (!this.#stopped) this.#ring();
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
    // Appends before the subscription was confirmed have not rung.
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
    this.#ring();
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
    else this.#ring();
  }

  /** No more is delivered; what was delivered may still be taken. */
  #lose(isDropped: boolean): void {
    if (isDropped) this.#counts.subscriptionDrops += 1;
    this.#unsubscribe();
    this.#ring();
  }

  #unsubscribe(): void {
    this.#subscription?.unsubscribe().catch(() => {}); // it never began
    this.#subscription = undefined;
    this.#lease?.release();
    this.#lease = undefined;
  }
}
