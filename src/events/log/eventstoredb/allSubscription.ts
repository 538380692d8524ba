import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Clock } from '../../../clock.ts';
import { LogUnavailable } from '../eventLog.ts';
import type { LogSubscription, Position, StoredEvent, SubscribeOptions } from '../eventLog.ts';
import { decodePosition, encodePosition } from './events.ts';
import { isDrop, readFailure } from './failures.ts';
import { matchingHere, serverFilter } from './filter.ts';
import { Puller, READAHEAD } from './puller.ts';
import type { Arrived } from './puller.ts';
import type { Reads } from './reads.ts';

/** Quiet this long (ms), a subscription looks ahead itself: soon while catching up, now and then when live. */
const QUIET_WHILE_CATCHING_UP = 50;
const QUIET_WHEN_LIVE = 1_000;

/** Events that one look ahead scans at most. */
const LOOK_AHEAD = 1_024;

/** A subscription dropped this often in a row without delivering anything is not going to work. */
const FRUITLESS_DROPS = 8;

/** What a subscription needs of the engine. */
interface SubscriptionSource {
  readonly client: EventStoreDBClient;
  readonly reads: Reads;
  readonly clock: Clock;
  /** Called each time the server has dropped the subscription and it starts again from where it was. */
  readonly onDropped: () => void;
}

/**
 * A catch-up subscription to `$all`, filtered by the server. The server drops live subscriptions under bursts;
 * since every event has a position that can be resumed from, delivery then goes on from the last handled one.
 * (Reading on instead, with the subscription as a mere bell, would read unfiltered: only subscriptions filter.)
 *
 * The server sends no checkpoint at the tail. When it is quiet this looks ahead itself, up to the first event that
 * matches and is not delivered yet, and reports that far: so the checkpoint of an idle subscription reaches the
 * head, and that of a dead one stays below it, where a watchdog can see it.
 */
export class AllSubscription implements LogSubscription {
  readonly #source: SubscriptionSource;
  readonly #options: SubscribeOptions;
  readonly #matches: (event: StoredEvent) => boolean;
  readonly #ended: Promise<void>;
  #seen: Position | null;
  #caughtUp = false;
  #stopped = false;
  #fruitlessDrops = 0;
  #puller: Puller | undefined;

  constructor(source: SubscriptionSource, options: SubscribeOptions) {
    this.#source = source;
    this.#options = options;
    this.#matches = matchingHere(options.filter);
    this.#seen = options.after;
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#puller?.cancel();
    await this.#ended;
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stopped) await this.#follow();
    } catch (error) {
      const failure = readFailure(error);
      if (!this.#stopped)
        this.#options.onFailed?.(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }

  /** Delivers until the server drops the subscription or it is stopped. */
  async #follow(): Promise<void> {
    const head = await this.#source.reads.head();
    if (this.#stopped) return;
    this.#caughtUp = false;
    const puller = this.#subscribe();
    try {
      for (;;) {
        this.#noticeCaughtUp(head);
        const arrived = await this.#next(puller);
        if (this.#stopped || arrived === 'dropped') return;
        if (arrived === 'ended') throw new LogUnavailable('EventStoreDB ended a subscription.');
        if (arrived === 'quiet') await this.#lookAhead();
        else await this.#handle(arrived);
        if (this.#stopped) return;
      }
    } finally {
      puller.cancel();
    }
  }

  #subscribe(): Puller {
    const filter = serverFilter(this.#options.filter, async (_, position) =>
      puller.noteCheckpoint(decodePosition(position)),
    );
    const fromPosition = this.#seen === null ? 'start' : encodePosition(this.#seen);
    const subscription = this.#source.client.subscribeToAll({ fromPosition, filter }, READAHEAD);
    const puller = new Puller(subscription, this.#source.clock);
    this.#puller = puller;
    return puller;
  }

  async #next(puller: Puller): Promise<Arrived | 'quiet' | 'ended' | 'dropped'> {
    try {
      return await puller.next(this.#caughtUp ? QUIET_WHEN_LIVE : QUIET_WHILE_CATCHING_UP);
    } catch (error) {
      if (!isDrop(error) || ++this.#fruitlessDrops > FRUITLESS_DROPS) throw error;
      this.#source.onDropped();
      return 'dropped';
    }
  }

  async #handle({ events, checkpoint }: Arrived): Promise<void> {
    const wanted = events.filter(this.#matches);
    if (wanted.length > 0) await this.#options.onEvents(wanted);
    this.#fruitlessDrops = 0;
    const last = events.at(-1)?.position;
    if (last !== undefined && wanted.at(-1)?.position === last) this.#seen = last;
    else if (last !== undefined) this.#scannedTo(last);
    if (checkpoint !== undefined && !this.#stopped) this.#scannedTo(checkpoint);
  }

  async #lookAhead(): Promise<void> {
    const { reads } = this.#source;
    let left = LOOK_AHEAD;
    let scanned: StoredEvent | undefined;
    search: for await (const events of reads.everything(this.#seen)) {
      for (const event of events) {
        if (event.position <= (this.#seen ?? -1)) continue;
        if (left-- === 0 || this.#matches(event)) break search;
        scanned = event;
      }
    }
    if (scanned && !this.#stopped) this.#scannedTo(scanned.position);
  }

  #scannedTo(position: Position): void {
    if (position <= (this.#seen ?? -1)) return;
    this.#seen = position;
    this.#options.onCheckpoint?.(position);
  }

  #noticeCaughtUp(head: Position | null): void {
    if (this.#caughtUp || (head !== null && (this.#seen ?? -1) < head)) return;
    this.#caughtUp = true;
    this.#options.onCaughtUp?.();
  }
}
