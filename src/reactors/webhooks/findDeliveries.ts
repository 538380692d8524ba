/** All deliveries of an organization, read from the log: for operators, who rarely need it. */
import { type OrganizationId, reactorStream } from '../../base/ids.ts';
import { decode, type EventTypes } from '../../events/catalog.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import type { DeliveryId } from '../../events/reactors.ts';
import { type Delivery, deliveryChanges, type DeliveryState } from '../../organization/slices/bots.ts';
import { WEBHOOKS } from './define.ts';

type Log = Pick<EventLog, 'readStream'>;

/** Undelivered ones, in the order in which they were triggered or restarted; all with `all`. */
export async function readDeliveries(
  log: Log,
  organizationId: OrganizationId,
  all = false,
): Promise<readonly DeliveryState[]> {
  const known = new Map<DeliveryId, DeliveryState>();
  for await (const page of log.readStream(reactorStream(WEBHOOKS, organizationId)))
    for (const event of page)
      for (const { deliveryId, change } of deliveryChanges(decode(event))) {
        const delivery = change(known.get(deliveryId));
        if (delivery?.status === 'pending' && delivery.attempts === 0) known.delete(deliveryId);
        if (delivery && (all || delivery.status !== 'delivered')) known.set(deliveryId, delivery);
        else known.delete(deliveryId);
      }
  return [...known.values()];
}

/** The content of a delivery in any state; the newest are found first. */
export async function findDelivery(
  log: Log,
  organizationId: OrganizationId,
  requestedId: string,
): Promise<Omit<Delivery, 'attempts'> | undefined> {
  const stream = reactorStream(WEBHOOKS, organizationId);
  for await (const page of log.readStream(stream, { direction: 'backwards' }))
    for (const event of page.filter(({ type }) => type === 'WebhooksTriggered')) {
      const { messageId, trigger, deliveries } = decode(event).data as EventTypes['WebhooksTriggered'];
      const found = deliveries.find(({ deliveryId }) => deliveryId === requestedId);
      if (found) return { ...found, messageId, trigger };
    }
  return undefined;
}
