/** The reactor of outgoing webhooks: what is said to bots is told to their receivers. */
import { hash } from 'node:crypto';
import type { DeliveryId, WebhookTrigger } from '../events/webhooks.ts';
import type { MessageId, OrganizationId, UserId } from '../ids.ts';
import { webhooksTriggeredBy } from '../organization/webhooks.ts';
import { defineReactor, type Reactor } from './define.ts';

/** Under which it is on record. */
export const WEBHOOKS = 'webhooks';

/** One message and the receivers that are to be told. */
export interface Triggered {
  readonly messageId: MessageId;
  readonly trigger: WebhookTrigger;
  readonly deliveries: readonly { readonly deliveryId: DeliveryId; readonly botId: UserId }[];
}

/**
 * Puts deliveries on record, and so into the hands of `webhooks/deliveries.ts`: no event waits for a receiver, and no
 * checkpoint passes a delivery that is not on record.
 */
export type TriggerDeliveries = (organizationId: OrganizationId, triggered: Triggered) => Promise<void>;

export const webhooks = (trigger: TriggerDeliveries): Reactor =>
  defineReactor({
    name: WEBHOOKS,
    concerns: ({ bots }) => bots.outgoing.get().size > 0,
    on: {
      MessageSent({ id: eventId, data, revision }, organization) {
        const botIds = webhooksTriggeredBy(organization, data);
        if (botIds.length === 0) return [];
        const triggered: Triggered = {
          messageId: (revision + 1) as MessageId,
          trigger: data.channelId === undefined ? 'direct_message' : 'mention',
          deliveries: botIds.map((botId) => ({ deliveryId: deliveryIdOf(eventId, botId), botId })),
        };
        const carryOut = (): Promise<void> => trigger(organization.organizationId, triggered);
        return [{ id: `webhooks:${eventId}`, carryOut }];
      },
    },
  });

/** The same for the same message and bot, whenever it is asked for. */
const deliveryIdOf = (eventId: string, botId: UserId): DeliveryId =>
  `msg_${hash('sha256', `${eventId}:${botId}`, 'hex').slice(0, 24)}` as DeliveryId;
