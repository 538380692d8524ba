/** Outgoing webhooks of a server: the reactor and its deliveries. */
import type { Config } from '../../base/config.ts';
import { type OrganizationId, reactorStream } from '../../base/ids.ts';
import { BY_SERVER } from '../../commands/define.ts';
import {
  parkDelivery,
  type ReactorCommand,
  recordDelivered,
  recordFailed,
  triggerWebhooks,
} from '../../commands/reactors.ts';
import type { Reactor } from '../running/define.ts';
import type { ReactorRecords } from '../running/records.ts';
import { type DeliveryRecord, type ReplayListener, webhooks, WEBHOOKS } from './define.ts';
import { Deliveries } from './deliveries.ts';
import { deliveryPreparer, issueMissingSecrets, type PayloadDependencies } from './payloads.ts';
import { deliveryReplies, type ReplyDependencies } from './sendReplies.ts';
import { createWebhookSender } from './sendRequest.ts';

interface WebhookDependencies extends PayloadDependencies, ReplyDependencies {
  readonly config: Config;
  readonly records: ReactorRecords;
  /** Called for deliveries that the operator restarts. */
  readonly replayListeners: Set<ReplayListener>;
  /** Whether no other server can deliver from this log. */
  readonly isAlone: boolean;
}

export interface Webhooks {
  readonly reactor: Reactor;
  readonly deliveries: Deliveries;
  /** Continues pending deliveries; call it once the reactor has its record. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createWebhooks(parts: WebhookDependencies): Webhooks {
  const { clock, logger, config, lanes, records, replayListeners, isAlone, secrets } = parts;
  const deliveries = new Deliveries({
    clock,
    logger,
    random: Math.random,
    post: createWebhookSender({ clock, allowsPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS }),
    actions: { prepare: deliveryPreparer(parts), ...deliveryReplies(parts) },
    recordOf: (organizationId) => recordOf(records, organizationId),
    isAlone,
  });
  const replay: ReplayListener = (organizationId, deliveryId) =>
    void deliveries.begin(organizationId, deliveryId);
  return {
    reactor: webhooks((organizationId, triggered) => deliveries.trigger(organizationId, triggered)),
    deliveries,
    async start() {
      await issueMissingSecrets(lanes, secrets);
      for (const { state } of lanes.all()) await deliveries.open(state.organizationId);
      replayListeners.add(replay);
    },
    async stop() {
      replayListeners.delete(replay);
      await deliveries.stop();
    },
  };
}

async function recordOf(records: ReactorRecords, organizationId: OrganizationId): Promise<DeliveryRecord> {
  const lane = await records.laneOf(WEBHOOKS, organizationId);
  const submission = { ...BY_SERVER, correlationId: reactorStream(WEBHOOKS, organizationId) };
  const submitted =
    <Input>(definition: ReactorCommand<Input>) =>
    async (input: Input): Promise<void> =>
      void (await lane.submit(definition, input, submission));
  return {
    pending: () => [...lane.state.pending.values()],
    find: (deliveryId) => lane.state.pending.get(deliveryId),
    readOn: () =>
      lane.readOnBetween().then(
        () => true,
        () => false,
      ),
    trigger: async (triggered) => (await lane.submit(triggerWebhooks, triggered, submission)).result,
    delivered: submitted(recordDelivered),
    failed: submitted(recordFailed),
    parked: submitted(parkDelivery),
  };
}
