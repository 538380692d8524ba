/** The queues of one organization on this node: its newest client events, open queues, and waiting polls. */
import type { Clock } from '../../base/clock.ts';
import { Refused } from '../../base/errors.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import { Bitset } from '../../organization/containers/bitset.ts';
import { restorationsOf } from '../../organization/slices/organizations.ts';
import { responsibleUser } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Observer } from '../../organization/transitions.ts';
import { everybody } from '../translation/audiences.ts';
import type { AddressedPayload, Audience, LiveTransition } from '../translation/define.ts';
import { toBufferedEvents } from './bufferedEvent.ts';
import { ClientEventBuffer, type EventHistory } from './clientEventBuffer.ts';
import type { DeliveryThrottle } from './deliveryThrottle.ts';
import { logEventId, revisionOf } from './eventIds.ts';
import type { DeferredFields } from './eventJson.ts';
import { QueueReader } from './queueReader.ts';
import {
  badQueue,
  EphemeralBuffer,
  type QueueSession,
  type WaitingPoll,
  WaitingPolls,
} from './queueSession.ts';

// The queues that a node keeps ready: so many of one person, the newest ones, for each is made again from its ID.

/** More than may wait at the same time. */
const MAX_QUEUES_PER_USER = 200;

class QueueCache {
  readonly #byId = new Map<string, QueueSession>();
  readonly #idsOf = new Map<UserId, Set<string>>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): QueueSession | undefined {
    return this.#byId.get(id);
  }

  /** Keeps one, and drops the oldest of the same person that nobody waits for where they have too many. */
  keep(queue: QueueSession): void {
    const { id, queue: registered } = queue.receiver;
    const ids = this.#idsOf.get(registered.userId) ?? new Set();
    this.#idsOf.set(registered.userId, ids);
    if (ids.size >= MAX_QUEUES_PER_USER && !ids.has(id)) {
      const oldest = [...ids].find((other) => this.#byId.get(other)?.waiter === undefined);
      if (oldest !== undefined) this.delete(oldest);
    }
    ids.add(id);
    this.#byId.set(id, queue);
  }

  delete(id: string): void {
    const userId = this.#byId.get(id)?.receiver.queue.userId;
    if (userId === undefined) return;
    this.#byId.delete(id);
    const ids = this.#idsOf.get(userId);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsOf.delete(userId);
  }

  values(): Iterable<QueueSession> {
    return this.#byId.values();
  }
}

/** An organization as its queues see it. */
export interface LiveOrganization {
  readonly state: OrganizationState;
  /** Host name, without a port. */
  readonly host: string;
  /** Whether the state contains a revision, possibly after a short wait. */
  hasRevision(revision: number): boolean | Promise<boolean>;
  /**
   * Shows the observer each event as it becomes acknowledged state, in order, until the returned function is
   * called.
   */
  observe(observer: Observer<OrganizationState>, onFailure: (error: unknown) => void): () => void;
}

/** Metrics of queues. */
interface QueueMetrics {
  /** Events were delivered; the first happened so many milliseconds ago, if a poll was waiting for it. */
  delivered(events: number, milliseconds: number | undefined): void;
  /** A waiting client got events up to a revision; absent unless somebody wants to know. */
  readonly reached?: (organizationId: OrganizationId, after: number, upTo: number) => void;
  /** Events were read from the log. */
  caughtUp(): void;
}

export interface QueueDependencies {
  readonly measures: QueueMetrics;
  readonly clock: Clock;
  readonly history: EventHistory;
  readonly completions: DeferredFields;
}

interface OrganizationQueueDependencies extends Omit<QueueDependencies, 'completions'> {
  /** Receives the number of bytes by which the feed has grown. */
  readonly onGrown: (bytes: number) => void;
  readonly turns: DeliveryThrottle;
  /** Receives the error of a translation: the feed lacks the event and must restart. */
  readonly onFailure: (error: unknown) => void;
}

/** A client's request for events. */
export interface Poll {
  /** The last event ID that it acknowledges. */
  readonly after: number;
  /** Whether to wait if there are no events yet. */
  readonly waits: boolean;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
  /** Throws a refusal if the caller's credentials have become invalid; called after every wait. */
  readonly requireAdmitted: () => void;
  /** Counts older events that were read of the log for it as so many more polls. */
  readonly charge: (polls: number) => void;
}

/** Minimum milliseconds until a waiting poll is answered with a heartbeat; at most twice as many. */
const HEARTBEAT_MS = 45_000;
const HEARTBEAT_JITTER_MS = 10_000;

/** Bytes after which an answer ends; fewer if many others wait for their turn. */
const MAX_ANSWER_BYTES = 1_000_000;
const BUSY_ANSWER_BYTES = 128_000;
const BUSY_QUEUE_LENGTH = 64;

type Woken = 'more' | 'heartbeat';

export class OrganizationQueues {
  readonly feed: ClientEventBuffer;
  readonly ephemeral: EphemeralBuffer;
  readonly ready = new QueueCache();
  readonly #organization: LiveOrganization;
  readonly #clock: Clock;
  readonly #reader: QueueReader;
  /** Polls waiting for subscribed channels, and those that also receive other channels. */
  readonly #followers: WaitingPolls;
  readonly #listeners: WaitingPolls;
  readonly #turns: DeliveryThrottle;
  readonly #measures: QueueMetrics;
  readonly #onGrown: (bytes: number) => void;
  readonly #stopObserving: () => void;
  #closed = false;

  constructor(organization: LiveOrganization, parts: OrganizationQueueDependencies) {
    this.#organization = organization;
    this.#clock = parts.clock;
    this.#measures = parts.measures;
    this.#onGrown = parts.onGrown;
    this.#turns = parts.turns;
    this.#followers = new WaitingPolls(parts.turns);
    this.#listeners = new WaitingPolls(parts.turns);
    this.ephemeral = new EphemeralBuffer(parts.clock);
    this.feed = new ClientEventBuffer(organization.state.revision);
    this.#reader = new QueueReader(organization.state.organizationId, this.feed, this.ephemeral, {
      ...parts,
      ownerOf: (userId) => responsibleUser(organization.state, userId),
    });
    this.#stopObserving = organization.observe((event, sides) => this.#take(event, sides), parts.onFailure);
  }

  /** Number of waiting polls. */
  get waiting(): number {
    return this.#followers.size + this.#listeners.size;
  }

  waitingOf(userId: UserId): number {
    return this.#followers.waitingOf(userId) + this.#listeners.waitingOf(userId);
  }

  /** Delivers an event outside the log to current polls. */
  addEphemeral(payload: AddressedPayload): void {
    this.ephemeral.add(payload);
    this.#wake(payload.to);
  }

  /** Client events after the acknowledged one, as JSON texts; none if none arrive before the poll ends. */
  async poll(queue: QueueSession, poll: Poll): Promise<readonly string[]> {
    const acknowledged = await this.resolveEventId(queue, poll.after);
    const turn = queue.begin(poll.gone);
    const after = queue.acknowledge(acknowledged, this.#clock);
    let position = queue.skipFrom(after);
    const heartbeatAt = this.#clock.monotonic() + HEARTBEAT_MS + Math.random() * HEARTBEAT_JITTER_MS;
    let [hasWaited, isHeartbeatDue] = [false, false];
    if (!this.#reader.isAtEnd(queue, position)) await this.#turns.enter();
    for (;;) {
      poll.requireAdmitted();
      queue.requireExists();
      const mostBytes = this.#turns.waiting > BUSY_QUEUE_LENGTH ? BUSY_ANSWER_BYTES : MAX_ANSWER_BYTES;
      const request = { after: position, mostBytes, turn, charge: poll.charge };
      const { texts, upTo, firstAt } = await this.#reader.read(queue, request);
      const isOver = !poll.waits || this.#closed || poll.gone.aborted || queue.turn !== turn;
      if (texts.length > 0 || isOver) {
        const sinceEvent = firstAt === undefined || !hasWaited ? undefined : this.#clock.now() - firstAt;
        this.#measures.delivered(texts.length, sinceEvent);
        if (hasWaited && texts.length > 0) this.#reached(position, upTo);
        return texts;
      }
      position = upTo;
      queue.skip(after, upTo);
      if (!this.#reader.isAtEnd(queue, position)) continue;
      // Only after another read: an event may have come while its poll had not had its turn yet.
      if (isHeartbeatDue) return [queue.heartbeat(position)];
      hasWaited = true;
      isHeartbeatDue = (await this.#park(queue, poll.gone, heartbeatAt)) === 'heartbeat';
    }
  }

  #reached(after: number, upTo: number): void {
    const { organizationId } = this.#organization.state;
    this.#measures.reached?.(organizationId, revisionOf(after), revisionOf(upTo));
  }

  /** Ends all waiting polls and stops observing the organization. */
  close(): void {
    this.#closed = true;
    this.#stopObserving();
    this.#followers.wakeAll();
    this.#listeners.wakeAll();
  }

  /**
   * The event that a client has seen under an ID. Fails with BAD_EVENT_QUEUE_ID for one that a restore from a back-up has
   * lost, so that the client registers again; refuses one from another server, or made up.
   */
  async resolveEventId(queue: QueueSession, shown: number): Promise<number> {
    const id = logEventId(shown, restorationsOf(this.#organization.state));
    if (id === undefined) throw badQueue(queue.receiver.id);
    const revision = revisionOf(id);
    if (revision <= this.feed.upTo || (await this.#organization.hasRevision(revision))) return id;
    throw new Refused(`Event ${shown} was not in this queue`);
  }

  #park(queue: QueueSession, gone: AbortSignal, heartbeatAt: number): Promise<Woken> {
    const { allPublicChannels, narrow, userId } = queue.receiver.queue;
    const parking = allPublicChannels || narrow.length > 0 ? this.#listeners : this.#followers;
    return new Promise((resolve) => {
      const end = (woken: Woken): void => {
        cancel();
        parking.remove(waiter);
        gone.removeEventListener('abort', wake);
        queue.waiter = undefined;
        queue.touchedAt = this.#clock.monotonic();
        resolve(woken);
      };
      const wake = (): void => end('more');
      const waiter: WaitingPoll = { userId, wake };
      const cancel = this.#clock.after(Math.max(heartbeatAt - this.#clock.monotonic(), 0), () =>
        end('heartbeat'),
      );
      gone.addEventListener('abort', wake);
      queue.waiter = waiter;
      parking.add(waiter);
    });
  }

  #take(event: AnyEvent, sides: Omit<LiveTransition, 'host'>): void {
    const entries = toBufferedEvents(event, { ...sides, host: this.#organization.host });
    this.feed.append(event.revision, entries);
    this.#onGrown(entries.reduce((sum, { bytes }) => sum + bytes, 0));
    for (const { event: clientEvent } of entries) {
      this.#wake(clientEvent.to);
      if ('payload' in clientEvent && clientEvent.offeredTo !== undefined)
        this.#listeners.wake(clientEvent.offeredTo);
    }
    // Nobody is notified, but polls end: of accounts that nobody may use any more, as bots with their owners, with
    // the old key, and in the ended session.
    const [were, are] = [everybody(sides.before), everybody(sides.after)];
    if (were !== are) this.#wake(were.difference(are));
    if (event.type === 'ApiKeyRegenerated' || event.type === 'SessionsEnded')
      this.#wake(Bitset.of([event.data.userId]));
  }

  #wake(audience: Audience): void {
    this.#followers.wake(audience);
    this.#listeners.wake(audience);
  }
}
