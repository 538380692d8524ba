/** Fills generations where it is best: in this thread from a short log, by workers from a long one. */
import { type Clock, pauseUnlessAborted } from '../../clock.ts';
import type { EventLog, ReadAllOptions, StoredEvent } from '../../events/log/eventLog.ts';
import { matching } from '../../events/log/filter.ts';
import type { Projection } from '../define.ts';
import { buildGenerations, type BuildProgress } from './filling.ts';
import {
  type BuildInWorker,
  createBuildPool,
  type BuildWorker,
  type GenerationBuild,
} from './fillingCrew.ts';
import type { ProjectionLogger } from './logLines.ts';
import type { GenerationName, ReadModels } from '../store/readModels.ts';
import { PROJECTED_STREAMS } from './sharedSubscription.ts';

interface FillingsOptions {
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

type Reads = Pick<EventLog, 'head' | 'readAll'>;

export class BuildScheduler {
  readonly #options: FillingsOptions;
  readonly #fillHere: BuildInWorker;
  #looking: Promise<Reads | 'long'> | undefined;
  /** What the tasks are filled from that are about to be carried out here. */
  #reads: Reads;

  constructor(options: FillingsOptions) {
    this.#options = options;
    this.#reads = options.log;
    this.#fillHere = createBuildPool(() => this.#handHere(), 1);
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
  async #look(signal: AbortSignal): Promise<Reads | 'long'> {
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
  #handHere(): BuildWorker {
    return {
      started: Promise.resolve(),
      hasEnded: false,
      build: (tasks) => this.#carryOut(tasks),
      end() {},
    };
  }
}

/** Whether the newest event says that it has many predecessors; if not, they are counted. */
async function isLong(log: Reads): Promise<boolean> {
  const newest = { direction: 'backwards', limit: 1, filter: PROJECTED_STREAMS } as const;
  for await (const [event] of log.readAll(newest)) if (event) return event.revision >= SHORT_LOG_EVENTS;
  return false;
}

/** A short log with the events that projections read in memory; what is appended later is read from it. */
async function readOnce(log: Reads): Promise<Reads | 'long'> {
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
      const isWanted = matching(filter);
      const isIn = ({ position }: StoredEvent) => position > (after ?? -1) && position <= upTo;
      yield events.filter((event) => isIn(event) && isWanted(event));
      const known = Math.max(after ?? -1, complete);
      if (known < upTo) yield* log.readAll({ after: known < 0 ? null : known, upTo, filter });
    },
  };
}
