/**
 * The recorded state of one reactor in one organization, folded from its stream `reactor-{name}-{id}`. It is
 * small, so a layer copies it, except for webhook deliveries, which may be many.
 */
import type { AnyEvent } from '../events/catalog.ts';
import type { DeliveryId } from '../events/webhooks.ts';
import { type FoldMap, map } from './containers.ts';
import { deliveryChanges, type PendingDelivery } from './webhookDeliveries.ts';

/** How far a reactor's stream has been folded. */
interface StreamProgress {
  /** Of the last folded event; -1 if there is none. */
  readonly revision: number;
  /** Hash of the last folded event, or the start of the chain. */
  readonly hash: string;
}

export class ReactorState {
  /**
   * Revision of the organization up to which everything has been handled; undefined if the reactor has never
   * run.
   */
  checkpoint: number | undefined;
  /** Effects since the checkpoint that have been given up. */
  abandoned: ReadonlySet<string> = new Set();
  /** Messages up to this ID have triggered their webhooks; 0 if none has since the checkpoint. */
  triggeredUpTo = 0;
  /** Webhook deliveries to attempt. */
  pending: FoldMap<DeliveryId, PendingDelivery> = map();
  revision: number;
  hash: string;
  /** UNIX milliseconds of the last event. */
  time = 0;
  #base: ReactorState | undefined;

  constructor({ revision, hash }: StreamProgress) {
    this.revision = revision;
    this.hash = hash;
  }

  fold(event: AnyEvent): void {
    if (event.type === 'ReactorCheckpointed') {
      this.checkpoint = event.data.revision;
      this.abandoned = new Set();
    } else if (event.type === 'EffectAbandoned') {
      this.abandoned = new Set([...this.abandoned, event.data.effectId]);
    } else if (event.type === 'WebhooksTriggered') {
      this.triggeredUpTo = event.data.messageId;
    }
    this.#foldDeliveries(event);
    this.revision = event.revision;
    this.hash = event.metadata.hash;
    this.time = event.metadata.time;
  }

  layer(): ReactorState {
    const layer = Object.assign(new ReactorState(this), this);
    layer.pending = this.pending.layer();
    layer.#base = this;
    return layer;
  }

  /** Gives a layer's events to its base. */
  merge(): void {
    if (this.#base === undefined) throw new Error('Only a layer can be merged.');
    this.pending.merge();
    Object.assign(this.#base, { ...this, pending: this.#base.pending });
  }

  #foldDeliveries(event: AnyEvent): void {
    for (const { deliveryId, change } of deliveryChanges(event)) {
      const delivery = change(this.pending.get(deliveryId));
      if (delivery?.status === 'pending') this.pending.set(deliveryId, delivery);
      else this.pending.delete(deliveryId);
    }
  }
}

/**
 * Revision of the reactor's stream from which all unfinished deliveries are recorded; undefined if there are
 * none.
 */
export function pendingSince({ pending }: ReactorState): number | undefined {
  let since = Infinity;
  for (const delivery of pending.values()) since = Math.min(since, delivery.since);
  return since === Infinity ? undefined : since;
}
