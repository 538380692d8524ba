import { z } from 'zod';
import { MessageId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** Names one message to one receiver, in whatever attempt: the header `webhook-id`. */
export const DeliveryId = z.string().min(1).brand<'DeliveryId'>();
export type DeliveryId = z.infer<typeof DeliveryId>;

/** Why an outgoing webhook is told of a message. */
export const WebhookTrigger = z.enum(['direct_message', 'mention']);
export type WebhookTrigger = z.infer<typeof WebhookTrigger>;

const delivery = { deliveryId: DeliveryId, botId: UserId, messageId: MessageId };

/** Facts of outgoing webhooks, in the stream `reactor-webhooks-{id}`. Reasons are sentences of ours. */
export const webhookEvents = defineEvents('reactor', {
  /** A message is to be told to the receivers of these bots. */
  WebhooksTriggered: fact(1, {
    messageId: MessageId,
    trigger: WebhookTrigger,
    deliveries: z.array(z.strictObject({ deliveryId: DeliveryId, botId: UserId })).readonly(),
  }),
  /** The receiver has taken it; `attempts` counts all that were made. */
  WebhookDelivered: fact(1, {
    ...delivery,
    attempts: z.number().int(),
    /** Of the answer. */
    status: z.number().int(),
    /** What the bot said in reply; null where nothing was to be said, or could be. */
    replyId: MessageId.nullable(),
    /** Why nothing could be made of the answer; null where something was, or nothing had to be. */
    complaint: z.string().nullable(),
  }),
  /** An attempt has failed; another one follows. */
  WebhookDeliveryFailed: fact(1, {
    ...delivery,
    attempts: z.number().int(),
    reason: z.string(),
    /** UNIX milliseconds. */
    nextAttemptAt: z.number().int(),
    /** Whether the conversation and the bot's owner know. */
    isTold: z.boolean(),
  }),
  /** It is not tried any more, unless the operator wants it to be. */
  WebhookDeliveryParked: fact(1, { ...delivery, attempts: z.number().int(), reason: z.string() }),
  /** The operator wants it to be tried again, as if from the start. */
  WebhookDeliveryReplayed: fact(1, { ...delivery, trigger: WebhookTrigger }),
});
export const {
  WebhooksTriggered,
  WebhookDelivered,
  WebhookDeliveryFailed,
  WebhookDeliveryParked,
  WebhookDeliveryReplayed,
} = webhookEvents.make;
