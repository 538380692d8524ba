/** What deliveries are made with: handed in, for here nobody knows of vaults, views and commands. */
import type { Conversation } from '../../events/messages.ts';
import type { DeliveryId } from '../../events/webhooks.ts';
import type { MessageId, OrganizationId } from '../../ids.ts';
import type { Delivery, PendingDelivery } from '../../organization/webhookDeliveries.ts';
import type { Triggered } from '../webhooks.ts';
import type { Failure } from './verdict.ts';

/** What one attempt sends: names, texts and secrets are those of its moment. */
export type Prepared =
  | {
      readonly kind: 'ready';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** What the receiver knows, and nobody else is to be shown. */
      readonly secrets: readonly string[];
      /** Where the message is, and replies go. */
      readonly conversation: Conversation;
    }
  /** There is nothing to be told any more, or nobody to tell it. */
  | { readonly kind: 'obsolete'; readonly reason: string };

/** What a receiver wants to be said; the widget is JSON text. */
export interface ReplyText {
  readonly content: string;
  readonly widget: string | undefined;
}

/** Does in the organization what follows from an attempt. Each may be asked for twice and is done once. */
export interface DeliveryActions {
  prepare(organizationId: OrganizationId, delivery: Delivery): Promise<Prepared>;
  /** Says it as the bot; answers why not where that is refused. */
  reply(
    organizationId: OrganizationId,
    delivery: Delivery,
    to: Conversation,
    text: ReplyText,
  ): Promise<{ readonly replyId: MessageId } | { readonly refusal: string }>;
  /** Tells the conversation and the bot's owner, as far as they can be told. */
  tell(organizationId: OrganizationId, delivery: Delivery, to: Conversation, failure: Failure): Promise<void>;
  /** Tells the receiver at an address nothing more. */
  disable(organizationId: OrganizationId, delivery: Delivery, url: string): Promise<void>;
}

/** The number of an attempt that was made, counted from 1; 0 where none was. */
type Made = Pick<Delivery, 'deliveryId' | 'attempts'>;

/** What is on record of one organization's deliveries; to be put there resolves when it is durable. */
export interface DeliveryRecord {
  pending(): Iterable<PendingDelivery>;
  find(deliveryId: DeliveryId): PendingDelivery | undefined;
  /** Learns what other nodes have put on record; answers whether that could be learned. */
  readOn(): Promise<boolean>;
  /** Answers whether it was not on record before. */
  trigger(triggered: Triggered): Promise<{ readonly isFirst: boolean }>;
  delivered(
    made: Made & {
      readonly status: number;
      readonly replyId: MessageId | null;
      readonly complaint: string | null;
    },
  ): Promise<void>;
  failed(
    made: Made & { readonly reason: string; readonly nextAttemptAt: number; readonly isTold: boolean },
  ): Promise<void>;
  parked(made: Made & { readonly reason: string }): Promise<void>;
}

/** Told that the operator has put a delivery of a webhook on record again. */
export type ReplayListener = (organizationId: OrganizationId, deliveryId: DeliveryId) => void;
