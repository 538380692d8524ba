/**
 * Runs all projections of the server from the tail of the log, each with its own checkpoint, and reports
 * their progress. `generationWriter.ts` handles bad events, `sharedSubscription.ts` slow projections.
 */
import { type CancelTimer, type Clock, inSeconds, pause } from '../../base/clock.ts';
import { ConditionVariable } from '../../base/concurrency.ts';
import { NotReady, OperatorError } from '../../base/errors.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { EventLog, Position } from '../../events/log/eventLog.ts';
import type { Tail } from '../../events/log/tail.ts';
import type { ReadModels } from '../store/readModels.ts';
import type { BuildProgress } from './build.ts';
import { type BuildInWorker, BuildScheduler } from './buildPool.ts';
import type { Projection } from './define.ts';
import type { GenerationWriter, TargetPosition } from './generationWriter.ts';
import { healthOf, LagCounter, type ProjectionHealth } from './health.ts';
import { claimForLog } from './logClaim.ts';
import type { ProjectionLogger } from './logLines.ts';
import { ProjectionSupervisor, type SupervisorDependencies } from './projectionSupervisor.ts';
import { PROJECTED_STREAMS, SharedSubscription } from './sharedSubscription.ts';
import { POINTER_POLL_INTERVAL_MS } from './succession.ts';

export interface ProjectionsOptions {
  readonly log: EventLog;
  /** The tail of that log. */
  readonly tail: Tail;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  /** Slows each batch of each projection down by so many ms, for tests. */
  readonly delay?: number;
  /** Without it rebuilds run in this thread, in small batches. */
  readonly fill?: BuildInWorker;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Whether other nodes may serve the same documents: then this one checks now and then for switches. */
  readonly isShared?: boolean;
}

/** Milliseconds that a read waits for the events that it must include. */
export const READ_TIMEOUT_MS = 500;
/** Times in a row that a starting node must catch up with the log within a quarter of that. */
const IN_TIME = 3;
const MIN_BUILD_RETRY_DELAY_MS = 500;
const MAX_BUILD_RETRY_DELAY_MS = 30_000;

/** The running projections. */
export class Projections {
  readonly #options: ProjectionsOptions;
  readonly #feed = new SharedSubscription();
  readonly #progress = new ConditionVariable();
  readonly #lag: LagCounter;
  readonly #supervisors: ReadonlyMap<string, ProjectionSupervisor>;
  readonly #supervisorOfCollection = new Map<string, ProjectionSupervisor>();
  #builds: Promise<unknown> = Promise.resolve();
  #stopping = false;
  #cancelFollowing: CancelTimer = () => {};

  /** Use `startProjections`. */
  constructor(options: ProjectionsOptions) {
    this.#options = options;
    this.#lag = new LagCounter(options);
    const scheduler = new BuildScheduler(options);
    const parts: SupervisorDependencies = {
      ...options,
      delay: options.delay ?? 0,
      isShared: options.isShared ?? false,
      feed: this.#feed,
      onProgress: () => this.#progress.notifyAll(),
      fill: (projection, name, signal) => scheduler.fill(projection, name, signal),
      buildAgain: (supervisor) => void (this.#builds = Promise.all([this.#builds, this.#build(supervisor)])),
    };
    this.#supervisors = new Map(
      options.projections.map((each) => [each.name, new ProjectionSupervisor(each, parts)]),
    );
    for (const supervisor of this.#supervisors.values()) {
      for (const collection of Object.keys(supervisor.projection.collections))
        this.#supervisorOfCollection.set(collection, supervisor);
    }
  }

  /** Opens the served generations and starts following the log; missing ones are built in the background. */
  async start(): Promise<void> {
    const { log, readModels, clock } = this.#options;
    await claimForLog(readModels.notes, log);
    const [served, head] = [await readModels.served(), await log.head()];
    for (const [name, supervisor] of this.#supervisors) await supervisor.open(served[name], head === null);
    const followers = [...this.#supervisors.values()].flatMap(({ follower }) => follower ?? []);
    const positions = followers.map(({ writer }) => writer.position);
    const after = positions.some((position) => position === null)
      ? null
      : Math.min(...positions.map(Number), head ?? 0);
    for (const follower of followers) follower.start();
    this.#feed.start(this.#options, after);
    const missing = longestFirst(this.#supervisors.values()).filter(({ follower }) => follower === undefined);
    this.#builds = Promise.all(missing.map((supervisor) => this.#build(supervisor)));
    if (this.#options.isShared)
      this.#cancelFollowing = clock.every(POINTER_POLL_INTERVAL_MS, () => void this.#follow());
  }

  /** Resolves when every projection is served and level with what the log contained then. */
  async caughtUp(): Promise<void> {
    const last = await lastProjected(this.#options.log);
    await this.#builds;
    await Promise.all([...this.#supervisors.values()].map(({ follower }) => follower?.whenPast(last)));
  }

  /** True as soon as everything served is level with the present log; false after so many milliseconds. */
  async levelWithin(milliseconds: number): Promise<boolean> {
    const level = lastProjected(this.#options.log).then(async (last) => {
      await Promise.all([...this.#supervisors.values()].map(({ follower }) => follower?.whenPast(last)));
      return true;
    });
    return Promise.race([level, pause(this.#options.clock, milliseconds).then(() => false)]);
  }

  /**
   * True as soon as the views have caught up with the log as quickly as reads expect, several times in a row. A
   * process that has just started is slow: where others write at the same time, its first reads would wait in vain.
   */
  async followsInTime(attempts: number): Promise<boolean> {
    let inTime = 0;
    for (let nth = 0; nth < attempts && inTime < IN_TIME; nth += 1)
      inTime = (await this.levelWithin(READ_TIMEOUT_MS / 4).catch(() => false)) ? inTime + 1 : 0;
    return inTime === IN_TIME;
  }

  /** Whether a projection contains an organization's stream up to a revision. */
  hasApplied(name: string, organizationId: OrganizationId, reached: TargetPosition): boolean {
    return this.#supervisor(name).hasApplied(organizationId, reached);
  }

  /** Resolves when all of them contain it. NotReady after `timeout` ms, or at once if waiting does not help. */
  async waitFor(
    names: readonly string[],
    organizationId: OrganizationId,
    reached: TargetPosition,
    timeout = READ_TIMEOUT_MS,
  ): Promise<void> {
    if (!(await this.waitForApplied(names, organizationId, reached, timeout)))
      throw new NotReady(`The views of ${names.join(', ')} have not seen your last change yet.`);
  }

  /**
   * True if all of them contain it within `timeout` ms. NotReady at once if waiting does not help: where one is quarantined or,
   * unless the timeout is longer than that of a read, is being built.
   */
  async waitForApplied(
    names: readonly string[],
    organizationId: OrganizationId,
    reached: TargetPosition,
    timeout: number,
  ): Promise<boolean> {
    const supervisors = names.map((name) => this.#supervisor(name));
    const waitsForBuilds = timeout > READ_TIMEOUT_MS;
    let late = false;
    const allPassed = () =>
      supervisors.every((supervisor) => {
        if (supervisor.follower === undefined && waitsForBuilds && !late) return false;
        return supervisor.refuseUnready(organizationId) && supervisor.hasApplied(organizationId, reached);
      });
    if (allPassed()) return true;
    const cancel = this.#options.clock.after(timeout, () => {
      late = true;
      this.#progress.notifyAll();
    });
    try {
      while (!late && !allPassed()) await this.#progress.wait();
      return allPassed();
    } finally {
      cancel();
    }
  }

  /** The supervisor that serves a collection. */
  serving(collection: string): ProjectionSupervisor {
    const supervisor = this.#supervisorOfCollection.get(collection);
    if (supervisor) return supervisor;
    throw new Error(`No projection has a collection named ${collection}.`);
  }

  /** Rebuilds one projection, or all, while the old generations serve. OperatorError for an unknown name. */
  async rebuild(name?: string): Promise<void> {
    const supervisors =
      name === undefined ? longestFirst(this.#supervisors.values()) : [this.#supervisor(name)];
    await Promise.all(supervisors.map((supervisor) => supervisor.rebuild()));
  }

  /**
   * Cancels the rebuild of one projection, or all; returns their names. OperatorError for an unknown name.
   */
  cancel(name?: string): readonly string[] {
    const supervisors =
      name === undefined
        ? [...this.#supervisors.values()].filter(({ follower }) => follower)
        : [this.#supervisor(name)];
    return supervisors.filter((supervisor) => supervisor.cancel()).map(({ projection }) => projection.name);
  }

  /** Replays what a quarantined organization has missed. False if an event is still bad. */
  retry(name: string, organizationId: OrganizationId): Promise<boolean> {
    return this.#repair(name, (writer) => writer.retry(organizationId, this.#options.log));
  }

  /** Skips the bad event of a quarantined organization and records that. False if another one is bad. */
  skip(name: string, organizationId: OrganizationId, reason: string): Promise<boolean> {
    return this.#repair(name, (writer) => writer.skip(organizationId, reason, this.#options.log));
  }

  async health(): Promise<readonly ProjectionHealth[]> {
    const parts = { tail: this.#options.tail, feed: this.#feed, lag: this.#lag };
    return Promise.all([...this.#supervisors.values()].map((supervisor) => healthOf(supervisor, parts)));
  }

  /** Stops after the current batches; nothing is read or written afterwards. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cancelFollowing();
    await this.#feed.stop();
    await Promise.all([...this.#supervisors.values()].map((supervisor) => supervisor.stop()));
    await this.#builds;
  }

  async #follow(): Promise<void> {
    await Promise.all([...this.#supervisors.values()].map((supervisor) => supervisor.follow()));
  }

  async #repair(name: string, work: (writer: GenerationWriter) => Promise<boolean>): Promise<boolean> {
    const { follower } = this.#supervisor(name);
    if (!follower) throw new OperatorError(`${name} is being built.`);
    return follower.exclusively(() => work(follower.writer));
  }

  #supervisor(name: string): ProjectionSupervisor {
    const supervisor = this.#supervisors.get(name);
    if (supervisor) return supervisor;
    throw new OperatorError(`There is no projection named ${name}.`);
  }

  /** Builds what is not served yet, retrying until it succeeds. */
  async #build(supervisor: ProjectionSupervisor): Promise<void> {
    const { clock, logger } = this.#options;
    const projection = supervisor.projection.name;
    for (
      let wait = MIN_BUILD_RETRY_DELAY_MS;
      !this.#stopping;
      wait = Math.min(wait * 2, MAX_BUILD_RETRY_DELAY_MS)
    ) {
      try {
        if (!supervisor.follower) await supervisor.rebuild();
        return logger.info({ event: 'projection.built', projection }, `The view ${projection} is built.`);
      } catch (err) {
        if (this.#stopping) return;
        logger.error(
          { event: 'projection.build_failed', projection, err },
          `The view ${projection} could not be built; next attempt in ${inSeconds(wait)}.`,
        );
        await pause(clock, wait);
      }
    }
  }
}

/** Opens served generations, follows the log, and builds missing or outdated ones in the background. */
export async function startProjections(options: ProjectionsOptions): Promise<Projections> {
  const projections = new Projections(options);
  await projections.start();
  return projections;
}

/** Position of the last event that projections read; records of reactors may come after it. */
async function lastProjected(log: EventLog): Promise<Position | null> {
  const newest = { direction: 'backwards', limit: 1, filter: PROJECTED_STREAMS } as const;
  for await (const page of log.readAll(newest)) if (page[0]) return page[0].position;
  return null;
}

/** The projections of messages are built first: those few take as long as all others together. */
const longestFirst = (supervisors: Iterable<ProjectionSupervisor>): readonly ProjectionSupervisor[] =>
  [...supervisors].sort((one, other) => Number(takesMessages(other)) - Number(takesMessages(one)));

const takesMessages = ({ projection }: ProjectionSupervisor): boolean =>
  projection.on.MessageSent !== undefined;
