/** A queue in memory while it is polled: it can be lost, and recreated from its ID. */
import type { Clock } from '../../base/clock.ts';
import { Refused } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import type { AddressedPayload, Audience } from '../translation/define.ts';
import { type DeliveredTexts, deliverEntry } from './deliverEntry.ts';
import type { DeliveryThrottle } from './deliveryThrottle.ts';
import { ephemeralEventId, lastEventIdOf } from './eventIds.ts';
import { heartbeat } from './eventJson.ts';
import type { DeliveryTarget } from './queueRegistration.ts';

// Waiting polls by person: an event wakes those in its audience, each in its turn.

/** A waiting poll. */
export interface WaitingPoll {
  readonly userId: UserId;
  /** Called once. */
  readonly wake: () => void;
}

export class WaitingPolls {
  readonly #waiting = new Map<UserId, Set<WaitingPoll>>();
  readonly #turns: Pick<DeliveryThrottle, 'add'>;
  #size = 0;

  constructor(turns: Pick<DeliveryThrottle, 'add'>) {
    this.#turns = turns;
  }

  get size(): number {
    return this.#size;
  }

  /** How many polls of a person wait. */
  waitingOf(userId: UserId): number {
    return this.#waiting.get(userId)?.size ?? 0;
  }

  add(waiter: WaitingPoll): void {
    const theirs = this.#waiting.get(waiter.userId);
    if (theirs) theirs.add(waiter);
    else this.#waiting.set(waiter.userId, new Set([waiter]));
    this.#size += 1;
  }

  /** Harmless for one that has been woken. */
  remove(waiter: WaitingPoll): void {
    const theirs = this.#waiting.get(waiter.userId);
    if (theirs?.delete(waiter) !== true) return;
    this.#size -= 1;
    if (theirs.size === 0) this.#waiting.delete(waiter.userId);
  }

  /** Wakes the waiting polls of an audience. */
  wake(audience: Audience): void {
    if (this.#size === 0) return;
    if (audience.size < this.#waiting.size) for (const userId of audience) this.#wakeAllOf(userId);
    else for (const userId of this.#waiting.keys()) if (audience.has(userId)) this.#wakeAllOf(userId);
  }

  wakeAll(): void {
    for (const userId of this.#waiting.keys()) this.#wakeAllOf(userId);
  }

  #wakeAllOf(userId: UserId): void {
    const theirs = this.#waiting.get(userId);
    if (theirs === undefined) return;
    this.#waiting.delete(userId);
    this.#size -= theirs.size;
    for (const { wake } of theirs) this.#turns.add(wake);
  }
}

// * Client events outside the log: people who come online or type. They are for current polls: the newest are
// kept for a minute, none is sent twice, and all are lost with the process.

/** Milliseconds. */
const RETENTION_MS = 60_000;
const MAX_BUFFERED_EVENTS = 1_000;

interface BufferedPayload {
  readonly number: number;
  readonly payload: AddressedPayload;
  /** Monotonic time. */
  readonly at: number;
}

export class EphemeralBuffer {
  readonly #clock: Clock;
  #kept: BufferedPayload[] = [];
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of the newest one; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  add(payload: AddressedPayload): void {
    const now = this.#clock.monotonic();
    this.#last += 1;
    this.#kept.push({ number: this.#last, payload, at: now });
    const first = this.#kept.findIndex(({ at }) => now - at <= RETENTION_MS);
    const dropped = Math.max(first, this.#kept.length - MAX_BUFFERED_EVENTS);
    if (dropped > 0) this.#kept = this.#kept.slice(dropped);
  }

  /** Those after a number, oldest first. */
  after(number: number): readonly AddressedPayload[] {
    if (number >= this.#last) return [];
    return this.#kept.filter((kept) => kept.number > number).map(({ payload }) => payload);
  }
}

/** Ephemeral events that are sent again until they are acknowledged: as many as one answer can have. */
const MAX_UNACKNOWLEDGED = MAX_BUFFERED_EVENTS;

/** Where a poll is when it takes ephemeral events. */
interface EphemeralRead {
  readonly after: number;
  readonly revision: number;
  /** Its number. */
  readonly turn: number;
}

interface UnacknowledgedEvent {
  readonly id: number;
  readonly texts: readonly string[];
}

/** An event outside the log for one queue alone, until its client has acknowledged it. */
export interface SessionNotice {
  readonly event: AddressedPayload;
  readonly onAcknowledged: () => void;
}

export class QueueSession {
  readonly receiver: DeliveryTarget;
  /** Monotonic time at which the last poll began, or ended its wait. */
  touchedAt = 0;
  /** The waiting poll. */
  waiter: WaitingPoll | undefined;
  /** Number of its last poll: older ones end. */
  turn = 0;
  /** The client of the last poll, and the end of what is read for it; made when something is. */
  #gone: AbortSignal | undefined;
  #reading: AbortController | undefined;
  #isDeleted = false;
  /** No event between these IDs is for this queue. */
  #skipped = { from: -1, to: -1 };
  #given: UnacknowledgedEvent[] = [];
  #lastGiven = -1;
  #ephemeralSeen: number;
  /** What it is told before anything else that passes. */
  #notice: SessionNotice | undefined;
  /** The ID with which that was told. */
  #noticeId: number | undefined;

  constructor(receiver: DeliveryTarget, ephemeral: EphemeralBuffer, notice?: SessionNotice) {
    this.receiver = receiver;
    this.#ephemeralSeen = ephemeral.last;
    this.#notice = notice;
  }

  /** Begins a poll, whose client aborts `gone` when it leaves, and ends the one before; returns its number. */
  begin(gone?: AbortSignal): number {
    this.turn += 1;
    this.waiter?.wake();
    this.#reading?.abort();
    [this.#reading, this.#gone] = [undefined, gone];
    return this.turn;
  }

  /** Aborted when a poll ends: its client has left, or there is a newer one. */
  endOf(turn: number): AbortSignal {
    if (turn !== this.turn || this.#gone?.aborted === true) return AbortSignal.abort();
    if (this.#reading) return this.#reading.signal;
    const reading = new AbortController();
    this.#reading = reading;
    this.#gone?.addEventListener('abort', () => reading.abort(), { once: true });
    return reading.signal;
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

  hasEphemeral(events: EphemeralBuffer): boolean {
    return events.last > this.#ephemeralSeen || (this.#notice !== undefined && this.#noticeId === undefined);
  }

  /** Where to continue after a client has acknowledged an ID. */
  acknowledge(id: number, clock: Clock): number {
    const { start, startOf } = this.receiver.queue;
    this.touchedAt = clock.monotonic();
    this.#given = this.#given.filter((given) => given.id > id);
    if (this.#noticeId !== undefined && id >= this.#noticeId) {
      this.#notice?.onAcknowledged();
      this.#notice = undefined;
    }
    const first = lastEventIdOf(Math.min(start, ...Object.values(startOf)));
    return Math.max(id, first);
  }

  /** Where reading after an ID begins, skipping what is known to be irrelevant for this queue. */
  skipFrom(after: number): number {
    return this.#skipped.from === after ? this.#skipped.to : after;
  }

  /** Remembers that a client that returns with `after` need not read up to `to` again. */
  skip(after: number, to: number): void {
    this.#skipped = { from: after, to };
  }

  /** Unacknowledged ephemeral events with IDs after one ID and up to another. */
  unacknowledged(after: number, upTo: number): readonly string[] {
    if (this.#given.length === 0) return [];
    return this.#given.filter(({ id }) => id > after && id <= upTo).flatMap(({ texts }) => texts);
  }

  /**
   * The ephemeral events after an ID, for a poll: unacknowledged ones, then new ones, with IDs of their own after
   * everything up to `revision`, as far as there are some. None for a poll that another has ended: it would take them from that one, whose
   * client might acknowledge later IDs without having seen them.
   */
  async readEphemeral(
    events: EphemeralBuffer,
    { after, revision, turn }: EphemeralRead,
  ): Promise<readonly string[]> {
    const { last } = events;
    const news: UnacknowledgedEvent[] = [];
    let previous = Math.max(after, this.#lastGiven);
    const notice = this.#noticeId === undefined ? this.#notice?.event : undefined;
    // A client that does not ask for such events has nothing to acknowledge.
    let noticeId = -1;
    for (const payload of [...(notice ? [notice] : []), ...events.after(this.#ephemeralSeen)]) {
      const id = ephemeralEventId(revision, previous);
      const texts = await this.#textsOf(payload, id);
      if (texts.length === 0) continue;
      news.push({ id, texts });
      if (payload === notice) noticeId = id;
      previous = id;
    }
    if (turn !== this.turn) return [];
    const texts = [...this.unacknowledged(after, Infinity), ...news.flatMap((each) => each.texts)];
    this.#ephemeralSeen = last;
    if (notice) this.#noticeId = noticeId;
    this.#lastGiven = news.at(-1)?.id ?? this.#lastGiven;
    this.#given = [...this.#given, ...news].slice(-MAX_UNACKNOWLEDGED);
    return texts;
  }

  /**
   * A heartbeat, for a client that has everything up to an ID. Its own is the last that the client can have, so
   * that it uses up none.
   */
  heartbeat(upTo: number): string {
    return heartbeat(this.receiver.clientId(Math.max(this.#lastGiven, upTo)));
  }

  async #textsOf(payload: AddressedPayload, id: number): Promise<readonly string[]> {
    const entry = { id, firstId: id, revision: Infinity, time: 0, bytes: 0, event: payload };
    const texts: DeliveredTexts = await deliverEntry(entry, this.receiver);
    return texts === 'ended' ? [] : texts;
  }
}

/** Clients check the code, and the beginning of the text. */
export const badQueue = (id: string): Refused =>
  new Refused(`Bad event queue ID: ${id}`, 'BAD_EVENT_QUEUE_ID', { queue_id: id });
