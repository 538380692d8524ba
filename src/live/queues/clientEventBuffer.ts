/**
 * The newest client events of one organization, kept in memory for its queues: everything after `from`, in
 * order. Queues with an older cursor read from the log (`EventHistory`).
 */
import { partitionPoint } from '../../base/collections.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { BufferedEvent } from './bufferedEvent.ts';
import { lastEventIdOf } from './eventIds.ts';

/** Entries removed from the list at a time, because moving the rest is expensive. */
const DROP_BATCH = 1_024;

export class ClientEventBuffer {
  /** Approximate bytes of its entries. */
  bytes = 0;
  /** All client events of later revisions are here. */
  #from: number;
  /** The last revision whose client events are here. */
  #upTo: number;
  readonly #entries: BufferedEvent[] = [];
  #dropped = 0;

  /** An empty feed that begins after a revision. */
  constructor(revision: number) {
    this.#from = revision;
    this.#upTo = revision;
  }

  /** The last revision whose client events it contains. */
  get upTo(): number {
    return this.#upTo;
  }

  /** Whether everything after an ID is here. */
  covers(id: number): boolean {
    return id >= lastEventIdOf(this.#from);
  }

  /** When the oldest entry happened, in UNIX milliseconds; Infinity if there is none. */
  get oldest(): number {
    return this.#entries[this.#dropped]?.time ?? Infinity;
  }

  /** Adds the client events of the next revision. */
  append(revision: number, entries: readonly BufferedEvent[]): void {
    this.#upTo = revision;
    for (const entry of entries) {
      this.#entries.push(entry);
      this.bytes += entry.bytes;
    }
  }

  /**
   * The next entries after an ID, in order, about `limit` of them: entries with the same ID stay together.
   */
  after(id: number, limit: number): readonly BufferedEvent[] {
    const first = this.#indexAfter(id);
    let end = Math.min(first + limit, this.#entries.length);
    while (end > first && this.#entries[end]?.id === this.#entries[end - 1]?.id) end += 1;
    return this.#entries.slice(first, end);
  }

  /** Drops the entries of its oldest revision. */
  dropOldest(): void {
    const revision = this.#entries[this.#dropped]?.revision;
    if (revision === undefined) return;
    for (
      let entry = this.#entries[this.#dropped];
      entry?.revision === revision;
      entry = this.#entries[this.#dropped]
    ) {
      this.bytes -= entry.bytes;
      this.#dropped += 1;
    }
    this.#from = revision;
    if (this.#dropped < DROP_BATCH) return;
    this.#entries.splice(0, this.#dropped);
    this.#dropped = 0;
  }

  #indexAfter(id: number): number {
    const isUpTo = (index: number): boolean => (this.#entries[index] as BufferedEvent).id <= id;
    return partitionPoint(this.#dropped, this.#entries.length, isUpTo);
  }
}

// Client events that are no longer in memory, recomputed from the log.

/** Consecutive client events, and the ID up to which there are no others. */
export interface EventRange {
  readonly entries: readonly BufferedEvent[];
  readonly upTo: number;
}

/** The poll that wants older client events. */
export interface HistoryAsker {
  /** The account that answers for it: the owner of a bot, the account itself otherwise. */
  readonly ownerId: UserId;
  /** Aborted when the poll ends: nobody waits for the events any more. */
  readonly ended: AbortSignal;
  /** Charges it for what it has caused, in polls. */
  charge(polls: number): void;
}

export interface EventHistory {
  /**
   * The client events of the revisions that follow. Fails with `NotReady` if the log cannot be read now or the poll has
   * ended, and with RATE_LIMIT_HIT if the person has too many such requests.
   */
  after(organizationId: OrganizationId, revision: number, asker: HistoryAsker): Promise<EventRange>;
}
