/**
 * Keeps one generation of a projection level with the log: takes events from the shared subscription or,
 * while it is behind, reads the log itself, in batches. It does one thing at a time; `exclusively` inserts
 * other work between two batches. Failed engine calls are retried at growing intervals.
 */
import { type Clock, pause } from '../../base/clock.ts';
import { ConditionVariable, nextTurn } from '../../base/concurrency.ts';
import { asError } from '../../base/errors.ts';
import type { EventLog, Position } from '../../events/log/eventLog.ts';
import type { Tail } from '../../events/log/tail.ts';
import { generationText } from '../store/readModels.ts';
import { LoggedEvent } from './batch.ts';
import type { GenerationWriter } from './generationWriter.ts';
import type { ProjectionLogger } from './logLines.ts';
import { type Listener, PROJECTED_STREAMS, type SharedSubscription } from './sharedSubscription.ts';

/** Dependencies of every follower. `delay` slows each batch down by so many ms, for tests. */
export interface FollowerDependencies {
  readonly log: EventLog;
  readonly tail: Tail;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  readonly delay: number;
  /** The follower has advanced: reads may be waiting for that. */
  readonly onProgress: () => void;
  /** Receives the error of each failed attempt. */
  readonly onFailure?: (error: Error) => void;
}

/** Small enough that all projections together leave the event loop its turns. */
const BATCH = 200;
const QUEUE_LIMIT = 4_000;
const RESUME_BELOW = 1_000;
const MIN_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;

export class GenerationFollower implements Listener {
  readonly writer: GenerationWriter;
  readonly #feed: SharedSubscription;
  readonly #with: FollowerDependencies;
  readonly #work: (() => Promise<void>)[] = [];
  readonly #arrived = new ConditionVariable();
  readonly #drained = new ConditionVariable();
  readonly #moved = new ConditionVariable();
  readonly #end = new ConditionVariable();
  #queue: LoggedEvent[] = [];
  #behind = true;
  #stopping = false;
  #failure: Error | undefined;
  #levelAt: number;
  #running: Promise<void> | undefined;

  constructor(writer: GenerationWriter, feed: SharedSubscription, parts: FollowerDependencies) {
    this.writer = writer;
    this.#feed = feed;
    this.#with = parts;
    this.#levelAt = parts.clock.monotonic();
  }

  /** Why the last attempt failed, while the engine is being tried again. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Milliseconds since the projection was last level with the subscription. */
  get lagMilliseconds(): number {
    return this.isLevel ? 0 : this.#with.clock.monotonic() - this.#levelAt;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  start(): void {
    this.#feed.join(this);
    this.#running = this.#run();
  }

  /** Stops after the current batch and stores the checkpoint, if the engine lets it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#feed.leave(this);
    for (const condition of [this.#end, this.#arrived, this.#drained, this.#moved]) condition.notifyAll();
    await this.#running;
    await this.writer.flushCheckpoint().catch((error: unknown) => this.#note(error));
  }

  offer(events: readonly LoggedEvent[]): void {
    if (this.#behind) return;
    if (this.#queue.length > QUEUE_LIMIT) this.#fallBehind();
    else this.#queue.push(...events);
    this.#arrived.notifyAll();
  }

  hasRoom(): Promise<void> {
    const stuck = this.#behind || this.#failure !== undefined;
    return stuck || this.#queue.length < RESUME_BELOW ? Promise.resolve() : this.#drained.wait();
  }

  /** Resolves when the follower has reached the position, or has been stopped. */
  async whenPast(position: Position | null): Promise<void> {
    while ((this.writer.position ?? -1) < (position ?? -1) && !this.#stopping) await this.#moved.wait();
  }

  /** Runs the work between two batches; no events are applied until it has settled. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (this.#stopping) return work();
    return new Promise<T>((resolve, reject) => {
      this.#work.push(() => work().then(resolve, reject));
      this.#arrived.notifyAll();
    });
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const work = this.#work.shift();
      if (work) await work();
      else if (this.#behind) await this.#catchUp();
      else if (this.#queue.length > 0) await this.#apply(this.#queue.splice(0, BATCH));
      else await this.#arrived.wait();
    }
    for (const work of this.#work.splice(0)) await work();
  }

  #fallBehind(): void {
    this.#queue = [];
    this.#behind = true;
    this.#drained.notifyAll();
  }

  /** Events from the subscription are queued again from here on; earlier ones are read from the log. */
  async #catchUp(): Promise<void> {
    this.#behind = false;
    const upTo = this.#feed.position;
    await this.#insistently(async () => {
      if (upTo === null || (this.writer.position ?? -1) >= upTo) return;
      const after = this.writer.position ?? -1;
      for await (const page of this.#with.tail.pages(after, upTo, PROJECTED_STREAMS)) {
        for (let start = 0; start < page.length && !this.#stopping; start += BATCH) {
          await this.#apply(LoggedEvent.all(page.slice(start, start + BATCH)));
        }
        if (this.#stopping) return;
      }
      this.writer.reach(upTo);
    });
    this.#progressed();
  }

  async #apply(events: readonly LoggedEvent[]): Promise<void> {
    if (this.#with.delay > 0) await this.#pause(this.#with.delay);
    await this.#insistently(() => this.writer.apply(events));
    this.#progressed();
    await nextTurn();
  }

  #progressed(): void {
    if (this.#queue.length < RESUME_BELOW) this.#drained.notifyAll();
    if (this.isLevel) this.#levelAt = this.#with.clock.monotonic();
    this.#moved.notifyAll();
    this.#with.onProgress();
  }

  /** Whether all events from the subscription have been applied. */
  get isLevel(): boolean {
    return !this.#behind && (this.writer.position ?? -1) >= (this.#feed.position ?? -1);
  }

  /** Retries until it succeeds or the follower is stopped. */
  async #insistently(action: () => Promise<void>): Promise<void> {
    for (let wait = MIN_RETRY_DELAY_MS; !this.#stopping; wait = Math.min(wait * 2, MAX_RETRY_DELAY_MS)) {
      try {
        await action();
        this.#failure = undefined;
        return;
      } catch (error) {
        this.#note(error);
        this.#drained.notifyAll();
        await this.#pause(wait);
      }
    }
  }

  #note(error: unknown): void {
    this.#failure = asError(error);
    const generation = generationText(this.writer.generation.name);
    this.#with.logger.warn(
      { event: 'projection.update_failed', generation, err: this.#failure },
      `The view ${generation} cannot be updated; trying again.`,
    );
    this.#with.onFailure?.(this.#failure);
  }

  async #pause(delay: number): Promise<void> {
    if (!this.#stopping) await Promise.race([pause(this.#with.clock, delay), this.#end.wait()]);
  }
}
