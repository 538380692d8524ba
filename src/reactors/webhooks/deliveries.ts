/** The deliveries of all organizations, from their recorded start to their recorded end. */
import { setMaxListeners } from 'node:events';
import { type Clock, pause } from '../../base/clock.ts';
import { ConditionVariable, Semaphore } from '../../base/concurrency.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { DeliveryId } from '../../events/reactors.ts';
import type { PendingDelivery, Triggered } from '../../organization/slices/bots.ts';
import type { Backlog } from '../running/define.ts';
import type { DeliveryRecord } from './define.ts';
import { DeliveryAttempt, type DeliveryAttemptDependencies } from './deliveryAttempt.ts';

// The deliveries of one organization: each is attempted when it is due, a few per bot at a time, so that a
// receiver which never answers delays only its own bot.

/** Concurrent attempts: of one bot, and of one organization. */
const MAX_ATTEMPTS_PER_BOT = 4;
const MAX_ATTEMPTS_PER_ORGANIZATION = 64;
/** Longest timer in milliseconds, in case the clock was set. */
const MAX_TIMER_MS = 24 * 60 * 60 * 1000;
/** Milliseconds until an attempt that could not be recorded is repeated. */
const UNRECORDED_RETRY_MS = 60_000;

interface DeliverySchedulerOptions {
  readonly clock: Clock;
  readonly record: DeliveryRecord;
  /** Makes one attempt and records its result. */
  readonly attempt: (delivery: PendingDelivery) => Promise<void>;
  /** Milliseconds that another node gets to continue a delivery it has started. */
  readonly takeOverAfterMs: number;
  readonly onIdle: () => void;
}

class DeliveryScheduler {
  readonly #options: DeliverySchedulerOptions;
  readonly #organizationGate = new Semaphore(MAX_ATTEMPTS_PER_ORGANIZATION);
  readonly #botGates = new Map<UserId, Semaphore>();
  /** Cancels the timers of deliveries that are not due yet. */
  readonly #timers = new Map<DeliveryId, () => void>();
  /** Deliveries that are running or queued. */
  readonly #due = new Set<DeliveryId>();
  /** Deliveries that this node has started or taken over. */
  readonly #own = new Set<DeliveryId>();
  #isEnding = false;

  constructor(options: DeliverySchedulerOptions) {
    this.#options = options;
    for (const delivery of options.record.pending()) this.schedule(delivery);
  }

  get isIdle(): boolean {
    return this.#due.size === 0;
  }

  /** A delivery that this node has recorded: no other node will start it. */
  begin(deliveryId: DeliveryId): void {
    const delivery = this.#options.record.find(deliveryId);
    if (delivery === undefined) return;
    this.#own.add(deliveryId);
    this.schedule(delivery);
  }

  /** Attempts a delivery when it is due; another node's only if that node does not. */
  schedule({ deliveryId, nextAttemptAt }: PendingDelivery): void {
    const { clock, takeOverAfterMs } = this.#options;
    const wait = nextAttemptAt - clock.now() + (this.#own.has(deliveryId) ? 0 : takeOverAfterMs);
    this.#after(Math.min(Math.max(wait, 0), MAX_TIMER_MS), deliveryId);
  }

  /** Starts nothing more. */
  stop(): void {
    this.#isEnding = true;
    for (const cancel of this.#timers.values()) cancel();
  }

  #after(delay: number, deliveryId: DeliveryId): void {
    if (this.#isEnding || this.#due.has(deliveryId)) return;
    this.#timers.get(deliveryId)?.();
    this.#timers.delete(deliveryId);
    const attempt = (): void => {
      this.#timers.delete(deliveryId);
      void this.#attemptInTurn(deliveryId);
    };
    if (delay === 0) attempt();
    else this.#timers.set(deliveryId, this.#options.clock.after(delay, attempt));
  }

  async #attemptInTurn(deliveryId: DeliveryId): Promise<void> {
    const { record, onIdle } = this.#options;
    const before = record.find(deliveryId);
    if (before === undefined) return;
    this.#due.add(deliveryId);
    const attempt = (): Promise<void> => this.#attempt(deliveryId);
    await this.#gateOf(before.botId).run(() => this.#organizationGate.run(attempt));
    this.#due.delete(deliveryId);
    const left = record.find(deliveryId);
    if (left === undefined) this.#own.delete(deliveryId);
    else if (left.attempts > before.attempts) this.schedule(left);
    else this.#after(UNRECORDED_RETRY_MS, deliveryId);
    if (this.isIdle) onIdle();
  }

  /** For another node's delivery, first reads what that node has done. */
  async #attempt(deliveryId: DeliveryId): Promise<void> {
    const { record, takeOverAfterMs, attempt } = this.#options;
    if (this.#isEnding) return;
    const before = record.find(deliveryId);
    const isKnown = this.#own.has(deliveryId) || takeOverAfterMs === 0;
    if (!isKnown && !(await record.readOn())) return;
    const present = record.find(deliveryId);
    if (present === undefined || present.attempts !== before?.attempts) return;
    this.#own.add(deliveryId);
    await attempt(present);
  }

  #gateOf(botId: UserId): Semaphore {
    const known = this.#botGates.get(botId) ?? new Semaphore(MAX_ATTEMPTS_PER_BOT);
    this.#botGates.set(botId, known);
    return known;
  }
}

interface DeliveriesOptions extends Omit<DeliveryAttemptDependencies, 'ending' | 'leaving'> {
  readonly recordOf: (organizationId: OrganizationId) => Promise<DeliveryRecord>;
  /** Whether no other node can exist: then all pending deliveries belong to this one. */
  readonly isAlone: boolean;
}

/** Milliseconds that the node which has started a delivery gets to continue it. */
const TAKE_OVER_AFTER_MS = 60_000;
/** Milliseconds that receivers get to answer when the server stops. */
const STOP_GRACE_MS = 2_000;

export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #parts: DeliveryAttemptDependencies;
  readonly #schedulers = new Map<
    OrganizationId,
    Promise<{ record: DeliveryRecord; scheduler: DeliveryScheduler }>
  >();
  readonly #open = new Set<DeliveryScheduler>();
  readonly #records = new Set<DeliveryRecord>();
  readonly #idle = new ConditionVariable();
  readonly #ending = new AbortController();
  readonly #leaving = new AbortController();

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    const [ending, leaving] = [this.#ending.signal, this.#leaving.signal];
    // Every attempt listens to them.
    setMaxListeners(Infinity, ending, leaving);
    this.#parts = { ...options, ending, leaving };
  }

  /** Continues pending deliveries of an organization. */
  async open(organizationId: OrganizationId): Promise<void> {
    await this.#schedulerOf(organizationId);
  }

  /** Records and starts deliveries. */
  async trigger(organizationId: OrganizationId, triggered: Triggered): Promise<void> {
    const { record, scheduler } = await this.#schedulerOf(organizationId);
    const { isFirst } = await record.trigger(triggered);
    for (const { deliveryId } of triggered.deliveries) {
      const delivery = record.find(deliveryId);
      if (isFirst) scheduler.begin(deliveryId);
      else if (delivery) scheduler.schedule(delivery);
    }
  }

  /** Starts a delivery that the operator has restarted. */
  async begin(organizationId: OrganizationId, deliveryId: DeliveryId): Promise<void> {
    const { scheduler } = await this.#schedulerOf(organizationId);
    scheduler.begin(deliveryId);
  }

  get isSettled(): boolean {
    return [...this.#open].every(({ isIdle }) => isIdle);
  }

  /** Deliveries that have not ended, those that wait for another attempt included. */
  get backlog(): Backlog {
    const pending = [...this.#records].flatMap((record) => [...record.pending()]);
    const since = pending.reduce((oldest, { triggeredAt }) => Math.min(oldest, triggeredAt), Infinity);
    return {
      reactor: 'webhookDeliveries',
      waiting: pending.length,
      since: pending.length === 0 ? null : since,
    };
  }

  /** Resolves when nothing is due. */
  async settled(): Promise<void> {
    while (!this.isSettled) await this.#idle.wait();
  }

  /** Starts nothing more; running attempts get a moment, and are repeated after the next start. */
  async stop(): Promise<void> {
    this.#ending.abort();
    for (const scheduler of this.#open) scheduler.stop();
    await Promise.race([this.settled(), pause(this.#options.clock, STOP_GRACE_MS)]);
    this.#leaving.abort();
    await this.settled();
  }

  #schedulerOf(organizationId: OrganizationId) {
    const known = this.#schedulers.get(organizationId) ?? this.#openScheduler(organizationId);
    this.#schedulers.set(organizationId, known);
    // A failed read is repeated on the next use.
    known.catch(() => this.#schedulers.delete(organizationId));
    return known;
  }

  async #openScheduler(organizationId: OrganizationId) {
    const { clock, recordOf, isAlone } = this.#options;
    const record = await recordOf(organizationId);
    const scheduler = new DeliveryScheduler({
      clock,
      record,
      takeOverAfterMs: isAlone ? 0 : TAKE_OVER_AFTER_MS,
      attempt: (delivery) => new DeliveryAttempt(this.#parts, organizationId, delivery, record).make(),
      onIdle: () => this.#idle.notifyAll(),
    });
    this.#open.add(scheduler);
    this.#records.add(record);
    return { record, scheduler };
  }
}
