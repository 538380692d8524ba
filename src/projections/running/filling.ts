/**
 * Fills new generations of projections from the log, several of them in one reading. It runs in the calling
 * thread: a worker beside the embedded engines, otherwise the main thread.
 */
import type { Clock } from '../../clock.ts';
import type { EventLog, Position } from '../../events/log/eventLog.ts';
import { handlersOf, LoggedEvent } from './batch.ts';
import type { Projection } from '../define.ts';
import { PROJECTED_STREAMS } from './sharedSubscription.ts';
import { GenerationWriter } from './generationWriter.ts';
import type { ProjectionLogger } from './logLines.ts';
import type { FillingGeneration, GenerationName, ReadModels } from '../store/readModels.ts';
import { nextTurn } from '../../turns.ts';

/**
 * Progress of a rebuild. `done` and `total` are distances in log positions, which grow with the events;
 * `seconds` have passed, `eta` remain at this pace. `events` were handled so far.
 */
export interface FillProgress {
  readonly projection: string;
  readonly events: number;
  readonly done: number;
  readonly total: number;
  readonly seconds: number;
  readonly eta: number;
}

interface FillParts {
  readonly log: Pick<EventLog, 'head' | 'readAll'>;
  readonly clock: Clock;
  /** Events per batch: few if others need the thread, many if nobody does. */
  readonly batch: number;
  /** Where to end; without it, as close to the moving head as makes sense. */
  readonly upTo?: Position;
  readonly onProgress?: (progress: FillProgress) => void;
  /** Cancels the work when aborted. */
  readonly signal?: AbortSignal;
}

export interface FillTask extends FillParts {
  /** The projections to fill and the names of their new generations. */
  readonly generations: readonly {
    readonly projection: Projection;
    readonly name: GenerationName;
  }[];
  readonly readModels: ReadModels;
  readonly logger: ProjectionLogger;
}

/** A pass with fewer events than this leaves the rest to the live runner. */
const CLOSE_TO_HEAD = 1_000;
const PROGRESS_EVERY = 250;

/** Fills and seals the generations; each quarantines its bad events. */
export async function fill(task: FillTask): Promise<void> {
  const { readModels, clock, logger } = task;
  const parts = { notes: readModels.notes, clock, logger };
  const filled: FillingGeneration[] = [];
  const writers: GenerationWriter[] = [];
  for (const { projection, name } of task.generations) {
    const generation = await readModels.fill(name, projection.collections);
    filled.push(generation);
    writers.push(await GenerationWriter.open(projection, generation, parts));
  }
  await continueFilling(task, writers);
  for (const generation of filled) await generation.seal();
}

/** Continues filling from the writers' positions. */
export async function continueFilling(task: FillParts, writers: readonly GenerationWriter[]): Promise<void> {
  const fillings = writers.map((writer) => new Filling(writer, task));
  for (;;) {
    const upTo = task.upTo ?? (await task.log.head());
    if (upTo === null) return;
    let events = 0;
    for await (const batch of batches(task, writers, upTo)) {
      for (const filling of fillings) await filling.take(batch, upTo);
      events += batch.length;
      await nextTurn();
      task.signal?.throwIfAborted();
    }
    for (const filling of fillings) await filling.reach(upTo);
    if (task.upTo !== undefined || events < CLOSE_TO_HEAD) return;
  }
}

/** The events handled by any of the projections, in batches. */
async function* batches(
  task: FillParts,
  writers: readonly GenerationWriter[],
  upTo: Position,
): AsyncIterable<LoggedEvent[]> {
  const positions = writers.map(({ position }) => position);
  const after = positions.includes(null) ? null : Math.min(...positions.map(Number));
  const types = [...new Set(writers.flatMap(({ projection }) => Object.keys(projection.on)))];
  const filter = { ...PROJECTED_STREAMS, types };
  let batch: LoggedEvent[] = [];
  for await (const page of task.log.readAll({ after, upTo, filter })) {
    for (const event of page) {
      batch.push(new LoggedEvent(event));
      if (batch.length < task.batch) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** One of the generations filled together. */
class Filling {
  readonly #writer: GenerationWriter;
  readonly #handlers: ReadonlyMap<string, unknown>;
  readonly #clock: Clock;
  readonly #onProgress: FillTask['onProgress'];
  readonly #startedAt: number;
  #reportedAt = -Infinity;
  #events = 0;

  constructor(writer: GenerationWriter, { clock, onProgress }: FillParts) {
    this.#writer = writer;
    this.#handlers = handlersOf(writer.projection);
    this.#clock = clock;
    this.#onProgress = onProgress;
    this.#startedAt = clock.monotonic();
  }

  /** Applies the events that the projection handles. */
  async take(batch: readonly LoggedEvent[], upTo: Position): Promise<void> {
    const handled = batch.filter(({ stored }) => this.#handlers.has(stored.type));
    await this.#writer.apply(handled);
    this.#events += handled.length;
    this.#report(batch.at(-1)?.stored.position ?? 0, upTo);
  }

  /** There is nothing more up to the position. */
  async reach(upTo: Position): Promise<void> {
    this.#writer.reach(upTo);
    await this.#writer.settle();
    this.#report(upTo, upTo);
  }

  #report(done: Position, total: Position): void {
    const now = this.#clock.monotonic();
    if (!this.#onProgress || (now - this.#reportedAt < PROGRESS_EVERY && done < total)) return;
    this.#reportedAt = now;
    const seconds = (now - this.#startedAt) / 1_000;
    const eta = done > 0 ? (seconds * (total - done)) / done : 0;
    const projection = this.#writer.projection.name;
    this.#onProgress({ projection, events: this.#events, done, total, seconds, eta });
  }
}
