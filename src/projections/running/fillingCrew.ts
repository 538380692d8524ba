/**
 * Workers that fill generations of a long log: one pass over it for all waiting tasks, and with two workers
 * one reads for both.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { handlersOf } from './batch.ts';
import type { Projection } from '../define.ts';
import type { BuildProgress } from './filling.ts';
import type { GenerationName } from '../store/readModels.ts';

/** Fills and seals one generation from a long log outside this thread. */
export type BuildInWorker = (task: {
  readonly projection: Projection;
  readonly name: GenerationName;
  readonly onProgress: (progress: BuildProgress) => void;
  readonly signal: AbortSignal;
}) => Promise<void>;

/** One generation to fill. */
export type GenerationBuild = Parameters<BuildInWorker>[0];

/**
 * The exchange between workers: one lends the events that it reads, of these types, or borrows those that another one
 * reads.
 */
export type LogSharing =
  | { readonly lendsTo: MessagePort; readonly types: readonly string[] }
  | { readonly borrowsFrom: MessagePort };

/** A worker that carries out one order at a time; it ends if one fails. */
export interface BuildWorker {
  /** Resolves when it accepts orders, or has ended. */
  readonly started: Promise<void>;
  readonly hasEnded: boolean;
  /** Fills and seals these generations in one reading of the log. */
  build(tasks: readonly GenerationBuild[], sharing?: LogSharing): Promise<void>;
  end(): void;
}

/** A task and its waiting caller. */
interface PendingBuild {
  readonly task: GenerationBuild;
  resolve(): void;
  reject(error: unknown): void;
  /** It failed together with others, one of which may be to blame. */
  readonly alone?: boolean;
}

/** A filler whose workers are started on demand; `hands` is how many may work side by side. */
export function createBuildPool(start: () => BuildWorker, hands: 1 | 2): BuildInWorker {
  const crew = new BuildPool(start, hands);
  return (task) => crew.fill(task);
}

class BuildPool {
  readonly #start: () => BuildWorker;
  readonly #most: 1 | 2;
  readonly #waiting: PendingBuild[] = [];
  #hands: BuildWorker[] = [];

  constructor(start: () => BuildWorker, most: 1 | 2) {
    this.#start = start;
    this.#most = most;
  }

  fill(task: GenerationBuild): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      if (this.#hands.length === 0) void this.#work();
      else if (this.#waiting.length > 1) this.#call();
    });
  }

  /** Starts another worker, up to the limit. */
  #call(): void {
    if (this.#hands.length < this.#most) this.#hands.push(this.#start());
  }

  /** Works while tasks are waiting; those that arrive while workers start are part of the same reading. */
  async #work(): Promise<void> {
    this.#call();
    while (this.#waiting.length > 0) {
      await Promise.all(this.#hands.map(({ started }) => started));
      await this.#carryOut(this.#take());
      for (const hand of this.#hands) if (hand.hasEnded) hand.end();
      this.#hands = this.#hands.filter(({ hasEnded }) => !hasEnded);
      if (this.#hands.length === 0 && this.#waiting.length > 0) this.#call();
    }
    for (const hand of this.#hands.splice(0)) hand.end();
  }

  /** All waiting tasks, or one that must be tried alone. */
  #take(): PendingBuild[] {
    const aloneAt = this.#waiting.findIndex(({ alone }) => alone);
    const taken = aloneAt < 0 ? this.#waiting.splice(0) : this.#waiting.splice(aloneAt, 1);
    return taken.filter(({ task, reject }) => !task.signal.aborted || reject(task.signal.reason));
  }

  async #carryOut(asked: readonly PendingBuild[]): Promise<void> {
    const [reader, other] = this.#hands;
    if (asked.length === 0 || !reader) return;
    if (!other || asked.length === 1) return settle(asked, reader, this.#waiting);
    // The first task takes longest: a worker of its own fills it from what the other one reads.
    const [longest, others] = [asked.slice(0, 1), asked.slice(1)];
    const { port1, port2 } = new MessageChannel();
    const types = longest.flatMap(({ task }) => [...handlersOf(task.projection).keys()]);
    await Promise.all([
      settle(others, reader, this.#waiting, { lendsTo: port1, types }),
      settle(longest, other, this.#waiting, { borrowsFrom: port2 }),
    ]);
  }
}

/** Has a worker carry out tasks; if that fails, each of them is queued to be tried alone. */
async function settle(
  asked: readonly PendingBuild[],
  hand: BuildWorker,
  waiting: PendingBuild[],
  sharing?: LogSharing,
) {
  const tasks = asked.map(({ task }) => task);
  try {
    await hand.build(tasks, sharing);
    for (const { resolve } of asked) resolve();
  } catch (error) {
    const isShared = asked.length > 1 || sharing !== undefined;
    for (const each of asked) {
      const { signal } = each.task;
      if (signal.aborted) each.reject(signal.reason);
      else if (isShared) waiting.push({ ...each, alone: true });
      else each.reject(error);
    }
  }
}
