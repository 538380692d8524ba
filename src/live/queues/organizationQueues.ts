/** The queues of one organization on this node: its newest client events, who has a queue ready, and who waits. */
import type { Clock } from '../../clock.ts';
import { Refused } from '../../errors.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import type { UserId } from '../../ids.ts';
import { Bitset } from '../../organization/bitset.ts';
import type { Observer } from '../../organization/moments.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Audience, Moment, AddressedPayload } from '../define.ts';
import type { Completions } from './completions.ts';
import type { DeliveryTurns } from './deliveryTurns.ts';
import { entriesOf } from './entry.ts';
import { revisionOf } from './eventIds.ts';
import { Feed } from './feed.ts';
import type { History } from './history.ts';
import type { OpenQueue } from './openQueue.ts';
import { Parking, type Waiter } from './parking.ts';
import { PassingEvents } from './passing.ts';
import { QueueReader } from './queueReader.ts';
import { ReadyQueues } from './readyQueues.ts';

/** An organization as its queues follow it. */
export interface LiveOrganization {
  readonly state: OrganizationState;
  /** Host name, without a port. */
  readonly host: string;
  /** Whether the state contains a revision, for which it may be waited a little. */
  reaches(revision: number): boolean | Promise<boolean>;
  /** Has each event observed that becomes acknowledged state, in order, until the answered function is called. */
  observe(observer: Observer<OrganizationState>, onFailure: (error: unknown) => void): () => void;
}

/** What is counted of queues. */
export interface QueueMeasures {
  /** So many events were delivered; the first of them happened so many milliseconds ago, where a poll waited for it. */
  delivered(events: number, milliseconds: number | undefined): void;
  /** Events were read in the log. */
  caughtUp(): void;
}

export interface QueueParts {
  readonly measures: QueueMeasures;
  readonly clock: Clock;
  readonly history: History;
  readonly completions: Completions;
}

interface Parts extends Omit<QueueParts, 'completions'> {
  /** Told by how many bytes the feed has grown. */
  readonly onGrown: (bytes: number) => void;
  readonly turns: DeliveryTurns;
  /** Told why an event could not be translated: the feed lacks it, and is of no use any more. */
  readonly onFailure: (error: unknown) => void;
}

/** How a client asks for events. */
export interface Poll {
  /** The last event ID that it acknowledges. */
  readonly after: number;
  /** Whether it waits when there is nothing yet. */
  readonly waits: boolean;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
  /** Throws the refusal of a caller whose credentials are not good any more; asked again after every wait. */
  readonly requireAdmitted: () => void;
}

/** Milliseconds after which a poll that waits is answered with a heartbeat: at least, and at most so much later. */
const HEARTBEAT_AFTER = 45_000;
const HEARTBEAT_SPREAD = 10_000;

/** Bytes above which an answer ends, and ends while more than so many others wait for their turn. */
const LARGEST_ANSWER = 1_000_000;
const SMALL_ANSWER = 128_000;
const MANY = 64;

type Woken = 'more' | 'heartbeat';

export class OrganizationQueues {
  readonly feed: Feed;
  readonly passing: PassingEvents;
  readonly ready = new ReadyQueues();
  readonly #organization: LiveOrganization;
  readonly #clock: Clock;
  readonly #reader: QueueReader;
  /** Those who wait for what they follow, and those who also listen in. */
  readonly #followers: Parking;
  readonly #listeners: Parking;
  readonly #turns: DeliveryTurns;
  readonly #measures: QueueMeasures;
  readonly #onGrown: (bytes: number) => void;
  readonly #stopObserving: () => void;
  #closed = false;

  constructor(organization: LiveOrganization, parts: Parts) {
    this.#organization = organization;
    this.#clock = parts.clock;
    this.#measures = parts.measures;
    this.#onGrown = parts.onGrown;
    this.#turns = parts.turns;
    this.#followers = new Parking(parts.turns);
    this.#listeners = new Parking(parts.turns);
    this.passing = new PassingEvents(parts.clock);
    this.feed = new Feed(organization.state.revision);
    this.#reader = new QueueReader(organization.state.organizationId, this.feed, this.passing, parts);
    this.#stopObserving = organization.observe((event, sides) => this.#take(event, sides), parts.onFailure);
  }

  /** Polls that wait now. */
  get waiting(): number {
    return this.#followers.size + this.#listeners.size;
  }

  waitingOf(userId: UserId): number {
    return this.#followers.waitingOf(userId) + this.#listeners.waitingOf(userId);
  }

  /** Tells those who are here now of something that has no place in the log. */
  addPassing(told: AddressedPayload): void {
    this.passing.add(told);
    this.#wake(told.to);
  }

  /** Client events behind what was acknowledged, as JSON texts; none where nothing comes before the poll ends. */
  async poll(queue: OpenQueue, poll: Poll): Promise<readonly string[]> {
    await this.#requireGiven(poll.after);
    const turn = queue.begin();
    const after = queue.acknowledge(poll.after, this.#clock);
    let position = queue.passedOverFrom(after);
    const heartbeatAt = this.#clock.monotonic() + HEARTBEAT_AFTER + Math.random() * HEARTBEAT_SPREAD;
    let hasWaited = false;
    if (!this.#reader.isAtEnd(queue, position)) await this.#turns.enter();
    for (;;) {
      poll.requireAdmitted();
      const most = this.#turns.waiting > MANY ? SMALL_ANSWER : LARGEST_ANSWER;
      const { texts, upTo, firstAt } = await this.#reader.read(queue, position, most);
      const isOver = !poll.waits || this.#closed || poll.gone.aborted || queue.turn !== turn;
      if (texts.length > 0 || isOver) {
        const sinceEvent = firstAt === undefined || !hasWaited ? undefined : this.#clock.now() - firstAt;
        this.#measures.delivered(texts.length, sinceEvent);
        return texts;
      }
      position = upTo;
      queue.passOver(after, upTo);
      if (!this.#reader.isAtEnd(queue, position)) continue;
      hasWaited = true;
      const woken = await this.#park(queue, poll.gone, heartbeatAt);
      if (woken === 'heartbeat') return [queue.heartbeat(this.feed.upTo)];
    }
  }

  /** Ends all polls that wait, and follows the organization no more. */
  close(): void {
    this.#closed = true;
    this.#stopObserving();
    this.#followers.wakeAll();
    this.#listeners.wakeAll();
  }

  /** Refuses an ID that no queue can have been given: the client has it from another server, or made it up. */
  async #requireGiven(id: number): Promise<void> {
    const revision = revisionOf(id);
    if (revision <= this.feed.upTo || (await this.#organization.reaches(revision))) return;
    throw new Refused(`Event ${id} was not in this queue`);
  }

  #park(queue: OpenQueue, gone: AbortSignal, heartbeatAt: number): Promise<Woken> {
    const { allPublicChannels, narrow, userId } = queue.receiver.queue;
    const parking = allPublicChannels || narrow.length > 0 ? this.#listeners : this.#followers;
    return new Promise((resolve) => {
      const end = (woken: Woken): void => {
        cancel();
        parking.remove(waiter);
        gone.removeEventListener('abort', wake);
        queue.waiter = undefined;
        resolve(woken);
      };
      const wake = (): void => end('more');
      const waiter: Waiter = { userId, wake };
      const cancel = this.#clock.after(Math.max(heartbeatAt - this.#clock.monotonic(), 0), () =>
        end('heartbeat'),
      );
      gone.addEventListener('abort', wake);
      queue.waiter = waiter;
      parking.add(waiter);
    });
  }

  #take(event: AnyEvent, sides: Omit<Moment, 'host'>): void {
    const entries = entriesOf(event, { ...sides, host: this.#organization.host });
    this.feed.append(event.revision, entries);
    this.#onGrown(entries.reduce((sum, { bytes }) => sum + bytes, 0));
    for (const { event: told } of entries) {
      this.#wake(told.to);
      if ('payload' in told && told.offeredTo !== undefined) this.#listeners.wake(told.offeredTo);
    }
    // Nobody is told, but polls under the old key end.
    if (event.type === 'ApiKeyRegenerated') this.#wake(Bitset.of([event.data.userId]));
  }

  #wake(audience: Audience): void {
    this.#followers.wake(audience);
    this.#listeners.wake(audience);
  }
}
