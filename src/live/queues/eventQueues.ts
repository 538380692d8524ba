/**
 * The event queues of this node. A queue is a position in the log: what a client has not seen is read behind it, from the feed
 * of its organization or from the log itself. Nothing about a queue is stored.
 */
import type { OrganizationId, UserId } from '../../ids.ts';
import type { AddressedPayload } from '../define.ts';
import { DeliveryTurns } from './deliveryTurns.ts';
import { inheritedNotifications } from '../subscriptionSettings.ts';
import { badQueue, OpenQueue } from './openQueue.ts';
import {
  type LiveOrganization,
  OrganizationQueues,
  type Poll,
  type QueueParts,
} from './organizationQueues.ts';
import { identified, type IdentifiedText, isHeartbeat } from './texts.ts';
import { openQueue, type Queue, type QueueSeal, sealQueue } from './queue.ts';

/** Queues that were deleted, for a day, whichever node was told. */
export interface EndedQueues {
  endQueue(organizationId: OrganizationId, queueId: string): Promise<void>;
  isEndedQueue(queueId: string): Promise<boolean>;
}

export interface EventQueueParts extends QueueParts {
  readonly seal: QueueSeal;
  /** Told of an event that could not be translated. */
  readonly onFailure: (organizationId: OrganizationId, error: unknown) => void;
  readonly ended: EndedQueues;
  readonly organization: (organizationId: OrganizationId) => LiveOrganization;
}

/** Bytes of client events that are kept for all organizations, roughly. */
const MOST_BYTES = 64_000_000;
/** They are counted when so many have come since the last time. */
const COUNTED_EVERY = 1_000_000;
/** Milliseconds between two looks at what is not used any more. */
const SWEEP_EVERY = 60_000;
/** Seconds for which a queue is kept ready without a poll, whatever was announced: coming back costs little. */
const READY_FOR = 600;

export class EventQueues {
  readonly #parts: EventQueueParts;
  readonly #organizations = new Map<OrganizationId, OrganizationQueues>();
  readonly #turns: DeliveryTurns;
  /** Streams whose client has yet to read, by organization and person. */
  readonly #writing = new Map<string, number>();
  readonly #stopSweeping: () => void;
  /** Bytes that have come since all were counted. */
  #uncounted = 0;
  #closed = false;

  constructor(parts: EventQueueParts) {
    this.#parts = parts;
    this.#turns = new DeliveryTurns(parts.clock);
    this.#stopSweeping = parts.clock.every(SWEEP_EVERY, () => this.#sweep());
  }

  /** Queues that are kept ready. */
  get ready(): number {
    return this.#sum(({ ready }) => ready.size);
  }

  /** Polls that wait. */
  get waiting(): number {
    return this.#sum((queues) => queues.waiting);
  }

  /** Bytes of client events that are kept, roughly. */
  get bytes(): number {
    return this.#sum(({ feed }) => feed.bytes);
  }

  /** How many polls and streams of a person wait, for events or for their client to read. */
  waitingOf(organizationId: OrganizationId, userId: UserId): number {
    const writing = this.#writing.get(`${organizationId}/${userId}`) ?? 0;
    return writing + (this.#organizations.get(organizationId)?.waitingOf(userId) ?? 0);
  }

  /** Makes a queue that tells of everything behind its start; answers its ID. */
  register(queue: Queue): string {
    const id = sealQueue(this.#parts.seal, queue);
    this.#keepReady(id, queue);
    return id;
  }

  /**
   * Client events of a queue as JSON texts: what is there, or else the first that comes. Fails with BAD_EVENT_QUEUE_ID for
   * a queue that is not this person's, was deleted, or has ended.
   */
  async poll(
    organizationId: OrganizationId,
    userId: UserId,
    id: string,
    poll: Poll,
  ): Promise<readonly string[]> {
    const queue = await this.#find(organizationId, userId, id);
    return this.#queuesOf(organizationId).poll(queue, poll);
  }

  /** Fails with BAD_EVENT_QUEUE_ID for a queue that is not this person's, or was deleted. */
  async require(organizationId: OrganizationId, userId: UserId, id: string): Promise<void> {
    await this.#find(organizationId, userId, id);
  }

  /**
   * Client events of a queue as they come, in lots, with the ID to go on from; `[]` where there was nothing for a while. Ends
   * when the client goes, asks again elsewhere, or the server stops; fails as `poll` does.
   */
  async *follow(
    organizationId: OrganizationId,
    userId: UserId,
    id: string,
    poll: Omit<Poll, 'waits'>,
  ): AsyncGenerator<readonly IdentifiedText[]> {
    let { after } = poll;
    for (;;) {
      const texts = await this.poll(organizationId, userId, id, { ...poll, after, waits: true });
      if (texts.length === 0) return;
      const events = texts.filter((text) => !isHeartbeat(text)).map(identified);
      after = events.at(-1)?.id ?? after;
      this.#count(organizationId, userId, 1);
      try {
        yield events;
      } finally {
        this.#count(organizationId, userId, -1);
      }
    }
  }

  /** Ends a queue on every node. */
  async delete(organizationId: OrganizationId, userId: UserId, id: string): Promise<void> {
    const queue = await this.#find(organizationId, userId, id);
    await this.#parts.ended.endQueue(organizationId, id);
    this.#queuesOf(organizationId).ready.delete(id);
    queue.begin();
  }

  /** Tells those who poll now of something that has no place in the log. */
  addPassing(organizationId: OrganizationId, told: AddressedPayload): void {
    this.#organizations.get(organizationId)?.addPassing(told);
  }

  /** Ends all polls that wait. */
  close(): void {
    this.#closed = true;
    this.#stopSweeping();
    for (const queues of this.#organizations.values()) queues.close();
  }

  #count(organizationId: OrganizationId, userId: UserId, change: 1 | -1): void {
    const key = `${organizationId}/${userId}`;
    const count = (this.#writing.get(key) ?? 0) + change;
    if (count > 0) this.#writing.set(key, count);
    else this.#writing.delete(key);
  }

  #sum(of: (queues: OrganizationQueues) => number): number {
    let sum = 0;
    for (const queues of this.#organizations.values()) sum += of(queues);
    return sum;
  }

  async #find(organizationId: OrganizationId, userId: UserId, id: string): Promise<OpenQueue> {
    const ready = this.#organizations.get(organizationId)?.ready.get(id);
    const queue = ready?.receiver.queue ?? (await openQueue(this.#parts.seal, id));
    if (queue?.organizationId !== organizationId || queue.userId !== userId) throw badQueue(id);
    if (await this.#parts.ended.isEndedQueue(id)) throw badQueue(id);
    return ready ?? this.#keepReady(id, queue);
  }

  #keepReady(id: string, queue: Queue): OpenQueue {
    const queues = this.#queuesOf(queue.organizationId);
    const { host, state } = this.#parts.organization(queue.organizationId);
    const receiver = {
      ...{ id, queue, host, completions: this.#parts.completions },
      inherited: () => inheritedNotifications(state.users.byId.get(queue.userId)?.settings),
    };
    const open = new OpenQueue(receiver, queues.passing);
    open.touchedAt = this.#parts.clock.monotonic();
    queues.ready.keep(open);
    return open;
  }

  #queuesOf(organizationId: OrganizationId): OrganizationQueues {
    const known = this.#organizations.get(organizationId);
    if (known) return known;
    const opened = new OrganizationQueues(this.#parts.organization(organizationId), {
      ...this.#parts,
      turns: this.#turns,
      onGrown: (bytes) => this.#grow(bytes),
      onFailure: (error) => this.#lose(organizationId, error),
    });
    this.#organizations.set(organizationId, opened);
    if (this.#closed) opened.close();
    return opened;
  }

  /** An event could not be translated here: queues begin anew behind it, and read it in the log. */
  #lose(organizationId: OrganizationId, error: unknown): void {
    this.#organizations.get(organizationId)?.close();
    this.#organizations.delete(organizationId);
    this.#parts.onFailure(organizationId, error);
  }

  /** Now and then drops the oldest events of all until the rest is few enough. */
  #grow(bytes: number): void {
    this.#uncounted += bytes;
    if (this.#uncounted < COUNTED_EVERY) return;
    this.#uncounted = 0;
    while (this.bytes > MOST_BYTES) {
      const feeds = [...this.#organizations.values()].map(({ feed }) => feed);
      feeds.reduce((oldest, feed) => (feed.oldest < oldest.oldest ? feed : oldest)).dropOldest();
    }
  }

  #sweep(): void {
    const now = this.#parts.clock.monotonic();
    for (const [organizationId, queues] of this.#organizations) {
      for (const open of queues.ready.values()) {
        const kept = Math.min(open.receiver.queue.idleTimeout, READY_FOR) * 1_000;
        if (open.waiter === undefined && now - open.touchedAt > kept) queues.ready.delete(open.receiver.id);
      }
      if (queues.ready.size > 0) continue;
      queues.close();
      this.#organizations.delete(organizationId);
    }
  }
}
