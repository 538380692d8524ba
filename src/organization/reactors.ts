/**
 * What is on record of one reactor in one organization, folded from its stream `reactor-{name}-{id}`. It is small, so
 * that a layer is a copy; but for the deliveries of webhooks, of which there may be many.
 */
import type { AnyEvent } from '../events/catalog.ts';
import type { DeliveryId } from '../events/webhooks.ts';
import { type FoldMap, map } from './containers.ts';
import { deliveryChanges, type PendingDelivery } from './webhookDeliveries.ts';

/** How far a reactor's stream has been folded. */
interface Progress {
  /** Of the last folded event; -1 when there is none. */
  readonly revision: number;
  /** Hash of the last folded event, or what the first one is chained to. */
  readonly hash: string;
}

export class ReactorState {
  /** Revision of the organization up to which all has been done; undefined where the reactor has never run. */
  checkpoint: number | undefined;
  /** Effects since the checkpoint that will not be tried again. */
  abandoned: ReadonlySet<string> = new Set();
  /** Messages up to this ID have triggered what they trigger; 0 where none has since the checkpoint. */
  triggeredUpTo = 0;
  /** Deliveries of webhooks that are to be attempted. */
  pending: FoldMap<DeliveryId, PendingDelivery> = map();
  revision: number;
  hash: string;
  /** UNIX milliseconds of the last event. */
  time = 0;
  #base: ReactorState | undefined;

  constructor({ revision, hash }: Progress) {
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

/** Revision of the reactor's stream from which all that is not finished yet can be read; undefined where all is. */
export function openSince({ pending }: ReactorState): number | undefined {
  let since = Infinity;
  for (const delivery of pending.values()) since = Math.min(since, delivery.since);
  return since === Infinity ? undefined : since;
}
