/** Injected dependencies of deliveries: this folder knows no vaults, views or commands. */
import { hash } from 'node:crypto';
import type { MessageId, OrganizationId, UserId } from '../../base/ids.ts';
import type { Conversation } from '../../events/messages.ts';
import type { DeliveryId } from '../../events/reactors.ts';
import { webhooksTriggeredBy } from '../../organization/access/mentions.ts';
import type { AttemptCount, Delivery, PendingDelivery, Triggered } from '../../organization/slices/bots.ts';
import { defineReactor, type Reactor } from '../running/define.ts';
import type { DeliveryFailure } from './attemptResult.ts';

// The reactor of outgoing webhooks: messages to bots are delivered to their receivers.

/** Its name in the log. */
export const WEBHOOKS = 'webhooks';

/**
 * Records deliveries and passes them to `webhooks/deliveries.ts`: no event waits for a receiver, and no
 * checkpoint passes an unrecorded delivery.
 */
type TriggerDeliveries = (organizationId: OrganizationId, triggered: Triggered) => Promise<void>;

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

/** The content of one attempt, with the names, texts and secrets of that moment. */
export type Prepared =
  | {
      readonly kind: 'ready';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** Secrets known to the receiver, which must not be shown to anybody else. */
      readonly secrets: readonly string[];
      /** The conversation of the message and of replies. */
      readonly conversation: Conversation;
    }
  /** Nothing remains to be sent, or nobody to receive it. */
  | { readonly kind: 'obsolete'; readonly reason: string };

/** A receiver's reply; the widget is JSON text. */
export interface ReplyText {
  readonly content: string;
  readonly widget: string | undefined;
}

/** Actions in the organization after an attempt; all are idempotent. */
export interface DeliveryActions {
  prepare(organizationId: OrganizationId, delivery: Delivery): Promise<Prepared>;
  /** Sends the reply as the bot; returns the reason of a refusal. */
  reply(
    organizationId: OrganizationId,
    delivery: Delivery,
    to: Conversation,
    text: ReplyText,
  ): Promise<{ readonly replyId: MessageId } | { readonly refusal: string }>;
  /** Notifies the conversation and the bot's owner, as far as possible. */
  notify(
    organizationId: OrganizationId,
    delivery: Delivery,
    to: Conversation,
    failure: DeliveryFailure,
  ): Promise<void>;
  /** Stops calling the receiver at a URL. */
  disable(organizationId: OrganizationId, delivery: Delivery, url: string): Promise<void>;
}

/** The recorded deliveries of one organization; writes resolve when they are durable. */
export interface DeliveryRecord {
  pending(): Iterable<PendingDelivery>;
  find(deliveryId: DeliveryId): PendingDelivery | undefined;
  /** Reads what other nodes have recorded; returns whether that succeeded. */
  readOn(): Promise<boolean>;
  /** Returns whether it was not recorded before. */
  trigger(triggered: Triggered): Promise<{ readonly isFirst: boolean }>;
  delivered(
    made: AttemptCount & {
      readonly status: number;
      readonly replyId: MessageId | null;
      readonly complaint: string | null;
    },
  ): Promise<void>;
  failed(
    made: AttemptCount & {
      readonly reason: string;
      readonly nextAttemptAt: number;
      readonly isReported: boolean;
    },
  ): Promise<void>;
  parked(made: AttemptCount & { readonly reason: string }): Promise<void>;
}

/** Called when the operator restarts a delivery. */
export type ReplayListener = (organizationId: OrganizationId, deliveryId: DeliveryId) => void;
