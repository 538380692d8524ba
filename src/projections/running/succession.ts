/** The switch of a node from the generation that it serves to the one with which another node replaced it. */
import { type Clock, pause, pauseUnlessAborted } from '../../base/clock.ts';
import { type GenerationName, generationText, type ReadModels } from '../store/readModels.ts';
import type { Projection } from './define.ts';
import type { GenerationFollower } from './generationFollower.ts';
import type { ProjectionLogger } from './logLines.ts';
import { quarantineRecords } from './quarantine.ts';
import type { SharedSubscription } from './sharedSubscription.ts';

// Generations of one projection that are no longer served: replaced ones, and leftovers of interrupted
// rebuilds. If several nodes share the documents, another one may still be reading or filling them, so they
// stay until that is impossible (docs/decisions/0036-nodes-poll-the-generation-pointer.md).

export interface RetiredDependencies {
  readonly readModels: ReadModels;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  /** Whether other nodes may serve the same documents. */
  readonly isShared: boolean;
}

/** Milliseconds between two checks of which generation is served. */
export const POINTER_POLL_INTERVAL_MS = 5_000;
/** Milliseconds after which every node has noticed a switch. */
const SWITCH_NOTICE_MS = 12 * POINTER_POLL_INTERVAL_MS;
/** Milliseconds between two records that this node still uses a generation. */
const KEEP_RECORD_INTERVAL_MS = 60 * 60_000;
/** Milliseconds without a write after which a generation counts as abandoned. */
const ABANDONED_MS = 24 * 60 * 60_000;

export class RetiredGenerations {
  readonly #projection: Projection;
  readonly #with: RetiredDependencies;
  readonly #ending = new AbortController();
  readonly #work = new Set<Promise<unknown>>();
  #keptAt = -Infinity;

  constructor(projection: Projection, parts: RetiredDependencies) {
    this.#projection = projection;
    this.#with = parts;
  }

  /**
   * Begins to drop leftovers of former processes, in the background: a document server may hold a generation
   * as long as a killed process's transaction is open. Returns their names.
   */
  async clear(served: GenerationName | undefined): Promise<readonly GenerationName[]> {
    const leftovers = (await this.#with.readModels.generations()).filter(
      (name) =>
        name.projection === this.#projection.name &&
        (served === undefined || generationText(name) !== generationText(served)),
    );
    this.#beside(Promise.all(leftovers.map((name) => this.#clear(name))));
    return leftovers;
  }

  /** Records now and then that this node uses a generation, which may have no writes for long. */
  async keep(name: GenerationName): Promise<void> {
    const now = this.#with.clock.monotonic();
    if (now - this.#keptAt < KEEP_RECORD_INTERVAL_MS) return;
    await this.#with.readModels.touch(name);
    this.#keptAt = now;
  }

  /** Drops a replaced generation: at once, or when nobody can be reading it any more. */
  async retire(name: GenerationName): Promise<void> {
    const { isShared, clock } = this.#with;
    if (!isShared) return this.drop(name);
    // A node of another release uses its own version: it is a leftover once nothing is written to it.
    if (name.version !== this.#projection.version) return;
    this.#beside(
      pauseUnlessAborted(this.#ending.signal, clock, SWITCH_NOTICE_MS).then((isEnding) =>
        isEnding ? undefined : this.#tryToDrop(name),
      ),
    );
  }

  /** Checked again: a generation that is served now stays. */
  async drop(name: GenerationName): Promise<void> {
    const served = (await this.#with.readModels.served())[name.projection];
    if (served && generationText(served) === generationText(name)) return;
    await this.#with.readModels.drop(name);
    await quarantineRecords(this.#with.readModels.notes, name).liftAll();
  }

  /** Starts nothing more; what is not dropped by then is left to the next start. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#work);
  }

  async #clear(name: GenerationName): Promise<void> {
    const { readModels, isShared, clock } = this.#with;
    const touchedAt = isShared ? await readModels.touchedAt(name).catch(() => Infinity) : undefined;
    if (touchedAt === undefined || clock.now() - touchedAt > ABANDONED_MS) await this.#tryToDrop(name);
  }

  async #tryToDrop(name: GenerationName): Promise<void> {
    await this.drop(name).catch((err: unknown) =>
      this.#with.logger.warn(
        { event: 'projection.drop_failed', ...name, err },
        `The old view ${generationText(name)} cannot be dropped yet; the next start tries again.`,
      ),
    );
  }

  /** Background work; only `stop` waits for it. */
  #beside(work: Promise<unknown>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}

interface Succession {
  readonly next: GenerationFollower;
  readonly old: GenerationFollower;
  readonly feed: SharedSubscription;
  readonly clock: Clock;
  /** Whether the next generation is still the one to be served. */
  readonly isServed: () => Promise<boolean>;
}

/**
 * Whether the next generation has become level with the old one. False if it is replaced before: it may be dropped
 * by then, even before it was opened, which made an empty one that never becomes level.
 */
export async function waitUntilLevel({ next, old, feed, clock, isServed }: Succession): Promise<boolean> {
  if (!(await isServed())) return false;
  next.start();
  const level = next.whenPast(feed.position).then(async () => {
    while (!isLevelWith(next, old)) await next.whenPast(old.writer.position);
    return true;
  });
  for (;;) {
    if (await Promise.race([level, pause(clock, POINTER_POLL_INTERVAL_MS)])) return true;
    // A pointer that cannot be read now proves nothing.
    if (!(await isServed().catch(() => true))) return false;
  }
}

/** Whether `next` has read as far as `old`, or is stopping. */
const isLevelWith = (next: GenerationFollower, old: GenerationFollower): boolean =>
  next.isStopping || (next.writer.position ?? -1) >= (old.writer.position ?? -1);
