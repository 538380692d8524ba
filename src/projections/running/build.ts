/**
 * Fills new generations of projections from the log, several of them in one reading. It runs in the calling
 * thread: a worker beside the embedded engines, otherwise the main thread.
 */
import type { Clock } from '../../base/clock.ts';
import { nextTurn } from '../../base/concurrency.ts';
import type { LogReads, Position } from '../../events/log/eventLog.ts';
import type { FillingGeneration, GenerationName, ReadModels } from '../store/readModels.ts';
import { handlersOf, LoggedEvent } from './batch.ts';
import type { Projection } from './define.ts';
import { GenerationWriter } from './generationWriter.ts';
import type { ProjectionLogger } from './logLines.ts';
import { PROJECTED_STREAMS } from './sharedSubscription.ts';

/**
 * Progress of a rebuild. `done` and `total` are distances in log positions, which grow with the events;
 * `seconds` have passed, `eta` remain at this pace. `events` were handled so far.
 */
export interface BuildProgress {
  readonly projection: string;
  readonly events: number;
  readonly done: number;
  readonly total: number;
  readonly seconds: number;
  readonly eta: number;
}

interface FillDependencies {
  readonly log: LogReads;
  readonly clock: Clock;
  /** Events per batch: few if others need the thread, many if nobody does. */
  readonly batch: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Cancels the work when aborted. */
  readonly signal?: AbortSignal;
}

interface BuildTask extends FillDependencies {
  /** The projections to fill and the names of their new generations. */
  readonly generations: readonly {
    readonly projection: Projection;
    readonly name: GenerationName;
  }[];
  readonly readModels: ReadModels;
  readonly logger: ProjectionLogger;
}

/** A pass with fewer events than this leaves the rest to the live runner. */
const FINAL_PASS_EVENTS = 1_000;
const PROGRESS_INTERVAL_MS = 250;

/** Fills and seals the generations; each quarantines its bad events. */
export async function buildGenerations(task: BuildTask): Promise<void> {
  const { readModels, clock, logger } = task;
  const parts = { notes: readModels.notes, clock, logger };
  const filled: FillingGeneration[] = [];
  const writers: GenerationWriter[] = [];
  for (const { projection, name } of task.generations) {
    const generation = await readModels.fill(name, projection.collections);
    filled.push(generation);
    writers.push(await GenerationWriter.open(projection, generation, parts));
  }
  await fillToHead(task, writers);
  for (const generation of filled) await generation.seal();
}

/** Continues filling from each writer's position up to the given one, in one reading of the log for all. */
export async function fillUpTo(
  parts: FillDependencies,
  ends: Iterable<readonly [GenerationWriter, Position]>,
): Promise<void> {
  const fills = [...ends].map(([writer, upTo]) => new GenerationFill(writer, upTo, parts));
  if (fills.length > 0) await pass(parts, fills);
}

/** As close to the moving head as makes sense. */
async function fillToHead(parts: FillDependencies, writers: readonly GenerationWriter[]): Promise<void> {
  const fills = writers.map((writer) => new GenerationFill(writer, 0, parts));
  for (;;) {
    const head = await parts.log.head();
    if (head === null) return;
    for (const fill of fills) fill.upTo = head;
    if ((await pass(parts, fills)) < FINAL_PASS_EVENTS) return;
  }
}

/** Reads the log once for all; the number of events. */
async function pass(parts: FillDependencies, fills: readonly GenerationFill[]): Promise<number> {
  let events = 0;
  for await (const batch of batches(parts, fills)) {
    for (const fill of fills) await fill.take(batch);
    events += batch.length;
    await nextTurn();
    parts.signal?.throwIfAborted();
  }
  for (const fill of fills) await fill.reach();
  return events;
}

/** The events handled by any of the projections, in batches. */
async function* batches(
  task: FillDependencies,
  fills: readonly GenerationFill[],
): AsyncIterable<LoggedEvent[]> {
  const positions = fills.map(({ writer }) => writer.position);
  const after = positions.includes(null) ? null : Math.min(...positions.map(Number));
  const upTo = Math.max(...fills.map((fill) => fill.upTo));
  const types = [...new Set(fills.flatMap(({ writer }) => Object.keys(writer.projection.on)))];
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
class GenerationFill {
  readonly writer: GenerationWriter;
  /** The last position of this fill; others may go further. */
  upTo: Position;
  readonly #handlers: ReadonlyMap<string, unknown>;
  readonly #clock: Clock;
  readonly #onProgress: BuildTask['onProgress'];
  readonly #startedAt: number;
  #reportedAt = -Infinity;
  #events = 0;

  constructor(writer: GenerationWriter, upTo: Position, { clock, onProgress }: FillDependencies) {
    this.writer = writer;
    this.upTo = upTo;
    this.#handlers = handlersOf(writer.projection);
    this.#clock = clock;
    this.#onProgress = onProgress;
    this.#startedAt = clock.monotonic();
  }

  /** Applies the events that the projection handles. */
  async take(batch: readonly LoggedEvent[]): Promise<void> {
    const handled = batch.filter(
      ({ stored }) => stored.position <= this.upTo && this.#handlers.has(stored.type),
    );
    await this.writer.apply(handled);
    this.#events += handled.length;
    this.#report(Math.min(batch.at(-1)?.stored.position ?? 0, this.upTo));
  }

  /** There is nothing more up to the end. */
  async reach(): Promise<void> {
    this.writer.reach(this.upTo);
    await this.writer.flushCheckpoint();
    this.#report(this.upTo);
  }

  #report(done: Position): void {
    const [now, total] = [this.#clock.monotonic(), this.upTo];
    if (!this.#onProgress || (now - this.#reportedAt < PROGRESS_INTERVAL_MS && done < total)) return;
    this.#reportedAt = now;
    const seconds = (now - this.#startedAt) / 1_000;
    const eta = done > 0 ? (seconds * (total - done)) / done : 0;
    const projection = this.writer.projection.name;
    this.#onProgress({ projection, events: this.#events, done, total, seconds, eta });
  }
}
