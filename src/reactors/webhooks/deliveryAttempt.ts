/**
 * One attempt of a delivery, from preparing to recording it. Its actions in the organization come before the
 * record: after a crash in between, the attempt is repeated, and no message is sent twice.
 */
import { type Clock, inSeconds } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { PendingDelivery } from '../../organization/slices/bots.ts';
import { runWithRetries } from '../running/attempts.ts';
import { type AttemptResult, evaluateAttempt, unusableReply } from './attemptResult.ts';
import type { DeliveryActions, DeliveryRecord, Prepared } from './define.ts';
import type { SendWebhook, WebhookResponse } from './sendRequest.ts';

/** Dependencies of attempts. */
export interface DeliveryAttemptDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly post: SendWebhook;
  readonly actions: DeliveryActions;
  /** At least 0 and below 1. */
  readonly random: () => number;
  /** Aborted when the server stops: a failure then is left to the next start. */
  readonly ending: AbortSignal;
  /** Aborted when the server no longer waits for receivers. */
  readonly leaving: AbortSignal;
}

type Ready = Extract<Prepared, { readonly kind: 'ready' }>;
type DeliveredResult = Extract<AttemptResult, { readonly kind: 'delivered' }>;

export class DeliveryAttempt {
  readonly #parts: DeliveryAttemptDependencies;
  readonly #organizationId: OrganizationId;
  readonly #delivery: PendingDelivery;
  readonly #record: DeliveryRecord;

  constructor(
    parts: DeliveryAttemptDependencies,
    organizationId: OrganizationId,
    delivery: PendingDelivery,
    record: DeliveryRecord,
  ) {
    this.#parts = parts;
    this.#organizationId = organizationId;
    this.#delivery = delivery;
    this.#record = record;
  }

  /** Resolves when the result is recorded, or cannot be: then the delivery is unchanged. */
  async make(): Promise<void> {
    const { actions, clock, random, leaving, post } = this.#parts;
    const delivery = this.#delivery;
    const prepared = await this.#surely(() => actions.prepare(this.#organizationId, delivery));
    if (prepared === undefined) return;
    if (prepared.kind === 'obsolete') return this.#surely(() => this.#park(prepared.reason, 0));
    const { url, headers, body, secrets } = prepared;
    const response = await post({ url, headers, body, turn: delivery.attempts }, leaving);
    const outcome = withoutSecrets(response, secrets);
    if (leaving.aborted && outcome.kind === 'unanswered') return;
    const verdict = evaluateAttempt(outcome, { delivery, now: clock.now(), random: random() });
    await this.#surely(() => this.#conclude(verdict, prepared));
  }

  async #conclude(verdict: AttemptResult, prepared: Ready): Promise<void> {
    if (verdict.kind === 'delivered') return this.#answered(verdict, prepared);
    const { actions } = this.#parts;
    const { failure, shouldReport } = verdict;
    if (shouldReport)
      await actions.notify(this.#organizationId, this.#delivery, prepared.conversation, failure);
    if (verdict.kind === 'parked') {
      if (verdict.isGone) await actions.disable(this.#organizationId, this.#delivery, prepared.url);
      return this.#park(failure.reason);
    }
    return this.#record.failed({
      ...this.#made,
      reason: failure.reason,
      nextAttemptAt: verdict.nextAttemptAt,
      isReported: shouldReport || this.#delivery.isReported,
    });
  }

  /** Sends the receiver's reply, however late; if that is impossible, notifies people of the reason. */
  async #answered({ status, answer, body }: DeliveredResult, { conversation }: Ready): Promise<void> {
    const { actions } = this.#parts;
    const delivered = { ...this.#made, status, replyId: null, complaint: null };
    if (answer.kind === 'nothing') return this.#record.delivered(delivered);
    const result =
      answer.kind === 'message'
        ? await actions.reply(this.#organizationId, this.#delivery, conversation, answer)
        : { refusal: answer.complaint };
    if ('replyId' in result) return this.#record.delivered({ ...delivered, replyId: result.replyId });
    const failure = unusableReply(result.refusal, body);
    if (!this.#delivery.isReported)
      await actions.notify(this.#organizationId, this.#delivery, conversation, failure);
    return this.#record.delivered({ ...delivered, complaint: result.refusal });
  }

  /** `more` is 0 if no receiver was called. */
  #park(reason: string, more = 1): Promise<void> {
    const { deliveryId, attempts } = this.#delivery;
    return this.#record.parked({ deliveryId, attempts: attempts + more, reason });
  }

  get #made() {
    const { deliveryId, attempts } = this.#delivery;
    return { deliveryId, attempts: attempts + 1 };
  }

  /**
   * Runs work that may have to wait for log, views or vault. If it fails repeatedly by our fault the delivery
   * ends; undefined then, and if the server stops.
   */
  async #surely<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const { clock, logger, ending } = this.#parts;
    const id = this.#delivery.deliveryId;
    const onFailure = (err: Error, delay: number) =>
      logger.warn(
        { event: 'webhook.retry_scheduled', delivery: id, delay, err },
        `Webhook delivery ${id} could not be processed; next attempt in ${inSeconds(delay)}.`,
      );
    let result: Result | undefined;
    const carryOut = async () => void (result = await work());
    const fate = await runWithRetries({ id, run: carryOut }, { clock, ending, onFailure });
    if (fate.status !== 'abandoned') return result;
    logger.error(
      { event: 'webhook.abandoned', delivery: id, err: fate.error },
      `Webhook delivery ${id} failed inside the server and is parked: hansard webhooks replay ${id}.`,
    );
    const parking = { id, run: () => this.#park('an internal failure') };
    await runWithRetries(parking, { clock, ending, onFailure });
    return undefined;
  }
}

/** Some receivers echo what they received. */
const withoutSecrets = (outcome: WebhookResponse, secrets: readonly string[]): WebhookResponse =>
  outcome.kind === 'answered'
    ? { ...outcome, body: secrets.reduce((body, secret) => body.replaceAll(secret, '***'), outcome.body) }
    : outcome;
