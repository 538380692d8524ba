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
