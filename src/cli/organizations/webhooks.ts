/** `webhooks list | replay`. */
import { requireOrganization } from '../../app/core/requireOrganization.ts';
import type { DeliveryState } from '../../organization/slices/bots.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { readDeliveries } from '../../reactors/webhooks/findDeliveries.ts';
import { logForReading } from '../terminal/openStores.ts';
import { type Format, formatTable, print } from '../terminal/output.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import { operate } from '../terminal/runOperatorCommand.ts';
import type { CommandSession } from '../terminal/session.ts';

interface List extends Format {
  readonly organization: string;
  readonly all?: boolean;
}

/** Failed and pending deliveries, or all of them with `--all`. */
export async function listDeliveries(
  session: CommandSession,
  { organization, all, ...format }: List,
): Promise<void> {
  const lanes = await openReadOnlyLanes(session);
  const organizationId = requireOrganization(lanes.server.state, organization);
  const { state } = await lanes.organization(organizationId);
  const log = await logForReading(session, await session.config());
  const deliveries = (await readDeliveries(log, organizationId, all)).map((each) => shown(state, each));
  print(format, deliveries, (listed) =>
    formatTable(
      ['Delivery', 'Bot', 'Message', 'State', 'Attempts', 'When', 'Why'],
      listed.map(({ deliveryId, bot, messageId, status, attempts, at, reason }) => [
        deliveryId,
        bot,
        messageId,
        status,
        attempts,
        new Date(at).toISOString(),
        reason,
      ]),
    ),
  );
}

/** `at` is in UNIX milliseconds: when the next attempt is due, or when the delivery ended. */
const shown = ({ users }: OrganizationState, delivery: DeliveryState) => {
  const { deliveryId, botId, messageId, trigger, status, attempts } = delivery;
  return {
    deliveryId,
    botId,
    bot: users.byId.get(botId)?.email ?? '',
    messageId,
    trigger,
    status,
    attempts,
    at: delivery.status === 'pending' ? delivery.nextAttemptAt : delivery.endedAt,
    reason: reasonOf(delivery),
  };
};

function reasonOf(delivery: DeliveryState): string | null {
  if (delivery.status === 'pending') return delivery.failure ?? null;
  return delivery.status === 'parked' ? delivery.reason : delivery.complaint;
}

interface Replay extends Format {
  readonly delivery?: string;
  readonly parked?: boolean;
  readonly organization: string;
}

/** A running server begins at once; otherwise it happens at the next start. */
export async function replayDeliveries(
  session: CommandSession,
  { json, delivery, parked, organization }: Replay,
): Promise<void> {
  const input = { organization, ...(delivery !== undefined && { delivery }), ...(parked && { parked }) };
  const done = await operate(session, 'webhooks replay', input);
  print({ ...(json && { json }) }, done, ({ replayed }) =>
    replayed.length === 0
      ? ['No delivery is parked.']
      : replayed.map((id) => `${id} will be delivered again.`),
  );
}
