/** Decides after an attempt: delivered, retry, or give up. */
import type { PendingDelivery } from '../../organization/webhookDeliveries.ts';
import { type WebhookReply, parseReply } from './answer.ts';
import type { WebhookResponse } from './post.ts';
import { nextAttemptAt, retryAfterOf } from './schedule.ts';

/** Why a delivery failed or its answer is unusable: for the record, the conversation, and the bot's owner. */
export interface DeliveryFailure {
  readonly reason: string;
  /** Follows "Failure! " in the conversation. */
  readonly inConversation: string;
  /** A sentence. */
  readonly forOwner: string;
  /** The receiver's answer. */
  readonly answer: string;
}

export type AttemptResult =
  | {
      readonly kind: 'delivered';
      readonly status: number;
      readonly answer: WebhookReply;
      readonly body: string;
    }
  | {
      readonly kind: 'failed';
      readonly failure: DeliveryFailure;
      readonly nextAttemptAt: number;
      readonly shouldReport: boolean;
    }
  | {
      readonly kind: 'parked';
      readonly failure: DeliveryFailure;
      readonly isGone: boolean;
      readonly shouldReport: boolean;
    };

/** Unanswered attempts before people are notified. */
const SILENT_ATTEMPTS = 3;
const GONE = 410;
const isTriedAgain = (status: number): boolean => status === 408 || status === 429 || status >= 500;

interface AttemptContext {
  /** Not counting the last attempt. */
  readonly delivery: PendingDelivery;
  /** UNIX milliseconds. */
  readonly now: number;
  readonly random: number;
}

export function evaluateAttempt(
  outcome: WebhookResponse,
  { delivery, now, random }: AttemptContext,
): AttemptResult {
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300)
    return {
      kind: 'delivered',
      status: outcome.status,
      answer: parseReply(outcome.body, outcome.isWhole),
      body: outcome.body,
    };
  const attempts = delivery.attempts + 1;
  const { triggeredAt, isReported } = delivery;
  const failure = failureOf(outcome);
  const retryAfter = outcome.kind === 'answered' ? retryAfterOf(outcome.retryAfter, now) : undefined;
  const due = mayHelp(outcome)
    ? nextAttemptAt({ attempts, triggeredAt, now, retryAfter, random })
    : undefined;
  const isGone = outcome.kind === 'answered' && outcome.status === GONE;
  if (due === undefined) return { kind: 'parked', failure, isGone, shouldReport: !isReported };
  const shouldReport = !isReported && (outcome.kind === 'answered' || attempts >= SILENT_ATTEMPTS);
  return { kind: 'failed', failure, nextAttemptAt: due, shouldReport };
}

/** Whether another attempt may have a different outcome. */
const mayHelp = (outcome: WebhookResponse): boolean =>
  outcome.kind === 'unanswered' || (outcome.kind === 'answered' && isTriedAgain(outcome.status));

function failureOf(outcome: WebhookResponse): DeliveryFailure {
  if (outcome.kind === 'answered') {
    const { status, body } = outcome;
    return {
      reason: `answered ${status}`,
      inConversation: `Third party responded with ${status}`,
      forOwner: `The webhook got a response with status code *${status}*.`,
      answer: body,
    };
  }
  const isForbidden = outcome.kind === 'forbidden';
  return {
    reason: isForbidden ? 'its address is not allowed' : outcome.reason,
    inConversation: 'Bot is unavailable',
    forOwner: isForbidden
      ? 'The URL configured for the webhook is for a private or disallowed network.'
      : `The webhook did not answer (${outcome.reason}).`,
    answer: '',
  };
}

/** The delivery was accepted, but the reply cannot be sent. */
export const unusableReply = (complaint: string, answer: string): DeliveryFailure => ({
  reason: complaint,
  inConversation: complaint,
  forOwner: `The webhook attempted to send a message, but that resulted in the following error:\n> ${complaint}`,
  answer,
});
