/** Sends one scheduled message: its text is read from the log and rendered again. */
import type { RenderText } from '../../commands/messages/rendering.ts';
import type { Clock } from '../../clock.ts';
import { BY_SERVER, type CommandMetadata } from '../../commands/define.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import {
  deliverScheduledMessage,
  failScheduledSend,
  messageToDeliver,
  startScheduledSend,
} from '../../commands/scheduledDelivery.ts';
import { submitMessage } from '../../commands/messages/submit.ts';
import { Refused } from '../../errors.ts';
import type { EventTypes } from '../../events/catalog.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import type { ScheduledMessageId } from '../../events/scheduledMessages.ts';
import type { ScheduledMessage } from '../../organization/scheduledMessages.ts';
import type { ScheduledSender } from '../scheduledSends.ts';
import { readRecordedEvent } from '../../events/recordedEvent.ts';

/** What sending scheduled messages needs. */
export interface ScheduledSendDependencies {
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
      const input = { scheduledMessageId, saidAt: scheduled.saidAt, reason };
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
  const { scheduledMessageId, authorId, saidAt } = scheduled;
  const { data, metadata } = await readRecordedEvent(log, organizationId, saidAt);
  const said = data as EventTypes['MessageScheduled'];
  const { client, $correlationId: correlationId } = metadata;
  await submitMessage(render, lane.state, messageToDeliver(lane.state, scheduled, said), (message) => {
    const input = { scheduledMessageId, saidAt, said, message };
    return lane.submit(deliverScheduledMessage, input, { actor: authorId, client, correlationId });
  });
}
