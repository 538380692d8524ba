import { z } from 'zod';
import { MessageId, UserId } from '../base/ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Events of a reactor's progress in one organization, in the stream `reactor-{name}-{id}`. */
export const reactorEvents = defineEvents('reactor', 'counted', 'shared', {
  /** Everything up to this revision of the organization's stream has been handled; -1 is before the first. */
  ReactorCheckpointed: eventType(1, {
    revision: z.number().int().min(-1),
    /** Revision of this stream from which unfinished effects are recorded; absent if there are none. */
    pendingSinceRevision: z.number().int().min(0).optional(),
  }),
  /** An effect was refused, or failed too often: it is not tried again. */
  EffectAbandoned: eventType(1, { effectId: z.string(), reason: z.string() }),
});
/** Events of push notifications on devices, in the stream `reactor-pushed-{id}`. */
export const pushEvents = defineEvents('reactor', 'counted', 'shared', {
  /** The bouncer has accepted a message's notification for all active devices of these people. */
  MessagePushed: eventType(1, { messageId: MessageId, userIds: z.array(UserId).readonly() }),
  /** Notifications were withdrawn at the bouncer. */
  PushesWithdrawn: eventType(1, { userId: UserId, messageIds: z.array(MessageId).readonly() }),
});

/** Identifies one message for one receiver, in all attempts: the header `webhook-id`. */
export const DeliveryId = z.string().min(1).brand<'DeliveryId'>();
export type DeliveryId = z.infer<typeof DeliveryId>;

/** Why an outgoing webhook receives a message. */
export const WebhookTrigger = z.enum(['direct_message', 'mention']);
export type WebhookTrigger = z.infer<typeof WebhookTrigger>;

const delivery = { deliveryId: DeliveryId, botId: UserId, messageId: MessageId };

/** Events of outgoing webhooks, in the stream `reactor-webhooks-{id}`. Reasons are our own sentences. */
export const webhookEvents = defineEvents('reactor', 'counted', 'shared', {
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
