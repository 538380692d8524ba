import type { AllStreamSubscription, Filter } from '@eventstore/db-client';
import type { LogBell } from '../eventLog.ts';
import type { LogCounts } from '../counts.ts';
import type { ClientLease, Clients } from './clients.ts';
import { isDrop } from './failures.ts';

/** All streams except the server's own. */
const ORDINARY_STREAMS: Filter = { filterOn: 'streamName', regex: '^[^$]', checkpointInterval: 1_000 };

/**
 * Rings after appends of this process and, while armed, when another process has appended. For that it
 * subscribes from the end of the log and unsubscribes at the first event. Events are read in pages instead,
 * because the server drops subscriptions under bursts, and nothing should be decoded twice.
 */
export class AppendBell implements LogBell {
  readonly #clients: Clients;
  readonly #counts: LogCounts;
  readonly #ring: () => void;
  readonly #onStop: () => void;
  #subscription: AllStreamSubscription | undefined;
  #lease: ClientLease | undefined;
  readonly #ignoreRetirements: () => void;
  #stopped = false;

  constructor(clients: Clients, counts: LogCounts, ring: () => void, onStop: () => void) {
    this.#clients = clients;
    this.#counts = counts;
    this.#ring = ring;
    this.#onStop = onStop;
    this.#ignoreRetirements = clients.onRetired(() => this.#lose());
  }

  /** This process has appended. */
  appended(): void {
    if (!this.#stopped) this.#ring();
  }

  get isArmed(): boolean {
    return this.#subscription !== undefined;
  }

  arm(): void {
    if (this.#subscription || this.#stopped) return;
    const options = { fromPosition: 'end', filter: ORDINARY_STREAMS } as const;
    this.#lease = this.#clients.lease();
    const subscription = this.#lease.client.subscribeToAll(options, { highWaterMark: 1 });
    this.#subscription = subscription;
    const isCurrent = (): boolean => this.#subscription === subscription;
    // Appends before the subscription was confirmed have not rung.
    subscription.once('confirmation', () => isCurrent() && this.#ring());
    subscription.on('data', () => {
      this.#counts.decoded += 1;
      if (isCurrent()) this.#lose();
    });
    const lose = (error?: unknown): void => {
      if (isDrop(error)) this.#counts.bellDrops += 1;
      if (isCurrent()) this.#lose();
    };
    subscription.on('error', lose);
    subscription.on('end', () => lose());
  }

  /** What was appended since is not announced any more. */
  #lose(): void {
    if (!this.#subscription) return;
    this.disarm();
    this.#ring();
  }

  disarm(): void {
    this.#subscription?.unsubscribe().catch(() => {}); // it never began
    this.#subscription = undefined;
    this.#lease?.release();
    this.#lease = undefined;
  }

  stop(): void {
    this.#stopped = true;
    this.disarm();
    this.#ignoreRetirements();
    this.#onStop();
  }
}
