/** What deliveries need, injected: this folder knows no vaults, views or commands. */
import type { Conversation } from '../../events/messages.ts';
import type { DeliveryId } from '../../events/webhooks.ts';
import type { MessageId, OrganizationId } from '../../ids.ts';
import type { Delivery, PendingDelivery } from '../../organization/webhookDeliveries.ts';
import type { Triggered } from '../webhooks.ts';
import type { DeliveryFailure } from './verdict.ts';

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

/** The number of the attempt, from 1; 0 if there was none. */
type AttemptCount = Pick<Delivery, 'deliveryId' | 'attempts'>;

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
