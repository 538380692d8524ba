/**
 * Generations of one projection that are not served any more: what was switched away from, and what an interrupted
 * rebuild has left. Where several nodes share the documents, another one may still be reading them, or be filling
 * one: these are left alone until that cannot be any more (docs/decisions/0036-nodes-follow-the-pointer.md).
 */
import { type Clock, pauseUnless } from '../../clock.ts';
import type { Projection } from '../define.ts';
import type { ProjectionLogger } from './logLines.ts';
import { quarantineNotes } from './quarantine.ts';
import { type GenerationName, generationText, type ReadModels } from '../store/readModels.ts';

export interface RetiredParts {
  readonly readModels: ReadModels;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  /** Whether other nodes may serve the same documents. */
  readonly isShared: boolean;
}

/** Milliseconds between two looks at which generation is served. */
export const FOLLOW_INTERVAL = 5_000;
/** Milliseconds after which every node has seen that another generation is served. */
const NOTICE = 12 * FOLLOW_INTERVAL;
/** Milliseconds between two times at which a node says that it goes on with a generation. */
const KEEPING = 60 * 60_000;
/** Milliseconds after which a generation that nothing was written to belongs to nobody. */
const ABANDONED = 24 * 60 * 60_000;

export class Retired {
  readonly #projection: Projection;
  readonly #with: RetiredParts;
  readonly #ending = new AbortController();
  readonly #work = new Set<Promise<unknown>>();
  #keptAt = -Infinity;

  constructor(projection: Projection, parts: RetiredParts) {
    this.#projection = projection;
    this.#with = parts;
  }

  /**
   * Begins to drop what is left of former processes, beside the start: a document server may hold a generation for as
   * long as the transaction of a killed process is open. Answers which these are.
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

  /** Says now and then that this node goes on with a generation, for nothing may be written to it for long. */
  async keep(name: GenerationName): Promise<void> {
    const now = this.#with.clock.monotonic();
    if (now - this.#keptAt < KEEPING) return;
    await this.#with.readModels.touch(name);
    this.#keptAt = now;
  }

  /** Drops what was switched away from: at once, or when nobody can be reading it any more. */
  async retire(name: GenerationName): Promise<void> {
    const { isShared, clock } = this.#with;
    if (!isShared) return this.drop(name);
    // A node of another release goes on with its own: it is a leftover once nothing is written to it.
    if (name.version !== this.#projection.version) return;
    this.#beside(
      pauseUnless(this.#ending.signal, clock, NOTICE).then((isEnding) =>
        isEnding ? undefined : this.#tryToDrop(name),
      ),
    );
  }

  /** Whatever was thought when it was switched away from: what is served now stays. */
  async drop(name: GenerationName): Promise<void> {
    const served = (await this.#with.readModels.served())[name.projection];
    if (served && generationText(served) === generationText(name)) return;
    await this.#with.readModels.drop(name);
    await quarantineNotes(this.#with.readModels.notes, name).liftAll();
  }

  /** Begins nothing more; what is not dropped by then is left to the next start. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#work);
  }

  async #clear(name: GenerationName): Promise<void> {
    const { readModels, isShared, clock } = this.#with;
    const touchedAt = isShared ? await readModels.touchedAt(name).catch(() => Infinity) : undefined;
    if (touchedAt === undefined || clock.now() - touchedAt > ABANDONED) await this.#tryToDrop(name);
  }

  async #tryToDrop(name: GenerationName): Promise<void> {
    await this.drop(name).catch((err: unknown) =>
      this.#with.logger.warn(
        { event: 'projection.drop_failed', ...name, err },
        `The old view ${generationText(name)} cannot be dropped yet; the next start tries again.`,
      ),
    );
  }

  /** Waited for when this stops, and by nobody before. */
  #beside(work: Promise<unknown>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}
