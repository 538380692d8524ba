/**
 * Turns of the event loop: how long work yields to other work, and how tasks of one thread wait for each
 * other.
 */

/** Resolves in the next turn of the event loop, after the timers and sockets that are due. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A signal that can be waited for again and again; a ring that nobody waits for is forgotten. */
export class ConditionVariable {
  #waiting: (() => void)[] = [];

  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  notifyAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** At most `width` tasks at a time; the others wait in line. */
export class Semaphore {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(width: number) {
    this.#free = width;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#line.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#line.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** Ends of turns, shared by all tasks that wait for them, so that what they do next goes into one commit. */
let awaited: Promise<void> | undefined;
let gathered: Promise<void> | undefined;

/** Resolves when all requests that have arrived so far have been read. */
export const endOfTurn = (): Promise<void> =>
  (awaited ??= new Promise((resolve) =>
    setImmediate(() => {
      awaited = undefined;
      resolve();
    }),
  ));

/**
 * Resolves a turn later still. The answers of the last batch are sent at the end of this turn, and many
 * clients send their next request immediately: without this wait half of the clients would form a batch of
 * their own, with twice the number of flushes.
 */
export const batchWindow = (): Promise<void> =>
  (gathered ??= endOfTurn()
    .then(endOfTurn)
    .then(() => {
      gathered = undefined;
    }));

// Queues in which organizations take turns, and people within each, so that nobody waits for all of somebody else's work.

/** The organization and the person for whom work is done. */
export interface Requester {
  readonly organizationId: number;
  /** The account that answers for it: the owner of a bot, the account itself otherwise. */
  readonly ownerId: number;
}

interface Queue<Item> {
  readonly isEmpty: boolean;
  /** True if there was room for it. */
  add(item: Item): boolean;
  /** Puts a taken item back in front. */
  putBack(item: Item): void;
  take(): Item | undefined;
  removeWhere(isMeant: (item: Item) => boolean): Item[];
}

/** First come, first served. */
class FifoQueue<Item> implements Queue<Item> {
  readonly #limit: number;
  #items: Item[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  add(item: Item): boolean {
    return this.#items.length < this.#limit && this.#items.push(item) > 0;
  }

  putBack(item: Item): void {
    this.#items.unshift(item);
  }

  take(): Item | undefined {
    return this.#items.shift();
  }

  removeWhere(isMeant: (item: Item) => boolean): Item[] {
    const removed = this.#items.filter(isMeant);
    this.#items = this.#items.filter((item) => !isMeant(item));
    return removed;
  }
}

/** Queues by key that take turns, one item each. */
class Turns<Item> implements Queue<Item> {
  readonly #keyOf: (item: Item) => number;
  readonly #start: () => Queue<Item>;
  /** Queues with items and the one served last, in order. */
  readonly #queues = new Map<number, Queue<Item>>();
  #servedLast: number | undefined;

  constructor(keyOf: (item: Item) => number, start: () => Queue<Item>) {
    this.#keyOf = keyOf;
    this.#start = start;
  }

  get isEmpty(): boolean {
    return [...this.#queues.values()].every(({ isEmpty }) => isEmpty);
  }

  add(item: Item): boolean {
    return this.#queueOf(item).add(item);
  }

  putBack(item: Item): void {
    this.#queueOf(item).putBack(item);
  }

  take(): Item | undefined {
    this.#endTurn();
    const [next] = this.#queues;
    this.#servedLast = next?.[0];
    return next?.[1].take();
  }

  removeWhere(isMeant: (item: Item) => boolean): Item[] {
    const removed = [...this.#queues.values()].flatMap((queue) => queue.removeWhere(isMeant));
    for (const [key, { isEmpty }] of this.#queues) if (isEmpty) this.#queues.delete(key);
    return removed;
  }

  /** Only for the next round: callers that arrived during this one go first. */
  #endTurn(): void {
    const key = this.#servedLast;
    const queue = key === undefined ? undefined : this.#queues.get(key);
    if (key === undefined || !queue) return;
    this.#queues.delete(key);
    if (!queue.isEmpty) this.#queues.set(key, queue);
  }

  #queueOf(item: Item): Queue<Item> {
    const key = this.#keyOf(item);
    const queue = this.#queues.get(key) ?? this.#start();
    this.#queues.set(key, queue);
    return queue;
  }
}

/** Limits of waiting items. */
export interface QueueLimits {
  readonly queueLimit: number;
  /** Per owner. */
  readonly ownerLimit: number;
}

/**
 * Waiting items: organizations take turns, their owners take turns within each, and one owner's items are in
 * order.
 */
export class FairQueue<Item extends { readonly asker: Requester }> {
  readonly #limit: number;
  readonly #turns: Turns<Item>;
  #size = 0;

  constructor({ queueLimit, ownerLimit }: QueueLimits) {
    this.#limit = queueLimit;
    const line = () => new FifoQueue<Item>(ownerLimit);
    const owners = () => new Turns<Item>(({ asker }) => asker.ownerId, line);
    this.#turns = new Turns(({ asker }) => asker.organizationId, owners);
  }

  get size(): number {
    return this.#size;
  }

  /** True if there was room for an item. */
  add(item: Item): boolean {
    const isIn = this.#size < this.#limit && this.#turns.add(item);
    if (isIn) this.#size += 1;
    return isIn;
  }

  /** Puts taken items back in front of their owners' queues, regardless of limits. */
  putBack(items: readonly Item[]): void {
    for (const item of items.toReversed()) this.#turns.putBack(item);
    this.#size += items.length;
  }

  /** The next items in turn, up to a number. */
  take(atMost: number): Item[] {
    const count = Math.min(atMost, this.#size);
    this.#size -= count;
    return Array.from({ length: count }, () => this.#turns.take() as Item);
  }

  removeWhere(isMeant: (item: Item) => boolean): Item[] {
    const removed = this.#turns.removeWhere(isMeant);
    this.#size -= removed.length;
    return removed;
  }
}
