/** Decides after an attempt: delivered, retry, or give up. */
import type { PendingDelivery } from '../../organization/webhookDeliveries.ts';
import { type Answer, answerIn } from './answer.ts';
import type { PostOutcome } from './post.ts';
import { nextAttemptAt, retryAfterOf } from './schedule.ts';

/** Why a delivery failed or its answer is unusable: for the record, the conversation, and the bot's owner. */
export interface Failure {
  readonly reason: string;
  /** Follows "Failure! " in the conversation. */
  readonly inConversation: string;
  /** A sentence. */
  readonly forOwner: string;
  /** The receiver's answer. */
  readonly answer: string;
}

export type Verdict =
  | { readonly kind: 'delivered'; readonly status: number; readonly answer: Answer; readonly body: string }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly nextAttemptAt: number;
      readonly isToTell: boolean;
    }
  | {
      readonly kind: 'parked';
      readonly failure: Failure;
      readonly isGone: boolean;
      readonly isToTell: boolean;
    };

/** Unanswered attempts before people are notified. */
const SILENT_ATTEMPTS = 3;
const GONE = 410;
const isTriedAgain = (status: number): boolean => status === 408 || status === 429 || status >= 500;

interface Circumstances {
  /** Not counting the last attempt. */
  readonly delivery: PendingDelivery;
  /** UNIX milliseconds. */
  readonly now: number;
  readonly random: number;
}

export function verdictOn(outcome: PostOutcome, { delivery, now, random }: Circumstances): Verdict {
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300)
    return {
      kind: 'delivered',
      status: outcome.status,
      answer: answerIn(outcome.body, outcome.isWhole),
      body: outcome.body,
    };
  const attempts = delivery.attempts + 1;
  const { triggeredAt, isTold } = delivery;
  const failure = failureOf(outcome);
  const retryAfter = outcome.kind === 'answered' ? retryAfterOf(outcome.retryAfter, now) : undefined;
  const due = mayHelp(outcome)
    ? nextAttemptAt({ attempts, triggeredAt, now, retryAfter, random })
    : undefined;
  const isGone = outcome.kind === 'answered' && outcome.status === GONE;
  if (due === undefined) return { kind: 'parked', failure, isGone, isToTell: !isTold };
  const isToTell = !isTold && (outcome.kind === 'answered' || attempts >= SILENT_ATTEMPTS);
  return { kind: 'failed', failure, nextAttemptAt: due, isToTell };
}

/** Whether another attempt may have a different outcome. */
const mayHelp = (outcome: PostOutcome): boolean =>
  outcome.kind === 'unanswered' || (outcome.kind === 'answered' && isTriedAgain(outcome.status));

function failureOf(outcome: PostOutcome): Failure {
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
export const uselessAnswer = (complaint: string, answer: string): Failure => ({
  reason: complaint,
  inConversation: complaint,
  forOwner: `The webhook attempted to send a message, but that resulted in the following error:\n> ${complaint}`,
  answer,
});
