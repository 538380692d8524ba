/**
 * One reactor in one organization: handles events in order and runs their effects. It reads the
 * organization's stream while it is behind (at the start, or after slow effects); then events are passed to
 * it.
 */
import { type Clock, inSeconds, pauseUnlessAborted } from '../../base/clock.ts';
import { RefusedRight } from '../../base/errors.ts';
import { type OrganizationId, organizationStream } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import { type AnyEvent, decode, type OrganizationEvents, UnknownEvent } from '../../events/catalog.ts';
import { BrokenChain } from '../../events/chain.ts';
import type { EventLog, StoredEvent } from '../../events/log/eventLog.ts';
import { parseMetadata } from '../../events/metadata.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { runWithRetries } from './attempts.ts';
import type { Effect, Reactor, ReactorProgress } from './define.ts';

export interface OrganizationReactorOptions {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly reactor: Reactor;
  readonly organizationId: OrganizationId;
  readonly openProgress: () => Promise<ReactorProgress>;
  /** Revision after which the reactor begins if it has never run; -1 is the start of the stream. */
  readonly startsAfter: number;
  /** Acknowledged state that contains the revision; undefined if the server stops first. */
  readonly stateAt: (revision: number) => Promise<OrganizationState | undefined>;
  /** Aborted when the server stops. */
  readonly ending: AbortSignal;
  readonly onIdle: () => void;
}

/** Events kept in memory; more are read again from the stream. */
const MAX_QUEUE_LENGTH = 1_000;
/** Milliseconds until progress is recorded: soon after effects, which would otherwise be repeated. */
const CHECKPOINT_AFTER = { effects: 1_000, otherEvents: 60_000 } as const;
/** Milliseconds until the log is read again after a failure. */
const RETRY_DELAY_MS = 1_000;

export class OrganizationReactor {
  /**
   * Resolves when the starting point is recorded; fails with BrokenChain or UnknownEvent if the record cannot
   * be trusted, and then no events are handled.
   */
  readonly opened: Promise<void>;
  readonly #options: OrganizationReactorOptions;
  #progress: ReactorProgress | undefined;
  #queue: StoredEvent[] = [];
  #isBehind = true;
  #running: Promise<void> | undefined;
  #isEnding = false;
  /** Revision up to which events have been examined. */
  #seen = -1;
  /** Revision up to which everything has been handled. */
  #done = -1;
  /** Events by revision whose effects are running, oldest first. */
  readonly #underWay = new Map<number, { readonly event: StoredEvent; readonly work: Promise<void> }>();
  /** The event that is being examined. */
  #current: StoredEvent | undefined;
  /** Monotonic time from which `#done` should be recorded. */
  #recordAt = Infinity;

  constructor(options: OrganizationReactorOptions) {
    this.#options = options;
    options.ending.addEventListener('abort', () => (this.#isEnding = true));
    this.opened = this.#open();
    this.#run();
  }

  get isIdle(): boolean {
    return this.#running === undefined && this.#underWay.size === 0;
  }

  /** Events to handle, and the time of the oldest one that is known, in UNIX milliseconds. */
  get waiting(): { readonly events: number; readonly since: number | null } {
    const [running] = this.#underWay.values();
    const oldest = running?.event ?? this.#current ?? this.#queue[0];
    const events = this.#underWay.size + this.#queue.length + (this.#current ? 1 : 0);
    return { events, since: oldest ? parseMetadata(oldest.metadata).time : null };
  }

  /** Handles an event of the log; those already handled are skipped. */
  take(event: StoredEvent): void {
    if (this.#queue.length < MAX_QUEUE_LENGTH) this.#queue.push(event);
    else this.#isBehind = true;
    this.#run();
  }

  /** Events up to this revision have no further effects. */
  pass(revision: number): void {
    if (this.#running === undefined) this.#see(revision);
  }

  /** Records progress if it is due. */
  recordProgress(): void {
    if (this.#running === undefined && this.#isRecordDue()) this.#run();
  }

  /** Stops after the running effects, whose results are recorded. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
    await Promise.all(this.#works());
    await this.#record();
  }

  #run(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      // Events that arrived meanwhile have woken nobody.
      if (!this.#isEnding && (this.#isBehind || this.#queue.length > 0)) this.#run();
      else this.#options.onIdle();
    });
  }

  async #open(): Promise<void> {
    const { openProgress, startsAfter } = this.#options;
    while (this.#progress === undefined && !this.#isEnding) {
      try {
        const progress = await openProgress();
        this.#seen = this.#done = progress.checkpoint ?? startsAfter;
        if (progress.checkpoint === undefined) await progress.advance(this.#done);
        this.#progress = progress;
      } catch (error) {
        if (error instanceof BrokenChain || error instanceof UnknownEvent) throw error;
        await this.#waitAfter(error, 'its record');
      }
    }
  }

  async #work(): Promise<void> {
    const canBeTrusted = await this.opened.then(
      () => true,
      () => false,
    );
    if (!canBeTrusted) return void (this.#isEnding = true);
    while (!this.#isEnding) {
      const event = this.#isBehind ? undefined : this.#queue.shift();
      if (event) await this.#react(event);
      else if (this.#isBehind) await this.#catchUp();
      if (this.#isRecordDue()) await this.#record();
      if (!this.#isBehind && this.#queue.length === 0) return;
    }
  }

  /** Reads on from the stream; failed reads are retried. */
  async #catchUp(): Promise<void> {
    const { log, organizationId } = this.#options;
    this.#queue = [];
    this.#isBehind = false;
    try {
      const pages = log.readStream(organizationStream(organizationId), { from: this.#seen + 1 });
      for await (const page of pages) for (const event of page) await this.#react(event);
    } catch (error) {
      this.#isBehind = true;
      await this.#waitAfter(error, 'the event log');
    }
  }

  async #react(stored: StoredEvent): Promise<void> {
    if (this.#isEnding || stored.revision <= this.#seen) return;
    this.#current = stored;
    try {
      await this.#handle(stored);
    } finally {
      this.#current = undefined;
    }
  }

  async #handle(stored: StoredEvent): Promise<void> {
    const { reactor, stateAt } = this.#options;
    if (!Object.hasOwn(reactor.on, stored.type)) return this.#see(stored.revision);
    const organization = await stateAt(stored.revision);
    if (organization === undefined) return;
    const isConcerned = reactor.concerns?.(organization) ?? true;
    if (!isConcerned) return this.#see(this.#passOver(organization.revision) ?? stored.revision);
    const effects = await this.#effectsOf(stored, organization);
    if (effects.length > 0) this.#begin(stored, effects);
    this.#see(stored.revision);
    const atOnce = reactor.atOnce ?? 1;
    this.#current = undefined;
    while (this.#underWay.size >= atOnce && !this.#isEnding) await Promise.race(this.#works());
  }

  /**
   * Skips waiting events up to a revision and returns the last one's. Every message passes here, and most
   * organizations have nothing for their reactors.
   */
  #passOver(revision: number): number | undefined {
    const beyond = this.#queue.findIndex((waiting) => waiting.revision > revision);
    return this.#queue.splice(0, beyond < 0 ? this.#queue.length : beyond).at(-1)?.revision;
  }

  /** An effect interrupted by the end of the server stays pending, so that it is repeated. */
  #begin(event: StoredEvent, effects: readonly Effect[]): void {
    const { revision } = event;
    const work = Promise.all(effects.map((effect) => this.#carryOut(effect))).then((areSettled) => {
      if (!areSettled.every(Boolean)) return;
      this.#underWay.delete(revision);
      this.#advance(CHECKPOINT_AFTER.effects);
      this.#options.onIdle();
    });
    this.#underWay.set(revision, { event, work });
  }

  #works(): readonly Promise<void>[] {
    return Array.from(this.#underWay.values(), ({ work }) => work);
  }

  /** An event that a handler cannot process is skipped, which is recorded. */
  async #effectsOf(stored: StoredEvent, organization: OrganizationState): Promise<readonly Effect[]> {
    const { reactor } = this.#options;
    const handle = reactor.on[stored.type as keyof OrganizationEvents] as Handler;
    try {
      return handle(decode(stored), organization);
    } catch (error) {
      await this.#abandon(`${reactor.name}:${stored.id}`, error as Error);
      return [];
    }
  }

  /** Whether an effect is finished. */
  async #carryOut(effect: Effect): Promise<boolean> {
    const { clock, ending, logger } = this.#options;
    if (this.#progress?.isAbandoned(effect.id)) return true;
    const fate = await runWithRetries(effect, {
      clock,
      ending,
      onFailure: (err, delay) =>
        logger.warn(
          { event: 'effect.retry_scheduled', ...this.#labels(), effect: effect.id, delay, err },
          `Effect ${effect.id} failed; next attempt in ${inSeconds(delay)}.`,
        ),
    });
    if (fate.status === 'abandoned') await this.#abandon(effect.id, fate.error);
    return fate.status !== 'interrupted';
  }

  async #abandon(effectId: string, err: Error): Promise<void> {
    this.#options.logger.warn(
      { event: 'effect.abandoned', ...this.#labels(), effect: effectId, err },
      `Effect ${effectId} failed for good and is not tried again.`,
    );
    await this.#onRecord(this.#progress?.abandon(effectId, err.message));
  }

  #see(revision: number): void {
    this.#seen = Math.max(this.#seen, revision);
    this.#advance(CHECKPOINT_AFTER.otherEvents);
  }

  /** Everything before the first running effect is done. */
  #advance(delay: number): void {
    const [oldest] = this.#underWay.keys();
    const done = oldest === undefined ? this.#seen : oldest - 1;
    if (done <= this.#done) return;
    this.#done = done;
    this.#recordAt = Math.min(this.#recordAt, this.#options.clock.monotonic() + delay);
  }

  #isRecordDue(): boolean {
    return this.#options.clock.monotonic() >= this.#recordAt;
  }

  async #record(): Promise<void> {
    if (this.#recordAt === Infinity) return;
    this.#recordAt = Infinity;
    await this.#onRecord(this.#progress?.advance(this.#done));
  }

  /** An effect whose end could not be recorded is at worst repeated, which changes nothing. */
  async #onRecord(recording: Promise<void> | undefined): Promise<void> {
    await recording?.catch((err: unknown) =>
      this.#options.logger.warn(
        { event: 'reactor.record_failed', ...this.#labels(), err },
        'A reactor could not record its progress; after a restart some effects run again.',
      ),
    );
  }

  /** A refused right is logged by who keeps them, once. */
  async #waitAfter(err: unknown, source: string): Promise<void> {
    const { clock, ending, logger, reactor } = this.#options;
    if (!(err instanceof RefusedRight))
      logger.warn(
        { event: 'reactor.read_failed', ...this.#labels(), err },
        `Reactor ${reactor.name} cannot read ${source}; next attempt in ${inSeconds(RETRY_DELAY_MS)}.`,
      );
    await pauseUnlessAborted(ending, clock, RETRY_DELAY_MS);
  }

  #labels() {
    const { reactor, organizationId } = this.#options;
    return { reactor: reactor.name, organizationId };
  }
}

type Handler = (event: AnyEvent, organization: OrganizationState) => readonly Effect[];
