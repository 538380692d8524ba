/** Reads the events after a cursor: from the feed if that goes back far enough, otherwise from the log. */
import { NotReady } from '../../errors.ts';
import type { OrganizationId } from '../../ids.ts';
import { PollAnswer } from './answer.ts';
import { deliverEntry } from './delivery.ts';
import type { DeliveryThrottle } from './deliveryTurns.ts';
import { lastEventIdOf, revisionOf } from './eventIds.ts';
import type { ClientEventBuffer } from './feed.ts';
import type { EventHistory, EventRange } from './history.ts';
import { badQueue, type QueueSession } from './openQueue.ts';
import type { EphemeralBuffer } from './passing.ts';

/** Entries of the feed that a delivery examines before others get their turn. */
const ENTRIES_PER_TURN = 512;

/** Events as JSON texts, and the ID up to which there are no others. */
export interface QueuePage {
  readonly texts: readonly string[];
  readonly upTo: number;
  /**
   * When the first event of the log among them happened, in UNIX milliseconds; undefined if there is none.
   */
  readonly firstAt: number | undefined;
}

/** What a poll wants to read. */
export interface QueueReadRequest {
  readonly after: number;
  readonly mostBytes: number;
  /** The poll's number in its queue. */
  readonly turn: number;
}

interface QueueReaderDependencies {
  readonly history: EventHistory;
  readonly measures: { caughtUp(): void };
  readonly turns: DeliveryThrottle;
}

export class QueueReader {
  readonly #organizationId: OrganizationId;
  readonly #feed: ClientEventBuffer;
  readonly #passing: EphemeralBuffer;
  readonly #history: EventHistory;
  readonly #caughtUp: () => void;
  readonly #turns: DeliveryThrottle;

  constructor(
    organizationId: OrganizationId,
    feed: ClientEventBuffer,
    passing: EphemeralBuffer,
    parts: QueueReaderDependencies,
  ) {
    this.#organizationId = organizationId;
    this.#feed = feed;
    this.#passing = passing;
    this.#history = parts.history;
    this.#turns = parts.turns;
    this.#caughtUp = () => parts.measures.caughtUp();
  }

  /** Whether there is nothing for the queue after an ID. */
  isAtEnd(queue: QueueSession, id: number): boolean {
    return id >= lastEventIdOf(this.#feed.upTo) && !queue.hasEphemeral(this.#passing);
  }

  /**
   * Events for a poll after an ID, about `mostBytes` at most. If a view is not available, the events
   * before it are returned; fails with `NotReady` if there are none, and with BAD_EVENT_QUEUE_ID if the queue
   * has ended.
   */
  async read(queue: QueueSession, { after, mostBytes, turn }: QueueReadRequest): Promise<QueuePage> {
    const answer = new PollAnswer(mostBytes);
    let upTo = after;
    try {
      while (!answer.isFull) {
        const stretch = await this.#behind(upTo);
        if (stretch === undefined) {
          const revision = this.#feed.upTo;
          answer.add(await queue.readEphemeral(this.#passing, { after: upTo, revision, turn }));
          upTo = Math.max(upTo, lastEventIdOf(revision));
          break;
        }
        upTo = await deliverAll(stretch, upTo, queue, answer);
      }
    } catch (error) {
      if (answer.isEmpty || !(error instanceof NotReady)) throw error;
    }
    return { texts: answer.texts, upTo, firstAt: answer.firstAt };
  }

  /** Undefined at the end. */
  async #behind(id: number): Promise<EventRange | undefined> {
    if (!this.#feed.covers(id)) return this.#inHistory(id);
    const entries = this.#feed.after(id, ENTRIES_PER_TURN);
    const last = entries.at(-1);
    if (entries.length >= ENTRIES_PER_TURN) await this.#turns.again();
    return last && { entries, upTo: last.id };
  }

  async #inHistory(id: number): Promise<EventRange> {
    const revision = revisionOf(id);
    const hasAll = id >= lastEventIdOf(revision);
    this.#caughtUp();
    const stretch = await this.#history.after(this.#organizationId, hasAll ? revision : revision - 1);
    await this.#turns.again();
    if (stretch.upTo <= id) throw new NotReady('The log does not show yet what this queue is told next.');
    return stretch;
  }
}

/** Delivers until the answer is full; returns the ID up to which everything has been examined. */
async function deliverAll(
  { entries, upTo }: EventRange,
  after: number,
  queue: QueueSession,
  answer: PollAnswer,
): Promise<number> {
  let passed = after;
  for (const entry of entries) {
    if (entry.id <= after) continue;
    if (answer.isFull && entry.id > passed) return passed;
    answer.add(queue.unacknowledged(passed, entry.id));
    const whole = answer.merged(entry);
    const delivering = deliverEntry(whole, queue.receiver);
    const texts = delivering instanceof Promise ? await delivering : delivering;
    if (texts === 'ended') throw badQueue(queue.receiver.id);
    answer.addEntry(whole, texts);
    passed = entry.id;
  }
  answer.add(queue.unacknowledged(passed, upTo));
  return Math.max(passed, upTo);
}
