/** The deliveries of all organizations, from their recorded start to their recorded end. */
import { setMaxListeners } from 'node:events';
import { pause } from '../../clock.ts';
import type { DeliveryId } from '../../events/webhooks.ts';
import type { OrganizationId } from '../../ids.ts';
import { ConditionVariable } from '../../turns.ts';
import type { Backlog } from '../define.ts';
import type { Triggered } from '../webhooks.ts';
import { DeliveryAttempt, type DeliveryAttemptDependencies } from './deliveryAttempt.ts';
import type { DeliveryRecord } from './define.ts';
import { DeliveryScheduler } from './desk.ts';

export interface DeliveriesOptions extends Omit<DeliveryAttemptDependencies, 'ending' | 'leaving'> {
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
  readonly #desks = new Map<OrganizationId, Promise<{ record: DeliveryRecord; desk: DeliveryScheduler }>>();
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
    await this.#deskOf(organizationId);
  }

  /** Records and starts deliveries. */
  async trigger(organizationId: OrganizationId, triggered: Triggered): Promise<void> {
    const { record, desk } = await this.#deskOf(organizationId);
    const { isFirst } = await record.trigger(triggered);
    for (const { deliveryId } of triggered.deliveries) {
      const delivery = record.find(deliveryId);
      if (isFirst) desk.begin(deliveryId);
      else if (delivery) desk.schedule(delivery);
    }
  }

  /** Starts a delivery that the operator has restarted. */
  async begin(organizationId: OrganizationId, deliveryId: DeliveryId): Promise<void> {
    const { desk } = await this.#deskOf(organizationId);
    desk.begin(deliveryId);
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
    for (const desk of this.#open) desk.stop();
    await Promise.race([this.settled(), pause(this.#options.clock, STOP_GRACE_MS)]);
    this.#leaving.abort();
    await this.settled();
  }

  #deskOf(organizationId: OrganizationId) {
    const known = this.#desks.get(organizationId) ?? this.#openDesk(organizationId);
    this.#desks.set(organizationId, known);
    // A failed read is repeated on the next use.
    known.catch(() => this.#desks.delete(organizationId));
    return known;
  }

  async #openDesk(organizationId: OrganizationId) {
    const { clock, recordOf, isAlone } = this.#options;
    const record = await recordOf(organizationId);
    const desk = new DeliveryScheduler({
      ...{ clock, record },
      takeOverAfterMs: isAlone ? 0 : TAKE_OVER_AFTER_MS,
      attempt: (delivery) => new DeliveryAttempt(this.#parts, organizationId, delivery, record).make(),
      onIdle: () => this.#idle.notifyAll(),
    });
    this.#open.add(desk);
    this.#records.add(record);
    return { record, desk };
  }
}
