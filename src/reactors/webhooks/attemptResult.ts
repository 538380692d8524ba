/** Decides after an attempt: delivered, retry, or give up. */
import { z } from 'zod';
import { DAY_MS } from '../../base/clock.ts';
import type { PendingDelivery } from '../../organization/slices/bots.ts';
import { Widget } from '../../wire/widgets.ts';
import type { WebhookResponse } from './sendRequest.ts';

// The reply in the body of a receiver's answer.

/** A reply, none, or something invalid: `complaint` is then shown to people. */
type WebhookReply =
  | { readonly kind: 'message'; readonly content: string; readonly widget: string | undefined }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unusable'; readonly complaint: string };

const NOTHING: WebhookReply = { kind: 'nothing' };
const unusable = (complaint: string): WebhookReply => ({ kind: 'unusable', complaint });

/** `isWhole` is false if the body was too long to be read to its end. */
function parseReply(body: string, isWhole: boolean): WebhookReply {
  const text = body.trim();
  if (text === '') return NOTHING;
  const parsed = isWhole ? parse(text) : undefined;
  if (parsed === undefined) return unusable('Invalid JSON in response');
  if (parsed.value === '') return NOTHING;
  const fields = z.record(z.string(), z.unknown()).safeParse(parsed.value).data;
  return fields === undefined ? unusable('Invalid response format') : replyFields(fields);
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Numbers and booleans are used as written; null counts as absent. */
const Content = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]).nullish();

/** The older `response_string` wins. */
function replyFields(fields: Readonly<Record<string, unknown>>): WebhookReply {
  if (fields['response_not_required'] === true) return NOTHING;
  const content = Content.safeParse(fields['response_string'] ?? fields['content']);
  if (!content.success) return unusable('Invalid response format');
  if (content.data === undefined || content.data === null || content.data.trim() === '') return NOTHING;
  const widget = widgetIn(fields['widget_content']);
  if (widget === undefined) return unusable('Widgets: widget_content is not understood');
  return { kind: 'message', content: whole(content.data), widget: widget ?? undefined };
}

/** A lone surrogate, which JSON allows and UTF-8 does not, becomes a replacement character. */
const whole = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\ufffd');

/** The widget as JSON text, which it may be already; null if absent, undefined if invalid. */
function widgetIn(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  const given = typeof value === 'string' ? parse(value)?.value : value;
  const widget = Widget.safeParse(given);
  return widget.success ? JSON.stringify(widget.data) : undefined;
}

/** Retry schedule: eight attempts within a day, at growing intervals (docs/decisions/0017). */

const SECOND_MS = 1_000;
/**
 * Milliseconds after each attempt; there is none after the eighth. The total is less than a day, jitter
 * included.
 */
const PAUSES = [1, 10, 60, 600, 3_600, 18_000, 50_400].map((seconds) => seconds * SECOND_MS);
/** Maximum relative change of an interval. */
const JITTER = 0.15;

/** A failed attempt. Times are UNIX milliseconds. */
interface FailedAttempt {
  /** Number of attempts, this one included. */
  readonly attempts: number;
  /** Time when the delivery was started. */
  readonly triggeredAt: number;
  readonly now: number;
  /** The receiver's `Retry-After`, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** At least 0 and below 1. */
  readonly random: number;
}

/** Time when the next attempt is due; undefined if there is none. */
export function nextAttemptAt(failed: FailedAttempt): number | undefined {
  const { attempts, triggeredAt, now, retryAfter = 0, random } = failed;
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  const due = now + Math.max(jittered, retryAfter);
  return due > triggeredAt + DAY_MS ? undefined : due;
}

/** A `Retry-After` header in milliseconds from now; it contains seconds or a date. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}

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
