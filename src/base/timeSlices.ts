/**
 * Long reads on the event loop: each works for a slice of a turn, one of them every few turns, so that everything else goes on.
 * Organizations take turns, and people within each. A read ends when its client has gone.
 */
import type { Clock } from './clock.ts';
import { FairQueue, type Requester } from './concurrency.ts';
import { NotReady, Refused } from './errors.ts';

/** Milliseconds of a slice. */
const SLICE_MS = 1;
/** Turns between two slices: as many as any other request needs from its arrival to its answer. */
const TURNS_APART = 8;
/** Reads that wait for their turn. */
const WAITING = { queueLimit: 5_000, ownerLimit: 100 } as const;

/** A long read, as it goes on. */
export interface SlicedWork {
  /** Whether its slice has been used up. */
  readonly isOver: boolean;
  /** Resolves at its next slice. Fails with Refused once its client has gone, with NotReady where too many wait. */
  next(): Promise<void>;
  /** Does something that takes long elsewhere, in a thread or another process, while no other read does; then a slice begins. */
  alone<Result>(task: () => Promise<Result>): Promise<Result>;
}

interface PendingTurn {
  readonly asker: Requester;
  readonly begin: () => void;
}

/** Those who wait for the same thing, in turns. */
class WaitingLine {
  readonly #queue = new FairQueue<PendingTurn>(WAITING);

  /** Resolves when `admit` has called for this one. */
  wait(asker: Requester, gone: AbortSignal | undefined): Promise<void> {
    if (gone?.aborted) return Promise.reject(clientGone());
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        if (this.#queue.removeWhere((each) => each === pending).length > 0) reject(clientGone());
      };
      const begin = (): void => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      const pending: PendingTurn = { asker, begin };
      if (!this.#queue.add(pending)) return reject(new NotReady('Too many searches are waiting'));
      gone?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Calls the next one; false if nobody waits. */
  admit(): boolean {
    const [next] = this.#queue.take(1);
    next?.begin();
    return next !== undefined;
  }
}

const clientGone = (): Refused => new Refused('The client has gone away');

export class TimeSlices {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #forSlice = new WaitingLine();
  readonly #forTask = new WaitingLine();
  #isTurning = false;
  #hasTask = false;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Begins a read, with a slice. */
  begin(asker: Requester, gone?: AbortSignal): SlicedWork {
    const clock = this.#clock;
    let since = clock.monotonic();
    const next = async (): Promise<void> => {
      await this.#slice(asker, gone);
      since = clock.monotonic();
    };
    return {
      get isOver() {
        return clock.monotonic() - since >= SLICE_MS;
      },
      next,
      alone: async (task) => {
        const result = await this.#alone(asker, gone, task);
        await next();
        return result;
      },
    };
  }

  #slice(asker: Requester, gone: AbortSignal | undefined): Promise<void> {
    const slice = this.#forSlice.wait(asker, gone);
    if (!this.#isTurning) this.#turn(0);
    this.#isTurning = true;
    return slice;
  }

  /** One slice every few turns, as long as anybody waits for one. */
  #turn(left = TURNS_APART): void {
    setImmediate(() => {
      if (left > 0) this.#turn(left - 1);
      else if (this.#forSlice.admit()) this.#turn();
      else this.#isTurning = false;
    });
  }

  async #alone<Result>(
    asker: Requester,
    gone: AbortSignal | undefined,
    task: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#hasTask) await this.#forTask.wait(asker, gone);
    this.#hasTask = true;
    try {
      return await task();
    } finally {
      this.#hasTask = this.#forTask.admit();
    }
  }
}
