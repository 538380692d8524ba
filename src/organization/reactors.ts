/**
 * The recorded state of one reactor in one organization, folded from its stream `reactor-{name}-{id}`. It is
 * small, so a layer copies it, except for webhook deliveries, which may be many.
 */
import type { MessageId, UserId } from '../base/ids.ts';
import type { AnyEvent } from '../events/catalog.ts';
import type { StreamEnd } from '../events/chain.ts';
import type { DeliveryId } from '../events/reactors.ts';
import { type FoldMap, map } from './containers/containers.ts';
import { deliveryChanges, type PendingDelivery } from './slices/bots.ts';

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

  constructor({ revision, hash }: StreamEnd) {
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

// * The messages for which people's devices may show notifications: folded from the newest events of the stream
// `reactor-pushed-{id}`; older notifications are forgotten.

/** Notifications per person; older ones are forgotten. */
const MAX_SHOWN_PER_USER = 100;

export class PushedState {
  revision: number;
  hash: string;
  /** UNIX milliseconds of the last event. */
  time = 0;
  /** In the order in which they were pushed. */
  readonly #shown: FoldMap<UserId, readonly MessageId[]>;
  readonly #base: PushedState | undefined;

  constructor({ revision, hash }: StreamEnd, base?: PushedState) {
    this.revision = revision;
    this.hash = hash;
    this.#shown = base ? base.#shown.layer() : map();
    this.#base = base;
  }

  fold(event: AnyEvent): void {
    if (event.type === 'MessagePushed') {
      const { messageId, userIds } = event.data;
      for (const userId of userIds) {
        const others = this.shownTo(userId).filter((shown) => shown !== messageId);
        this.#shown.set(userId, [...others.slice(1 - MAX_SHOWN_PER_USER), messageId]);
      }
    } else if (event.type === 'PushesWithdrawn') {
      const { userId, messageIds } = event.data;
      const left = this.shownTo(userId).filter((messageId) => !messageIds.includes(messageId));
      if (left.length > 0) this.#shown.set(userId, left);
      else this.#shown.delete(userId);
    }
    this.revision = event.revision;
    this.hash = event.metadata.hash;
    this.time = event.metadata.time;
  }

  /** The messages for which a person's devices may show notifications. */
  shownTo(userId: UserId): readonly MessageId[] {
    return this.#shown.get(userId) ?? [];
  }

  /** Everybody whose devices may show a notification for one of these messages. */
  seeing(messageIds: ReadonlySet<MessageId>): readonly UserId[] {
    const all = [...this.#shown.entries()];
    return all.filter(([, shown]) => shown.some((id) => messageIds.has(id))).map(([userId]) => userId);
  }

  layer(): PushedState {
    const layer = new PushedState(this, this);
    layer.time = this.time;
    return layer;
  }

  /** Gives a layer's events to its base. */
  merge(): void {
    if (this.#base === undefined) throw new Error('Only a layer can be merged.');
    this.#shown.merge();
    const { revision, hash, time } = this;
    Object.assign(this.#base, { revision, hash, time });
  }
}
