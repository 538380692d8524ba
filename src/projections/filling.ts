/**
 * Fills a new generation of one projection from the log. It runs where it is called: in a worker thread beside the
 * embedded engines, in-process otherwise.
 */
import type { Clock } from '../clock.ts';
import type { EventLog, Position } from '../events/log/eventLog.ts';
import { handlersOf, LoggedEvent } from './batch.ts';
import type { Projection } from './define.ts';
import { PROJECTED_STREAMS } from './feed.ts';
import { Intake, type ProjectionLogger } from './intake.ts';
import type { GenerationName, ReadModels } from './store/readModels.ts';
import { breathe } from './turns.ts';

/**
 * How far a rebuild is. `done` and `total` are distances in the log's positions, which grow with the events;
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

export interface FillTask {
  readonly projection: Projection;
  readonly name: GenerationName;
  readonly log: EventLog;
  readonly readModels: ReadModels;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  /** Events per batch: few where others wait for the thread, many where nobody does. */
  readonly batch: number;
  /** Where to end; without it, as close to the moving head as makes sense. */
  readonly upTo?: Position;
  readonly onProgress?: (progress: FillProgress) => void;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
}

/** A pass with fewer events than this leaves the rest to the live runner. */
const CLOSE_TO_HEAD = 1_000;
const PROGRESS_EVERY = 250;

/** Fills and seals the generation; its bad events are quarantined under its own name. Returns the events handled. */
export async function fill(task: FillTask): Promise<number> {
  const generation = await task.readModels.fill(task.name, task.projection.collections);
  const { clock, logger } = task;
  const intake = await Intake.open(task.projection, generation, {
    notes: task.readModels.notes,
    clock,
    logger,
  });
  const events = await continueFilling(task, intake);
  await generation.seal();
  return events;
}

/** Goes on filling from where the intake stands. */
export async function continueFilling(task: FillTask, intake: Intake): Promise<number> {
  const report = reporter(task);
  let events = 0;
  for (;;) {
    const upTo = task.upTo ?? (await task.log.head());
    if (upTo === null) return events;
    const before = events;
    for await (const batch of batches(task, intake.position, upTo)) {
      await intake.apply(batch);
      events += batch.length;
      report(events, intake.position ?? 0, upTo);
      await breathe();
      task.signal?.throwIfAborted();
    }
    intake.reach(upTo);
    await intake.settle();
    report(events, upTo, upTo);
    if (task.upTo !== undefined || events - before < CLOSE_TO_HEAD) return events;
  }
}

/** The events that the projection handles, in batches of the size asked for. */
async function* batches(
  task: FillTask,
  after: Position | null,
  upTo: Position,
): AsyncIterable<LoggedEvent[]> {
  const filter = { ...PROJECTED_STREAMS, types: [...handlersOf(task.projection).keys()] };
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

function reporter({ projection, clock, onProgress }: FillTask) {
  const startedAt = clock.monotonic();
  let reportedAt = -Infinity;
  return (events: number, done: number, total: number): void => {
    const now = clock.monotonic();
    if (!onProgress || (now - reportedAt < PROGRESS_EVERY && done < total)) return;
    reportedAt = now;
    const seconds = (now - startedAt) / 1_000;
    const eta = done > 0 ? (seconds * (total - done)) / done : 0;
    onProgress({ projection: projection.name, events, done, total, seconds, eta });
  };
}
