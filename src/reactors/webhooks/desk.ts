/**
 * The deliveries of one organization: each is attempted when it is due, a few per bot at a time, so that a
 * receiver which never answers delays only its own bot.
 */
import type { Clock } from '../../clock.ts';
import type { DeliveryId } from '../../events/webhooks.ts';
import type { UserId } from '../../ids.ts';
import type { PendingDelivery } from '../../organization/webhookDeliveries.ts';
import { Semaphore } from '../../turns.ts';
import type { DeliveryRecord } from './define.ts';

/** Concurrent attempts: of one bot, and of one organization. */
const MAX_ATTEMPTS_PER_BOT = 4;
const MAX_ATTEMPTS_PER_ORGANIZATION = 64;
/** Longest timer in milliseconds, in case the clock was set. */
const MAX_TIMER_MS = 24 * 60 * 60 * 1000;
/** Milliseconds until an attempt that could not be recorded is repeated. */
const UNRECORDED_RETRY_MS = 60_000;

export interface DeliverySchedulerOptions {
  readonly clock: Clock;
  readonly record: DeliveryRecord;
  /** Makes one attempt and records its result. */
  readonly attempt: (delivery: PendingDelivery) => Promise<void>;
  /** Milliseconds that another node gets to continue a delivery it has started. */
  readonly takeOverAfterMs: number;
  readonly onIdle: () => void;
}

export class DeliveryScheduler {
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
