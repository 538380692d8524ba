/**
 * Workers that fill generations of a long log: one pass over it for all waiting tasks, and with two workers
 * one reads for both.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Clock, pauseUnlessAborted } from '../../base/clock.ts';
import {
  type EventLog,
  type LogReads,
  matching,
  type ReadAllOptions,
  type StoredEvent,
} from '../../events/log/eventLog.ts';
import type { GenerationName, ReadModels } from '../store/readModels.ts';
import { handlersOf } from './batch.ts';
import { buildGenerations, type BuildProgress } from './build.ts';
import type { Projection } from './define.ts';
import type { ProjectionLogger } from './logLines.ts';
import { PROJECTED_STREAMS } from './sharedSubscription.ts';

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

/** Builds generations in workers that are started on demand, at most `maxWorkers` at a time. */
export function createBuildPool(start: () => BuildWorker, maxWorkers: 1 | 2): BuildInWorker {
  const pool = new BuildPool(start, maxWorkers);
  return (task) => pool.fill(task);
}

class BuildPool {
  readonly #start: () => BuildWorker;
  readonly #most: 1 | 2;
  readonly #waiting: PendingBuild[] = [];
  #workers: BuildWorker[] = [];

  constructor(start: () => BuildWorker, most: 1 | 2) {
    this.#start = start;
    this.#most = most;
  }

  fill(task: GenerationBuild): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      if (this.#workers.length === 0) void this.#work();
      else if (this.#waiting.length > 1) this.#call();
    });
  }

  /** Starts another worker, up to the limit. */
  #call(): void {
    if (this.#workers.length < this.#most) this.#workers.push(this.#start());
  }

  /** Works while tasks are waiting; those that arrive while workers start are part of the same reading. */
  async #work(): Promise<void> {
    this.#call();
    while (this.#waiting.length > 0) {
      await Promise.all(this.#workers.map(({ started }) => started));
      await this.#carryOut(this.#take());
      for (const worker of this.#workers) if (worker.hasEnded) worker.end();
      this.#workers = this.#workers.filter(({ hasEnded }) => !hasEnded);
      if (this.#workers.length === 0 && this.#waiting.length > 0) this.#call();
    }
    for (const worker of this.#workers.splice(0)) worker.end();
  }

  /** All waiting tasks, or one that must be tried alone. */
  #take(): PendingBuild[] {
    const aloneAt = this.#waiting.findIndex(({ alone }) => alone);
    const taken = aloneAt < 0 ? this.#waiting.splice(0) : this.#waiting.splice(aloneAt, 1);
    return taken.filter(({ task, reject }) => !task.signal.aborted || reject(task.signal.reason));
  }

  async #carryOut(builds: readonly PendingBuild[]): Promise<void> {
    const [reader, other] = this.#workers;
    if (builds.length === 0 || !reader) return;
    if (!other || builds.length === 1) return settle(builds, reader, this.#waiting);
    // The first task takes longest: a worker of its own fills it from what the other one reads.
    const [longest, others] = [builds.slice(0, 1), builds.slice(1)];
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
  builds: readonly PendingBuild[],
  worker: BuildWorker,
  waiting: PendingBuild[],
  sharing?: LogSharing,
) {
  const tasks = builds.map(({ task }) => task);
  try {
    await worker.build(tasks, sharing);
    for (const { resolve } of builds) resolve();
  } catch (error) {
    const isShared = builds.length > 1 || sharing !== undefined;
    for (const each of builds) {
      const { signal } = each.task;
      if (signal.aborted) each.reject(signal.reason);
      else if (isShared) waiting.push({ ...each, alone: true });
      else each.reject(error);
    }
  }
}

// Fills generations where it is best: in this thread from a short log, by workers from a long one.

interface BuildSchedulerOptions {
  readonly log: EventLog;
  readonly readModels: ReadModels;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Fills from a long log; without it, this thread does that too. */
  readonly fill?: BuildInWorker;
}

/** A log with fewer events is filled in this thread, because starting another would take longer. */
const SHORT_LOG_EVENTS = 2_000;
/** The same in UTF-16 units, because the events of a short log are kept in memory until they are filled. */
const SHORT_CHARACTERS = 8_000_000;
/** Events per batch, because others need this thread. */
const BATCH_EVENTS = 500;
/** Milliseconds during which tasks are collected, so that the log is read once. */
const GATHER_MS = 100;

export class BuildScheduler {
  readonly #options: BuildSchedulerOptions;
  readonly #fillHere: BuildInWorker;
  #looking: Promise<LogReads | 'long'> | undefined;
  /** The log, or its events in memory, from which the next tasks in this thread are filled. */
  #reads: LogReads;

  constructor(options: BuildSchedulerOptions) {
    this.#options = options;
    this.#reads = options.log;
    this.#fillHere = createBuildPool(() => this.#localWorker(), 1);
  }

  /** Fills and seals a generation. */
  async fill(projection: Projection, name: GenerationName, signal: AbortSignal): Promise<void> {
    const { log, onProgress = () => {}, fill: fillElsewhere = this.#fillHere } = this.#options;
    const task = { projection, name, onProgress, signal };
    this.#looking ??= this.#look(signal).finally(() => (this.#looking = undefined));
    const short = await this.#looking;
    if (short === 'long') return fillElsewhere(task);
    this.#reads = short;
    await this.#fillHere(task).finally(() => (this.#reads = log));
  }

  /** Once for all tasks that come meanwhile. */
  async #look(signal: AbortSignal): Promise<LogReads | 'long'> {
    await pauseUnlessAborted(signal, this.#options.clock, GATHER_MS);
    return (await isLong(this.#options.log)) ? 'long' : readOnce(this.#options.log);
  }

  #carryOut(tasks: readonly GenerationBuild[]): Promise<void> {
    const { readModels, clock, logger } = this.#options;
    const onProgress = (progress: BuildProgress): void =>
      tasks.find(({ projection }) => projection.name === progress.projection)?.onProgress(progress);
    const signal = AbortSignal.any(tasks.map((task) => task.signal));
    const generations = tasks.map(({ projection, name }) => ({ projection, name }));
    const log = this.#reads;
    return buildGenerations({
      log,
      readModels,
      clock,
      logger,
      onProgress,
      signal,
      batch: BATCH_EVENTS,
      generations,
    });
  }

  /** A worker in this thread. */
  #localWorker(): BuildWorker {
    return {
      started: Promise.resolve(),
      hasEnded: false,
      build: (tasks) => this.#carryOut(tasks),
      end() {},
    };
  }
}

/** Whether the newest event has many predecessors in its stream; if not, all events are counted. */
async function isLong(log: LogReads): Promise<boolean> {
  const newest = { direction: 'backwards', limit: 1, filter: PROJECTED_STREAMS } as const;
  for await (const [event] of log.readAll(newest)) if (event) return event.revision >= SHORT_LOG_EVENTS;
  return false;
}

/** A short log with the events that projections read in memory; what is appended later is read from it. */
async function readOnce(log: LogReads): Promise<LogReads | 'long'> {
  const head = (await log.head()) ?? -1;
  const events: StoredEvent[] = [];
  let characters = 0;
  for await (const page of log.readAll({ filter: PROJECTED_STREAMS, limit: SHORT_LOG_EVENTS })) {
    events.push(...page);
    for (const { data, metadata } of page) characters += data.length + metadata.length;
    if (characters > SHORT_CHARACTERS) return 'long';
  }
  if (events.length >= SHORT_LOG_EVENTS) return 'long';
  const complete = Math.max(head, events.at(-1)?.position ?? -1);
  return {
    head: () => log.head(),
    async *readAll({ after, upTo = Number.MAX_SAFE_INTEGER, filter = {} }: ReadAllOptions = {}) {
      const matchesFilter = matching(filter);
      const isIn = ({ position }: StoredEvent) => position > (after ?? -1) && position <= upTo;
      yield events.filter((event) => isIn(event) && matchesFilter(event));
      const known = Math.max(after ?? -1, complete);
      if (known < upTo) yield* log.readAll({ after: known < 0 ? null : known, upTo, filter });
    },
  };
}
