/**
 * The event queues of this node. A queue is a position in the log: events after it come from its
 * organization's feed or from the log itself. Nothing about a queue is stored.
 */
import type { OrganizationId, UserId } from '../../base/ids.ts';
import { restorationsOf } from '../../organization/slices/organizations.ts';
import type { Compatibility } from '../../wire/compatibility.ts';
import { inheritedNotifications } from '../subscriptions.ts';
import { Bitset } from '../../organization/containers/bitset.ts';
import type { AddressedPayload } from '../translation/define.ts';
import type { Payload } from '../translation/shapes.ts';
import { DeliveryThrottle } from './deliveryThrottle.ts';
import { clientEventId } from './eventIds.ts';
import { type IdentifiedText, isHeartbeat, readEventId } from './eventJson.ts';
import {
  type LiveOrganization,
  OrganizationQueues,
  type Poll,
  type QueueDependencies,
} from './organizationQueues.ts';
import { openQueue, type QueueRegistration, type QueueSeal, sealQueue } from './queueRegistration.ts';
import { badQueue, QueueSession, type SessionNotice } from './queueSession.ts';
import { type SlowReader, StreamMonitor } from './streamMonitor.ts';

/** Queues deleted within the last day, on any node. */
interface EndedQueues {
  endQueue(organizationId: OrganizationId, queueId: string): Promise<void>;
  isEndedQueue(queueId: string): Promise<boolean>;
}

type Release = Omit<Extract<Payload, { readonly type: 'restart' }>, 'type' | 'server_generation'>;

interface EventQueueDependencies extends QueueDependencies {
  readonly seal: QueueSeal;
  /** Receives errors of translations. */
  readonly onFailure: (organizationId: OrganizationId, error: unknown) => void;
  /** Receives people whose clients do not read their streams. */
  readonly onSlowReader: (reader: SlowReader) => void;
  readonly ended: EndedQueues;
  readonly compatibility: Compatibility | undefined;
  /** What the event `restart` says. */
  readonly release: Release;
  readonly organization: (organizationId: OrganizationId) => LiveOrganization;
}

/** Approximate bytes of client events kept for all organizations. */
const MAX_BUFFERED_BYTES = 64_000_000;
/** Bytes after which the total is counted again. */
const RECOUNT_BYTES = 1_000_000;
/** Milliseconds between two cleanups of unused queues. */
const SWEEP_INTERVAL_MS = 60_000;
/** Queues of which a node remembers that they know of its start. */
const MAX_REMEMBERED_QUEUES = 100_000;
/** Characters at the end of an ID by which a queue is remembered. */
const REMEMBERED_LENGTH = 24;
/**
 * Longest time in seconds that a queue is kept ready without a poll, whatever the client announced: reopening
 * is cheap.
 */
const MAX_CACHE_SECONDS = 600;

export class EventQueues {
  readonly #parts: EventQueueDependencies;
  readonly #organizations = new Map<OrganizationId, OrganizationQueues>();
  readonly #turns: DeliveryThrottle;
  readonly #readers: StreamMonitor;
  readonly #stopSweeping: () => void;
  /** When this node was started, in UNIX milliseconds. */
  readonly #startedAt: number;
  /** Queues that were made before that and know it. */
  readonly #knowing = new Set<string>();
  /** Bytes added since the last count. */
  #uncounted = 0;
  #closed = false;

  constructor(parts: EventQueueDependencies) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.#turns = new DeliveryThrottle(parts.clock);
    this.#readers = new StreamMonitor(parts.clock, parts.onSlowReader);
    this.#stopSweeping = parts.clock.every(SWEEP_INTERVAL_MS, () => this.#sweep());
  }

  /** When this node was started, in UNIX seconds: the same in all answers. */
  get generation(): number {
    return Math.floor(this.#startedAt / 1000);
  }

  /** Number of queues kept ready. */
  get ready(): number {
    return this.#sum(({ ready }) => ready.size);
  }

  /** Number of waiting polls. */
  get waiting(): number {
    return this.#sum((queues) => queues.waiting);
  }

  /** Approximate bytes of client events kept. */
  get bytes(): number {
    return this.#sum(({ feed }) => feed.bytes);
  }

  /** Number of streams whose client has not read for a while. */
  get stalled(): number {
    return this.#readers.stalled;
  }

  /** How many polls and streams of a person wait, for events or for their client to read. */
  waitingOf(organizationId: OrganizationId, userId: UserId): number {
    return (
      this.#readers.unreadOf(organizationId, userId) +
      (this.#organizations.get(organizationId)?.waitingOf(userId) ?? 0)
    );
  }

  /** Creates a queue for everything after its start; returns its ID. */
  register(registered: Omit<QueueRegistration, 'registeredAt'>): string {
    const queue = { ...registered, registeredAt: this.#parts.clock.now() };
    const id = sealQueue(this.#parts.seal, queue);
    this.#keepReady(id, queue);
    return id;
  }

  /**
   * A queue's client events as JSON texts: existing ones, or else the first that arrives. Fails with
   * BAD_EVENT_QUEUE_ID for a queue that belongs to somebody else, was deleted, or has ended.
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

  /**
   * Fails with BAD_EVENT_QUEUE_ID for a queue that belongs to somebody else or was deleted, and with BAD_REQUEST for
   * an event ID that no queue can have been given.
   */
  async require(organizationId: OrganizationId, userId: UserId, id: string, after: number): Promise<void> {
    const queue = await this.#find(organizationId, userId, id);
    await this.#queuesOf(organizationId).resolveEventId(queue, after);
  }

  /**
   * A queue's client events as they arrive, in batches with the ID to continue from; `[]` after a period of
   * silence. Ends when the client disconnects or polls elsewhere, or the server stops; fails as `poll` does.
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
      const events = texts.filter((text) => !isHeartbeat(text)).map(readEventId);
      after = events.at(-1)?.id ?? after;
      const unread = this.#readers.write(organizationId, userId);
      try {
        yield events;
      } finally {
        this.#readers.read(unread);
      }
    }
  }

  /**
   * Fails with BAD_EVENT_QUEUE_ID for a queue that belongs to somebody else. What is no queue, or none any more, is nobody's: a
   * message may name one that has ended since.
   */
  async requireNotForeign(organizationId: OrganizationId, userId: UserId, id: string): Promise<void> {
    const queue = await this.#registrationOf(organizationId, id);
    if (queue && (queue.organizationId !== organizationId || queue.userId !== userId)) throw badQueue(id);
  }

  /** Ends a queue on every node. */
  async delete(organizationId: OrganizationId, userId: UserId, id: string): Promise<void> {
    const queue = await this.#find(organizationId, userId, id);
    await this.#parts.ended.endQueue(organizationId, id);
    this.#queuesOf(organizationId).ready.delete(id);
    queue.delete();
  }

  /** Delivers an event outside the log to current polls. */
  addEphemeral(organizationId: OrganizationId, payload: AddressedPayload): void {
    this.#organizations.get(organizationId)?.addEphemeral(payload);
  }

  /** Ends all waiting polls. */
  close(): void {
    this.#closed = true;
    this.#stopSweeping();
    this.#readers.close();
    for (const queues of this.#organizations.values()) queues.close();
  }

  #sum(of: (queues: OrganizationQueues) => number): number {
    let sum = 0;
    for (const queues of this.#organizations.values()) sum += of(queues);
    return sum;
  }

  async #find(organizationId: OrganizationId, userId: UserId, id: string): Promise<QueueSession> {
    const queue = await this.#registrationOf(organizationId, id);
    if (queue?.organizationId !== organizationId || queue.userId !== userId) throw badQueue(id);
    if (await this.#parts.ended.isEndedQueue(id)) throw badQueue(id);
    // Another poll may have opened it meanwhile.
    return this.#organizations.get(organizationId)?.ready.get(id) ?? this.#keepReady(id, queue);
  }

  async #registrationOf(organizationId: OrganizationId, id: string): Promise<QueueRegistration | undefined> {
    const ready = this.#organizations.get(organizationId)?.ready.get(id);
    return ready?.receiver.queue ?? openQueue(this.#parts.seal, id);
  }

  #keepReady(id: string, queue: QueueRegistration): QueueSession {
    const queues = this.#queuesOf(queue.organizationId);
    const { host, state } = this.#parts.organization(queue.organizationId);
    const { compatibility } = this.#parts;
    const receiver = {
      id,
      queue,
      host,
      completions: this.#parts.completions,
      clientId: (eventId: number) => clientEventId(eventId, restorationsOf(state)),
      inheritedSettings: () => inheritedNotifications(state.users.byId.get(queue.userId)?.settings),
      compatible:
        compatibility && ((event: object) => compatibility.eventsShown(event, { state, host }, queue.userId)),
    };
    const open = new QueueSession(receiver, queues.ephemeral, this.#restartFor(id, queue));
    open.touchedAt = this.#parts.clock.monotonic();
    queues.ready.keep(open);
    return open;
  }

  /** What a queue that was made before this node was started is told of that, once. */
  #restartFor(id: string, { userId, registeredAt }: QueueRegistration): SessionNotice | undefined {
    const remembered = id.slice(-REMEMBERED_LENGTH);
    if (registeredAt >= this.#startedAt || this.#knowing.has(remembered)) return undefined;
    const payload = { type: 'restart', ...this.#parts.release, server_generation: this.generation } as const;
    const onAcknowledged = (): void => {
      this.#knowing.add(remembered);
      const [oldest] = this.#knowing;
      if (oldest !== undefined && this.#knowing.size > MAX_REMEMBERED_QUEUES) this.#knowing.delete(oldest);
    };
    return { event: { to: Bitset.of([userId]), payload }, onAcknowledged };
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

  /** An event could not be translated: the feed restarts after it, and queues read it from the log. */
  #lose(organizationId: OrganizationId, error: unknown): void {
    this.#organizations.get(organizationId)?.close();
    this.#organizations.delete(organizationId);
    this.#parts.onFailure(organizationId, error);
  }

  /** Occasionally drops the oldest events until the rest fits the limit. */
  #grow(bytes: number): void {
    this.#uncounted += bytes;
    if (this.#uncounted < RECOUNT_BYTES) return;
    this.#uncounted = 0;
    while (this.bytes > MAX_BUFFERED_BYTES) {
      const feeds = [...this.#organizations.values()].map(({ feed }) => feed);
      feeds.reduce((oldest, feed) => (feed.oldest < oldest.oldest ? feed : oldest)).dropOldest();
    }
  }

  #sweep(): void {
    const now = this.#parts.clock.monotonic();
    for (const [organizationId, queues] of this.#organizations) {
      for (const open of queues.ready.values()) {
        const kept = Math.min(open.receiver.queue.idleTimeout, MAX_CACHE_SECONDS) * 1_000;
        if (open.waiter === undefined && now - open.touchedAt > kept) queues.ready.delete(open.receiver.id);
      }
      if (queues.ready.size > 0) continue;
      queues.close();
      this.#organizations.delete(organizationId);
    }
  }
}
