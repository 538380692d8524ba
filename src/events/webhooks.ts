import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Identifies one message for one receiver, in all attempts: the header `webhook-id`. */
export const DeliveryId = z.string().min(1).brand<'DeliveryId'>();
export type DeliveryId = z.infer<typeof DeliveryId>;

/** Why an outgoing webhook receives a message. */
export const WebhookTrigger = z.enum(['direct_message', 'mention']);
export type WebhookTrigger = z.infer<typeof WebhookTrigger>;

const delivery = { deliveryId: DeliveryId, botId: UserId, messageId: MessageId };

/** Events of outgoing webhooks, in the stream `reactor-webhooks-{id}`. Reasons are our own sentences. */
export const webhookEvents = defineEvents('reactor', {
  /** A message is to be delivered to the receivers of these bots. */
  WebhooksTriggered: eventType(1, {
    messageId: MessageId,
    trigger: WebhookTrigger,
    deliveries: z.array(z.strictObject({ deliveryId: DeliveryId, botId: UserId })).readonly(),
  }),
  /** The receiver has accepted it; `attempts` counts all attempts. */
  WebhookDelivered: eventType(1, {
    ...delivery,
    attempts: z.number().int(),
    /** HTTP status of the answer. */
    status: z.number().int(),
    /** The bot's reply; null if there was none, or it could not be sent. */
    replyId: MessageId.nullable(),
    /** Why the answer was unusable; null if it was usable or empty. */
    complaint: z.string().nullable(),
  }),
  /** An attempt has failed; another one follows. */
  WebhookDeliveryFailed: eventType(1, {
    ...delivery,
    attempts: z.number().int(),
    reason: z.string(),
    /** UNIX milliseconds. */
    nextAttemptAt: z.number().int(),
    /** Whether the conversation and the bot's owner have been notified. */
    isReported: z.boolean(),
  }),
  /** It is not retried unless the operator requests it. */
  WebhookDeliveryParked: eventType(1, { ...delivery, attempts: z.number().int(), reason: z.string() }),
  /** The operator restarts the delivery from the first attempt. */
  WebhookDeliveryReplayed: eventType(1, { ...delivery, trigger: WebhookTrigger }),
});
export const {
  WebhooksTriggered,
  WebhookDelivered,
  WebhookDeliveryFailed,
  WebhookDeliveryParked,
  WebhookDeliveryReplayed,
} = webhookEvents.make;
