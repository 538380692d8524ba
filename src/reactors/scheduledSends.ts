/**
 * Sends scheduled messages when they are due. It is driven by the clock, not by events; started sends are in
 * the organization's own stream, so that they continue after a crash. Other nodes may do the same at once:
 * starting, sending and failing are each decided once, at an exact revision.
 */
import { type Clock, inSeconds } from '../base/clock.ts';
import { Refused } from '../base/errors.ts';
import type { OrganizationId, UserId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import { BY_SERVER, type CommandMetadata } from '../commands/define.ts';
import type { Lanes, OrganizationLane } from '../commands/lane/lanes.ts';
import type { RenderText } from '../commands/messages/rendering.ts';
import {
  deliverScheduledMessage,
  failScheduledSend,
  messageToDeliver,
  startScheduledSend,
} from '../commands/messages/scheduledDelivery.ts';
import { submitMessage } from '../commands/messages/send.ts';
import { type EventTypes, readRecordedEvent } from '../events/catalog.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import type { ScheduledMessageId } from '../events/personal.ts';
import {
  dueMessages,
  nextDeliveryAt,
  type ScheduledMessage,
} from '../organization/slices/scheduledMessages.ts';
import type { OrganizationState } from '../organization/state.ts';
import { runWithRetries } from './running/attempts.ts';
import type { Backlog } from './running/define.ts';
import type { Reactors } from './running/runner.ts';

/** Sends one message, or fails it if sending fails by our fault; idempotent. */
export interface ScheduledSender {
  send(organizationId: OrganizationId, scheduledMessageId: ScheduledMessageId): Promise<void>;
  giveUp(organizationId: OrganizationId, scheduledMessageId: ScheduledMessageId, error: Error): Promise<void>;
}

interface ScheduledSendsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lanes: Pick<Lanes, 'all'>;
  readonly sender: ScheduledSender;
}

/** Milliseconds between two checks. */
const POLL_INTERVAL_MS = 500;
/**
 * Authors per organization whose messages are sent concurrently: more would delay people who are writing now.
 */
const MAX_CONCURRENT_AUTHORS = 32;

/** Starts sending the scheduled messages of all organizations. */
export function startScheduledSends(options: ScheduledSendsOptions): Reactors {
  const { clock, lanes } = options;
  const sends = new Map<OrganizationId, OrganizationSends>();
  const ending = new AbortController();
  const lookAtAll = (): void => {
    for (const { state } of lanes.all()) {
      const known = sends.get(state.organizationId) ?? new OrganizationSends(state, options, ending.signal);
      sends.set(state.organizationId, known);
      known.look();
    }
  };
  const settled = async (): Promise<void> => {
    await Promise.all(Array.from(sends.values(), (each) => each.settled()));
  };
  const stopLooking = clock.every(POLL_INTERVAL_MS, lookAtAll);
  lookAtAll();
  return {
    settled,
    backlogs: () => [backlogOf(lanes, clock.now())],
    async stop() {
      stopLooking();
      ending.abort();
      await settled();
    },
  };
}

/** Messages that are due and not sent yet. */
function backlogOf(lanes: ScheduledSendsOptions['lanes'], now: number): Backlog {
  const due = [...lanes.all()].flatMap(({ state }) => dueMessages(state, now));
  const since = due.reduce((oldest, { deliverAt }) => Math.min(oldest, deliverAt), Infinity);
  return { reactor: 'scheduledSends', waiting: due.length, since: due.length === 0 ? null : since };
}

/** The scheduled messages of one organization, independent of the others. */
class OrganizationSends {
  readonly #organization: OrganizationState;
  readonly #options: ScheduledSendsOptions;
  readonly #ending: AbortSignal;
  /** Authors whose messages are being sent, one after the other. */
  readonly #busy = new Map<UserId, Promise<void>>();
  /** Number of changes when messages were last examined, and when the next one was due then. */
  #seen = { writes: -1, next: Infinity };

  constructor(organization: OrganizationState, options: ScheduledSendsOptions, ending: AbortSignal) {
    this.#organization = organization;
    this.#options = options;
    this.#ending = ending;
  }

  async settled(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values());
  }

  /** Starts sending what is due. */
  look(): void {
    const now = this.#options.clock.now();
    if (this.#ending.aborted || this.#nextDelivery() > now) return;
    for (const [authorId, messageIds] of this.#dueByAuthor(now)) {
      if (this.#busy.size >= MAX_CONCURRENT_AUTHORS) return;
      if (!this.#busy.has(authorId)) this.#busy.set(authorId, this.#sendAll(authorId, messageIds));
    }
  }

  #nextDelivery(): number {
    const { writes } = this.#organization.scheduledMessages.byId;
    if (writes !== this.#seen.writes) this.#seen = { writes, next: nextDeliveryAt(this.#organization) };
    return this.#seen.next;
  }

  #dueByAuthor(now: number): ReadonlyMap<UserId, readonly ScheduledMessageId[]> {
    const byAuthor = new Map<UserId, ScheduledMessageId[]>();
    for (const { authorId, scheduledMessageId } of dueMessages(this.#organization, now)) {
      const messageIds = byAuthor.get(authorId);
      if (messageIds) messageIds.push(scheduledMessageId);
      else byAuthor.set(authorId, [scheduledMessageId]);
    }
    return byAuthor;
  }

  /**
   * Authors may rely on the order of their messages. A send that ends continues with those that had to wait.
   */
  async #sendAll(authorId: UserId, messageIds: readonly ScheduledMessageId[]): Promise<void> {
    for (const messageId of messageIds) if (!this.#ending.aborted) await this.#send(messageId);
    this.#busy.delete(authorId);
    if (this.#busy.size === 0) this.look();
  }

  async #send(scheduledMessageId: ScheduledMessageId): Promise<void> {
    const { clock, logger, sender } = this.#options;
    const { organizationId } = this.#organization;
    const labels = { organizationId, scheduledMessageId };
    const effect = {
      id: `scheduled:${scheduledMessageId}`,
      run: () => sender.send(organizationId, scheduledMessageId),
    };
    const fate = await runWithRetries(effect, {
      clock,
      ending: this.#ending,
      onFailure: (err, delay) =>
        logger.warn(
          { event: 'scheduled_message.retry_scheduled', ...labels, delay, err },
          `Scheduled message ${scheduledMessageId} could not be sent; next attempt in ${inSeconds(delay)}.`,
        ),
    });
    if (fate.status !== 'abandoned') return;
    logger.warn(
      { event: 'scheduled_message.abandoned', ...labels, err: fate.error },
      `Scheduled message ${scheduledMessageId} could not be sent and is not tried again.`,
    );
    await sender
      .giveUp(organizationId, scheduledMessageId, fate.error)
      .catch((err: unknown) =>
        logger.warn(
          { event: 'scheduled_message.record_failed', ...labels, err },
          `The failure of scheduled message ${scheduledMessageId} could not be recorded; it will be tried again.`,
        ),
      );
  }
}

// Sends one scheduled message: its text is read from the log and rendered again.

/** Dependencies of sending scheduled messages. */
interface ScheduledSendDependencies {
  readonly lanes: Pick<Lanes, 'organization'>;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly clock: Clock;
  readonly render: RenderText;
}

/** The reason that authors see for our own faults. */
const OUR_FAULT = 'Message could not be sent.';

export function scheduledSender(parts: ScheduledSendDependencies): ScheduledSender {
  return {
    async send(organizationId, scheduledMessageId) {
      const { lanes, clock } = parts;
      const lane = await lanes.organization(organizationId);
      const input = { scheduledMessageId, at: clock.now() };
      await lane.submit(startScheduledSend, input, byServer(scheduledMessageId));
      const scheduled = startedIn(lane, scheduledMessageId);
      if (scheduled) await deliver(parts, lane, scheduled);
    },
    async giveUp(organizationId, scheduledMessageId, error) {
      const lane = await parts.lanes.organization(organizationId);
      const scheduled = startedIn(lane, scheduledMessageId);
      if (scheduled === undefined) return;
      const reason = error instanceof Refused ? error.message : OUR_FAULT;
      const input = { scheduledMessageId, textRevision: scheduled.textRevision, reason };
      await lane.submit(failScheduledSend, input, byServer(scheduledMessageId));
    },
  };
}

const byServer = (scheduledMessageId: ScheduledMessageId): CommandMetadata => ({
  ...BY_SERVER,
  correlationId: `scheduled:${scheduledMessageId}`,
});

function startedIn(
  { state }: OrganizationLane,
  scheduledMessageId: ScheduledMessageId,
): ScheduledMessage | undefined {
  const scheduled = state.scheduledMessages.byId.get(scheduledMessageId);
  return scheduled?.status === 'started' ? scheduled : undefined;
}

/** In the name of its author and their client, with the correlation ID of the original request. */
async function deliver(
  { log, render }: ScheduledSendDependencies,
  lane: OrganizationLane,
  scheduled: ScheduledMessage,
): Promise<void> {
  const { organizationId } = lane.state;
  const { scheduledMessageId, authorId, textRevision } = scheduled;
  const { data, metadata } = await readRecordedEvent(log, organizationId, textRevision);
  const content = data as EventTypes['MessageScheduled'];
  const { client, $correlationId: correlationId } = metadata;
  await submitMessage(render, lane.state, messageToDeliver(lane.state, scheduled, content), (message) => {
    const input = { scheduledMessageId, textRevision, content, message };
    return lane.submit(deliverScheduledMessage, input, { actor: authorId, client, correlationId });
  });
}
