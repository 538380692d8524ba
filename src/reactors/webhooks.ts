/** The reactor of outgoing webhooks: messages to bots are delivered to their receivers. */
import { hash } from 'node:crypto';
import type { DeliveryId, WebhookTrigger } from '../events/webhooks.ts';
import type { MessageId, OrganizationId, UserId } from '../ids.ts';
import { webhooksTriggeredBy } from '../organization/webhooks.ts';
import { defineReactor, type Reactor } from './define.ts';

/** Its name in the log. */
export const WEBHOOKS = 'webhooks';

/** A message and the receivers to notify. */
export interface Triggered {
  readonly messageId: MessageId;
  readonly trigger: WebhookTrigger;
  readonly deliveries: readonly { readonly deliveryId: DeliveryId; readonly botId: UserId }[];
}

/**
 * Records deliveries and passes them to `webhooks/deliveries.ts`: no event waits for a receiver, and no
 * checkpoint passes an unrecorded delivery.
 */
export type TriggerDeliveries = (organizationId: OrganizationId, triggered: Triggered) => Promise<void>;

export const webhooks = (trigger: TriggerDeliveries): Reactor =>
  defineReactor({
    name: WEBHOOKS,
    concerns: ({ bots }) => bots.outgoing.get().size > 0,
    on: {
      MessageSent({ id: eventId, data, revision }, organization) {
        const botIds = data.imported ? [] : webhooksTriggeredBy(organization, data);
        if (botIds.length === 0) return [];
        const triggered: Triggered = {
          messageId: (revision + 1) as MessageId,
          trigger: data.channelId === undefined ? 'direct_message' : 'mention',
          deliveries: botIds.map((botId) => ({ deliveryId: deliveryIdOf(eventId, botId), botId })),
        };
        const carryOut = (): Promise<void> => trigger(organization.organizationId, triggered);
        return [{ id: `webhooks:${eventId}`, run: carryOut }];
      },
    },
  });

/** Derived from message and bot, so that it is always the same. */
const deliveryIdOf = (eventId: string, botId: UserId): DeliveryId =>
  `msg_${hash('sha256', `${eventId}:${botId}`, 'hex').slice(0, 24)}` as DeliveryId;
