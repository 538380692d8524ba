/**
 * One projection of the running server: the served generation, and the switch to the next one. The switch is
 * atomic: reads before it see the old generation, reads after it the new one, which is at least as far.
 */
import { ConditionVariable } from '../../base/concurrency.ts';
import { Cancelled, NotReady, OperationFailed, OperatorError, Quarantined } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import {
  type Generation,
  type GenerationName,
  ReadModelsDamaged,
  ReadModelsUnavailable,
} from '../store/readModels.ts';
import type { Projection } from './define.ts';
import type { ChangeCursor, ChangedSince } from './documentChanges.ts';
import { type FollowerDependencies, GenerationFollower } from './generationFollower.ts';
import { GenerationWriter, type TargetPosition } from './generationWriter.ts';
import { refuseBeyondHead } from './logClaim.ts';
import { logPointerReadFailed, logSetAsideFailed, logSwitched, setAsideGeneration } from './logLines.ts';
import type { SharedSubscription } from './sharedSubscription.ts';
import { type RetiredDependencies, RetiredGenerations, waitUntilLevel } from './succession.ts';

export interface SupervisorDependencies extends FollowerDependencies, RetiredDependencies {
  readonly feed: SharedSubscription;
  /** Fills and seals the generation wherever that runs best. */
  readonly fill: (projection: Projection, name: GenerationName, signal: AbortSignal) => Promise<unknown>;
  /** Rebuilds a generation that was set aside while it was served. */
  readonly buildAgain: (supervisor: ProjectionSupervisor) => void;
}

export class ProjectionSupervisor {
  readonly projection: Projection;
  readonly #with: SupervisorDependencies;
  readonly #readDone = new ConditionVariable();
  readonly #reads = new Map<GenerationFollower, number>();
  #follower: GenerationFollower | undefined;
  #next: GenerationFollower | undefined;
  #rebuilding = false;
  #cancelling = new AbortController();
  readonly #ending = new AbortController();
  readonly #retired: RetiredGenerations;
  /** Of former processes, whose names this one does not reuse. */
  #leftovers: readonly GenerationName[] = [];
  #following: Promise<void> | undefined;

  constructor(projection: Projection, parts: SupervisorDependencies) {
    this.projection = projection;
    this.#with = parts;
    this.#retired = new RetiredGenerations(projection, parts);
  }

  /** Keeps the served generation level; undefined while the projection is built for the first time. */
  get follower(): GenerationFollower | undefined {
    return this.#follower;
  }

  get rebuilding(): boolean {
    return this.#rebuilding;
  }

  /**
   * Opens the served generation of this version, or an empty first one while the log is empty. Without a
   * follower, the projection has to be built.
   */
  async open(served: GenerationName | undefined, logIsEmpty: boolean): Promise<void> {
    const { readModels, log } = this.#with;
    this.#leftovers = await this.#retired.clear(served);
    const name = served?.version === this.projection.version ? served : undefined;
    if (name) {
      try {
        const generation = await readModels.open(name, this.projection.collections);
        await refuseBeyondHead(generation, log);
        if (logIsEmpty || (await generation.checkpoint()) !== null)
          this.#follower = await this.#followerOf(generation);
      } catch (error) {
        if (!(error instanceof ReadModelsDamaged)) throw error;
        await setAsideGeneration(this.#with, name, error);
      }
    } else if (logIsEmpty) await this.#openFirst(served);
  }

  /** The served generation turned out to be damaged: it is no longer read, and another one is built. */
  #abandon(follower: GenerationFollower, error: ReadModelsDamaged): void {
    if (this.#follower !== follower) return;
    const { logger, buildAgain, readModels } = this.#with;
    // What others may read as well stays where it is, and is served until it is replaced.
    if (!readModels.setAside) return void (this.#rebuilding || buildAgain(this));
    this.#follower = undefined;
    this.#with.onProgress();
    const { name } = follower.writer.generation;
    void this.#leave(follower)
      .then(() => setAsideGeneration(this.#with, name, error))
      .catch((err: unknown) => logSetAsideFailed(logger, name, err))
      .then(() => buildAgain(this));
  }

  /** Two nodes may do so at once: one of them then opens what the other points to. */
  async #openFirst(pointedTo: GenerationName | undefined): Promise<void> {
    const { readModels } = this.#with;
    const first = await readModels.open(await this.#nextName(), this.projection.collections);
    if (await readModels.serve(first.name, pointedTo ?? null)) {
      this.#follower = await this.#followerOf(first);
      return;
    }
    await this.#retired.drop(first.name);
    await this.open(await this.#served(), true);
  }

  /** Fills a new generation, lets it catch up, and serves it instead of the old one. */
  async rebuild(): Promise<void> {
    if (this.#rebuilding) throw new OperatorError(`${this.projection.name} is being rebuilt already.`);
    this.#rebuilding = true;
    this.#cancelling = new AbortController();
    try {
      await this.#following;
      await this.#renewAs(await this.#nextName());
    } finally {
      this.#rebuilding = false;
    }
  }

  /**
   * Cancels a rebuild, which fails with Cancelled; the served generation stays. False if none is running.
   * OperatorError while nothing is served.
   */
  cancel(): boolean {
    const { name } = this.projection;
    if (!this.#rebuilding || this.#cancelling.signal.aborted) return false;
    if (!this.#follower)
      throw new OperatorError(`${name} is being built for the first time, which cannot be cancelled.`);
    this.#cancelling.abort(
      new Cancelled(`The rebuild of ${name} was cancelled; the old view is still served.`),
    );
    void this.#next?.stop();
    return true;
  }

  async #renewAs(name: GenerationName): Promise<void> {
    const signal = AbortSignal.any([this.#ending.signal, this.#cancelling.signal]);
    try {
      await this.#with.fill(this.projection, name, signal);
      signal.throwIfAborted();
      await this.#bringIn(await this.#with.readModels.open(name, this.projection.collections));
    } catch (error) {
      await this.#next?.stop();
      await this.#retired.drop(name).catch(() => {}); // the next start drops what is left of it
      throw error;
    } finally {
      this.#next = undefined;
    }
  }

  /** Switches to the generation with which another node has replaced this one's, which that node will drop. */
  follow(): Promise<void> {
    return (this.#following ??= this.#goOver()
      .catch((err: unknown) => logPointerReadFailed(this.#with.logger, this.projection.name, err))
      .finally(() => (this.#following = undefined)));
  }

  hasApplied(organizationId: OrganizationId, reached: TargetPosition): boolean {
    return this.#follower?.writer.passed(organizationId, reached) ?? false;
  }

  /** Throws NotReady if reads of this organization cannot be answered and waiting does not help. */
  refuseUnready(organizationId: OrganizationId): GenerationFollower {
    const follower = this.#follower;
    if (!follower) throw new NotReady(`The view of ${this.projection.name} is being built.`, 5);
    if (follower.writer.quarantines.has(organizationId)) throw new Quarantined(this.projection.name);
    return follower;
  }

  /** Reads from the served generation, which is not dropped before the read is done. */
  async read<T>(
    organizationId: OrganizationId,
    question: (generation: Generation) => Promise<T>,
  ): Promise<T> {
    const follower = this.refuseUnready(organizationId);
    this.#reads.set(follower, (this.#reads.get(follower) ?? 0) + 1);
    try {
      return await question(follower.writer.generation);
    } catch (error) {
      if (!(error instanceof ReadModelsUnavailable)) throw error;
      if (error instanceof ReadModelsDamaged) this.#abandon(follower, error);
      throw new NotReady(`The view of ${this.projection.name} cannot be read now.`, 1, { cause: error });
    } finally {
      this.#reads.set(follower, (this.#reads.get(follower) ?? 1) - 1);
      this.#readDone.notifyAll();
    }
  }

  /** Documents of a collection that the served generation has touched since the mark. */
  touched(collection: string, organizationId: OrganizationId, mark?: ChangeCursor): ChangedSince {
    return this.refuseUnready(organizationId).writer.touchedDocuments.since(collection, organizationId, mark);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#follower?.stop(), this.#next?.stop(), this.#retired.stop()]);
    await this.#following;
  }

  async #bringIn(generation: Generation): Promise<void> {
    const next = (this.#next = await this.#followerOf(generation));
    const [old, pointedTo] = [this.#follower, await this.#served()];
    next.start();
    await next.whenPast(this.#with.feed.position);
    if (old) await old.exclusively(() => this.#switch(next, pointedTo, old));
    else await this.#switch(next, pointedTo);
    if (old) await this.#leave(old);
    if (pointedTo) await this.#retired.retire(pointedTo);
  }

  async #goOver(): Promise<void> {
    const name = await this.#served();
    const old = this.#follower;
    if (old) await this.#retired.keep(old.writer.generation.name);
    if (old === undefined || name === undefined || this.#rebuilding) return;
    const { version, generation } = old.writer.generation.name;
    if (name.version !== version || name.generation === generation) return;
    const { readModels, logger, onProgress } = this.#with;
    const next = await this.#followerOf(await readModels.open(name, this.projection.collections));
    if (this.#ending.signal.aborted) return;
    this.#next = next;
    const isServed = async (): Promise<boolean> => (await this.#served())?.generation === name.generation;
    const isLevel = await waitUntilLevel({ ...this.#with, next, old, isServed });
    this.#next = undefined;
    if (this.#ending.signal.aborted) return next.stop();
    if (!isLevel) {
      // Its successor is opened by the next look at the pointer.
      await next.stop();
      return this.#retired.retire(name);
    }
    next.writer.inherit(old.writer);
    this.#follower = next;
    onProgress();
    logSwitched(logger, name);
    await this.#leave(old);
  }

  /** Meanwhile the old generation does not advance, so that the new one can be at least as far. */
  async #switch(
    next: GenerationFollower,
    pointedTo: GenerationName | undefined,
    old?: GenerationFollower,
  ): Promise<void> {
    if (old) {
      await next.whenPast(old.writer.position);
      this.#refuseNewQuarantines(next, old);
    }
    this.#ending.signal.throwIfAborted();
    this.#cancelling.signal.throwIfAborted();
    await this.#point(next.writer.generation.name, pointedTo);
    if (old) next.writer.inherit(old.writer);
    this.#follower = next;
    this.#with.onProgress();
  }

  /** A rebuild never replaces a whole view by one that lacks an organization. */
  #refuseNewQuarantines(next: GenerationFollower, old: GenerationFollower): void {
    const lost = [...next.writer.quarantines.values()].find(
      ({ organizationId }) => !old.writer.quarantines.has(organizationId),
    );
    if (lost === undefined) return;
    throw new OperationFailed(
      `The rebuild of ${this.projection.name} could not apply event ${lost.position} (${lost.type}) of organization ` +
        `${lost.organizationId}: ${lost.error} The old view is still served.`,
    );
  }

  async #point(to: GenerationName, from: GenerationName | undefined): Promise<void> {
    if (await this.#with.readModels.serve(to, from ?? null)) return;
    throw new OperatorError(`${this.projection.name} was switched to another generation meanwhile.`);
  }

  /** Resolves when nothing here reads or writes the generation any more. */
  async #leave(old: GenerationFollower): Promise<void> {
    await old.stop();
    while ((this.#reads.get(old) ?? 0) > 0) await this.#readDone.wait();
    this.#reads.delete(old);
  }

  async #served(): Promise<GenerationName | undefined> {
    return (await this.#with.readModels.served())[this.projection.name];
  }

  /** The next name that no process uses. */
  async #nextName(): Promise<GenerationName> {
    const { name: projection, version } = this.projection;
    const { readModels } = this.#with;
    const served = await this.#served();
    const known = [...(await readModels.generations()), ...this.#leftovers, ...(served ? [served] : [])]
      .filter((name) => name.projection === projection)
      .map(({ generation }) => generation);
    for (let generation = 1 + Math.max(0, ...known); ; generation += 1) {
      const name = { projection, version, generation };
      if (await readModels.claim(name)) return name;
    }
  }

  async #followerOf(generation: Generation): Promise<GenerationFollower> {
    const { clock, logger, readModels, feed } = this.#with;
    const writer = await GenerationWriter.open(this.projection, generation, {
      notes: readModels.notes,
      clock,
      logger,
    });
    const follower: GenerationFollower = new GenerationFollower(writer, feed, {
      ...this.#with,
      onFailure: (error) => error instanceof ReadModelsDamaged && this.#abandon(follower, error),
    });
    return follower;
  }
}
