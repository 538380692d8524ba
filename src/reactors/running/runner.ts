/**
 * Runs the reactors of this node. Each follows the tail of the log and passes events to one `OrganizationReactor`
 * per organization, so that organizations never wait for each other. Other nodes may run the same reactors: the
 * IDs of effects make that harmless (docs/decisions/0013).
 */
import { setMaxListeners } from 'node:events';
import { type Clock, logRetries, pauseUnlessAborted } from '../../base/clock.ts';
import { ConditionVariable } from '../../base/concurrency.ts';
import { type OrganizationId, organizationOfStream } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { EventLog, Position, StoredEvent } from '../../events/log/eventLog.ts';
import type { Follower } from '../../events/log/follower.ts';
import type { Tail } from '../../events/log/tail.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Backlog, Reactor, ReactorProgress } from './define.ts';
import { OrganizationReactor } from './organizationReactor.ts';

/** Opens the record of a reactor in an organization. */
export type OpenProgress = (reactor: string, organizationId: OrganizationId) => Promise<ReactorProgress>;

interface ReactorsOptions {
  readonly log: Pick<EventLog, 'readStream' | 'head'>;
  /** The tail of that log. */
  readonly tail: Tail;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly reactors: readonly Reactor[];
  readonly lanes: Pick<Lanes, 'all' | 'organization'>;
  readonly openProgress: OpenProgress;
}

/** The running reactors of a node. */
export interface Reactors {
  /** Resolves when everything in the log so far has been handled. */
  settled(): Promise<void>;
  /** Backlogs, one entry per reactor. */
  backlogs(): readonly Backlog[];
  /** Stops after the running effects, and records progress. */
  stop(): Promise<void>;
}

/** Milliseconds between two checks for progress to record. */
const PROGRESS_INTERVAL_MS = 1_000;
/** Milliseconds between two checks of a state that lacks an event. */
const STATE_POLL_INTERVAL_MS = 10;

/**
 * Starts all reactors; one that has never run begins with new events, which is recorded. Fails with
 * BrokenChain or UnknownEvent if a record cannot be trusted.
 */
export async function startReactors(options: ReactorsOptions): Promise<Reactors> {
  const running = options.reactors.map((reactor) => new RunningReactor(reactor, options));
  await Promise.all(running.map((reactor) => reactor.start()));
  // One timer for all, because each would wake an idle server.
  const stopTending = options.clock.every(PROGRESS_INTERVAL_MS, () =>
    running.forEach((reactor) => reactor.tend()),
  );
  return {
    async settled() {
      for (const reactor of running) await reactor.settled();
    },
    backlogs: () => running.map((reactor) => reactor.backlog),
    async stop() {
      stopTending();
      await Promise.all(running.map((reactor) => reactor.stop()));
    },
  };
}

class RunningReactor {
  readonly #reactor: Reactor;
  readonly #options: ReactorsOptions;
  readonly #instances = new Map<OrganizationId, OrganizationReactor>();
  readonly #progress = new ConditionVariable();
  readonly #ending = new AbortController();
  #follower: Follower | undefined;
  /** Events up to here have been passed to the instances. */
  #position: Position = -1;

  constructor(reactor: Reactor, options: ReactorsOptions) {
    this.#reactor = reactor;
    this.#options = options;
    // Every instance and every effect listens to it.
    setMaxListeners(Infinity, this.#ending.signal);
  }

  async start(): Promise<void> {
    const { log, tail, logger, lanes } = this.#options;
    const head = await log.head();
    for (const { state } of lanes.all()) this.#newInstance(state.organizationId, state.revision);
    await Promise.all(Array.from(this.#instances.values(), ({ opened }) => opened));
    this.#position = head ?? -1;
    this.#follower = tail.follow({
      after: head,
      filter: { streamPrefixes: ['organization-'], types: Object.keys(this.#reactor.on) },
      onEvents: (events) => this.#take(events),
      onCheckpoint: (position) => this.#reach(position),
      onHandlerError: (err) => this.#reportStopped(err),
      onRetry: logRetries(logger, `Reactor ${this.#reactor.name}`, { reactor: this.#reactor.name }),
    });
  }

  async settled(): Promise<void> {
    const { log } = this.#options;
    const isSettled = async (): Promise<boolean> =>
      this.#position >= ((await log.head()) ?? -1) &&
      [...this.#instances.values()].every(({ isIdle }) => isIdle);
    for (let rung = this.#progress.wait(); !(await isSettled()); rung = this.#progress.wait()) await rung;
  }

  get backlog(): Backlog {
    const all = Array.from(this.#instances.values(), ({ waiting }) => waiting);
    const times = all.flatMap(({ since }) => since ?? []);
    return {
      reactor: this.#reactor.name,
      waiting: all.reduce((sum, { events }) => sum + events, 0),
      since: times.length === 0 ? null : Math.min(...times),
    };
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#follower?.stop();
    await Promise.all(Array.from(this.#instances.values(), (instance) => instance.stop()));
  }

  #take(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const organizationId = organizationOfStream(event.stream);
      if (organizationId !== undefined) this.#lineOf(organizationId).take(event);
    }
    this.#reach(events.at(-1)?.position ?? -1);
  }

  #reach(position: Position): void {
    this.#position = Math.max(this.#position, position);
    this.#progress.notifyAll();
  }

  /** Revisions passed without an event contain nothing for this reactor. */
  tend(): void {
    for (const lane of this.#options.lanes.all()) {
      const instance = this.#instances.get(lane.state.organizationId);
      if (lane.position >= 0 && this.#position >= lane.position) instance?.pass(lane.state.revision);
      instance?.recordProgress();
    }
  }

  /** The instance of an organization, created on first use. */
  #lineOf(organizationId: OrganizationId): OrganizationReactor {
    const known = this.#instances.get(organizationId);
    if (known) return known;
    const instance = this.#newInstance(organizationId, -1);
    instance.opened.catch((err: unknown) => this.#reportStopped(err, organizationId));
    return instance;
  }

  #reportStopped(err: unknown, organizationId?: OrganizationId): void {
    const { name } = this.#reactor;
    this.#options.logger.fatal(
      { event: 'reactor.stopped', err, reactor: name, organizationId },
      `Reactor ${name} has stopped: restart the server.`,
    );
  }

  #newInstance(organizationId: OrganizationId, startsAfter: number): OrganizationReactor {
    const { log, clock, logger, openProgress: openProgress } = this.#options;
    const instance = new OrganizationReactor({
      log,
      clock,
      logger,
      organizationId,
      startsAfter,
      reactor: this.#reactor,
      openProgress: () => openProgress(this.#reactor.name, organizationId),
      stateAt: (revision) => this.#stateAt(organizationId, revision),
      ending: this.#ending.signal,
      onIdle: () => this.#progress.notifyAll(),
    });
    this.#instances.set(organizationId, instance);
    return instance;
  }

  /** The tail may deliver an event to a reactor before the lane has it. */
  async #stateAt(organizationId: OrganizationId, revision: number): Promise<OrganizationState | undefined> {
    const { lanes, clock } = this.#options;
    const { state } = await lanes.organization(organizationId);
    while (state.revision < revision) {
      if (await pauseUnlessAborted(this.#ending.signal, clock, STATE_POLL_INTERVAL_MS)) return undefined;
    }
    return state;
  }
}
