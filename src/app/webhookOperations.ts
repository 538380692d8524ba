/** The operator's operations on undelivered webhooks. */
import { z } from 'zod';
import { BY_SERVER } from '../commands/define.ts';
import { replayDelivery } from '../commands/webhookDeliveries.ts';
import { OperatorError } from '../errors.ts';
import type { OrganizationId } from '../ids.ts';
import type { Delivery } from '../organization/webhookDeliveries.ts';
import { WEBHOOKS } from '../reactors/webhooks.ts';
import type { Core } from './core.ts';
import { requireOrganization } from './organizationNamed.ts';
import { readDeliveries, findDelivery } from '../reactors/webhooks/ledger.ts';

/** One delivery, or all parked ones. */
export const Replayed = z.strictObject({
  organization: z.string(),
  delivery: z.string().optional(),
  parked: z.boolean().optional(),
});

/** Restarts deliveries from the first attempt, under their previous IDs. */
export async function replayDeliveries(core: Core, asked: z.infer<typeof Replayed>) {
  const organizationId = requireOrganization(core.lanes.server.state, asked.organization);
  const lane = await core.records.laneOf(WEBHOOKS, organizationId);
  const wanted = await deliveriesMeant(core, organizationId, asked);
  const waiting = wanted.find(({ deliveryId }) => lane.state.pending.has(deliveryId));
  if (waiting) throw new OperatorError(`The delivery ${waiting.deliveryId} is still being tried.`);
  const submission = { ...BY_SERVER, correlationId: 'hansard' };
  for (const delivery of wanted) {
    await lane.submit(replayDelivery, delivery, submission);
    for (const listener of core.replayListeners) listener(organizationId, delivery.deliveryId);
  }
  return { organizationId, replayed: wanted.map(({ deliveryId }) => deliveryId) };
}

async function deliveriesMeant(
  { log }: Core,
  organizationId: OrganizationId,
  { delivery: wanted, parked }: z.infer<typeof Replayed>,
): Promise<readonly Omit<Delivery, 'attempts'>[]> {
  if ((wanted === undefined) !== (parked === true))
    throw new OperatorError('Name one delivery, or ask for all that are parked.');
  if (wanted === undefined)
    return (await readDeliveries(log, organizationId)).filter(({ status }) => status === 'parked');
  const delivery = await findDelivery(log, organizationId, wanted);
  if (delivery === undefined) throw new OperatorError(`There is no delivery ${wanted} in this organization.`);
  return [delivery];
}
