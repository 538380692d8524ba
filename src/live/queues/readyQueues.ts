/** The queues that a node keeps ready: so many of one person, the newest ones, for each is made again from its ID. */
import type { UserId } from '../../ids.ts';
import type { QueueSession } from './openQueue.ts';

/** More than may wait at the same time. */
const MAX_QUEUES_PER_USER = 200;

export class QueueCache {
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
