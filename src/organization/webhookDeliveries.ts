/** Deliveries of outgoing webhooks, folded from a stream `reactor-webhooks-{id}`. */
import type { AnyEvent } from '../events/catalog.ts';
import type { DeliveryId, WebhookTrigger } from '../events/webhooks.ts';
import type { MessageId, UserId } from '../ids.ts';

/** One message for one receiver. */
export interface Delivery {
  readonly deliveryId: DeliveryId;
  readonly botId: UserId;
  readonly messageId: MessageId;
  readonly trigger: WebhookTrigger;
  /** Attempts since it was triggered or replayed. */
  readonly attempts: number;
}

/** A delivery to attempt. Times are UNIX milliseconds. */
export interface PendingDelivery extends Delivery {
  readonly status: 'pending';
  readonly triggeredAt: number;
  readonly nextAttemptAt: number;
  /** Why the last attempt failed; undefined before the first. */
  readonly failure: string | undefined;
  readonly isReported: boolean;
  /** Revision in the reactor's stream from which it is completely recorded. */
  readonly since: number;
}

/** A delivery after its last event. */
export type DeliveryState =
  | PendingDelivery
  | (Delivery & {
      readonly status: 'delivered';
      readonly endedAt: number;
      /** The receiver's status, and what was wrong with its answer. */
      readonly answer: number;
      readonly complaint: string | null;
    })
  | (Delivery & { readonly status: 'parked'; readonly endedAt: number; readonly reason: string });

/** A change of one delivery; deliveries that began before the events read are unknown. */
export interface DeliveryChange {
  readonly deliveryId: DeliveryId;
  readonly change: (known: DeliveryState | undefined) => DeliveryState | undefined;
}

type DeliveryHandlers = {
  readonly [Type in AnyEvent['type']]?: (
    event: Extract<AnyEvent, { type: Type }>,
  ) => readonly DeliveryChange[];
};

const HANDLERS: DeliveryHandlers = {
  WebhooksTriggered: ({ data: { messageId, trigger, deliveries }, revision, metadata }) =>
    deliveries.map(({ deliveryId, botId }) => ({
      deliveryId,
      change: () => begun({ deliveryId, botId, messageId, trigger }, metadata.time, revision),
    })),
  WebhookDeliveryReplayed: ({ data, revision, metadata }) => [
    { deliveryId: data.deliveryId, change: () => begun(data, metadata.time, revision) },
  ],
  WebhookDeliveryFailed: ({ data }) => [
    {
      deliveryId: data.deliveryId,
      change: (known) =>
        known?.status !== 'pending'
          ? known
          : {
              ...known,
              attempts: data.attempts,
              nextAttemptAt: data.nextAttemptAt,
              failure: data.reason,
              isReported: data.isReported,
            },
    },
  ],
  WebhookDelivered: ({ data: { deliveryId, attempts, status, complaint }, metadata }) => [
    {
      deliveryId,
      change: (known) =>
        known && {
          ...identity(known),
          ...{ attempts, complaint, status: 'delivered', endedAt: metadata.time, answer: status },
        },
    },
  ],
  WebhookDeliveryParked: ({ data: { deliveryId, attempts, reason }, metadata }) => [
    {
      deliveryId,
      change: (known) =>
        known && {
          ...identity(known),
          ...{ attempts, reason, status: 'parked', endedAt: metadata.time },
        },
    },
  ],
};

const identity = ({ deliveryId, botId, messageId, trigger }: Delivery) => ({
  ...{ deliveryId, botId, messageId, trigger },
});

const begun = (
  delivery: Omit<Delivery, 'attempts'>,
  triggeredAt: number,
  since: number,
): PendingDelivery => ({
  ...delivery,
  status: 'pending',
  attempts: 0,
  triggeredAt,
  nextAttemptAt: triggeredAt,
  failure: undefined,
  isReported: false,
  since,
});

/** The changes of deliveries by an event. */
export function deliveryChanges(event: AnyEvent): readonly DeliveryChange[] {
  const handle = HANDLERS[event.type] as ((event: AnyEvent) => readonly DeliveryChange[]) | undefined;
  return handle?.(event) ?? [];
}
