/** A queue in memory while it is polled: it can be lost, and recreated from its ID. */
import type { Clock } from '../../clock.ts';
import { Refused } from '../../errors.ts';
import type { AddressedPayload } from '../define.ts';
import { delivered, type Delivered } from './delivery.ts';
import type { Receiver } from './receiver.ts';
import { lastEventIdOf, passingEventId, revisionOf } from './eventIds.ts';
import type { Waiter } from './parking.ts';
import type { PassingEvents } from './passing.ts';
import { heartbeat } from './texts.ts';

/** Ephemeral events sent but not acknowledged are sent again, up to this number. */
const MOST_UNACKNOWLEDGED = 100;

interface Given {
  readonly id: number;
  readonly texts: readonly string[];
}

export class OpenQueue {
  readonly receiver: Receiver;
  /** Monotonic time of the last poll. */
  touchedAt = 0;
  /** The waiting poll. */
  waiter: Waiter | undefined;
  /** Number of its last poll: older ones end. */
  turn = 0;
  #isDeleted = false;
  /** No event between these IDs is for this queue. */
  #passedOver = { from: -1, to: -1 };
  #given: Given[] = [];
  #lastGiven = -1;
  #passingSeen: number;

  constructor(receiver: Receiver, passing: PassingEvents) {
    this.receiver = receiver;
    this.#passingSeen = passing.last;
  }

  /** Begins a poll and ends the waiting one; returns its number. */
  begin(): number {
    this.turn += 1;
    this.waiter?.wake();
    return this.turn;
  }

  /** The client has deleted it: polls of it fail, also the waiting one. */
  delete(): void {
    this.#isDeleted = true;
    this.begin();
  }

  /** Fails with BAD_EVENT_QUEUE_ID for a queue that was deleted while a poll waited. */
  requireExists(): void {
    if (this.#isDeleted) throw badQueue(this.receiver.id);
  }

  hasPassing(events: PassingEvents): boolean {
    return events.last > this.#passingSeen;
  }

  /** Where to continue after a client has acknowledged an ID. */
  acknowledge(id: number, clock: Clock): number {
    const { start, startOf } = this.receiver.queue;
    this.touchedAt = clock.monotonic();
    this.#given = this.#given.filter((given) => given.id > id);
    const first = lastEventIdOf(Math.min(start, ...Object.values(startOf)));
    return Math.max(id, first);
  }

  /** Where reading after an ID begins, skipping what is known to be irrelevant for this queue. */
  passedOverFrom(after: number): number {
    return this.#passedOver.from === after ? this.#passedOver.to : after;
  }

  /** Remembers that a client that returns with `after` need not read up to `to` again. */
  passOver(after: number, to: number): void {
    this.#passedOver = { from: after, to };
  }

  /** Unacknowledged ephemeral events with IDs after one ID and up to another. */
  unacknowledged(after: number, upTo: number): readonly string[] {
    if (this.#given.length === 0) return [];
    return this.#given.filter(({ id }) => id > after && id <= upTo).flatMap(({ texts }) => texts);
  }

  /**
   * The ephemeral events after an ID: unacknowledged ones, then new ones, with IDs after everything up to
   * `revision`.
   */
  async passing(events: PassingEvents, after: number, revision: number): Promise<readonly string[]> {
    const texts = [...this.unacknowledged(after, Infinity)];
    const news = events.after(this.#passingSeen);
    this.#passingSeen = events.last;
    for (const told of news) texts.push(...(await this.#give(told, revision)));
    return texts;
  }

  /** A heartbeat, which every queue receives. */
  heartbeat(revision: number): string {
    return heartbeat(this.receiver.shownId(this.#nextId(revision)));
  }

  async #give(told: AddressedPayload, revision: number): Promise<readonly string[]> {
    const id = passingEventId(revision, this.#lastGiven);
    const entry = { id, revision: Infinity, time: 0, bytes: 0, event: told };
    const texts: Delivered = await delivered(entry, this.receiver);
    if (texts === 'ended' || texts.length === 0) return [];
    this.#lastGiven = id;
    this.#given = [...this.#given, { id, texts }].slice(-MOST_UNACKNOWLEDGED);
    return texts;
  }

  #nextId(revision: number): number {
    const last = revisionOf(this.#lastGiven) === revision ? this.#lastGiven : -1;
    this.#lastGiven = passingEventId(revision, last);
    return this.#lastGiven;
  }
}

/** Clients check the code, and the beginning of the text. */
export const badQueue = (id: string): Refused =>
  new Refused(`Bad event queue ID: ${id}`, 'BAD_EVENT_QUEUE_ID', { queue_id: id });
