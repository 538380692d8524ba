/** Push notifications: the bouncer, the keys in the vault, and the records. */
import type { Clock } from '../../base/clock.ts';
import { type Config, organizationUrl } from '../../base/config.ts';
import { NotReady } from '../../base/errors.ts';
import { type OrganizationId, reactorStream } from '../../base/ids.ts';
import {
  acceptPushToken,
  recordPushed,
  recordWithdrawn,
  refusePushToken,
} from '../../commands/credentials/devices.ts';
import { BY_SERVER } from '../../commands/define.ts';
import { Lane } from '../../commands/lane/lane.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { PresenceLanes } from '../../commands/lane/presence.ts';
import { decode } from '../../events/catalog.ts';
import { chainStart, hashOf } from '../../events/chain.ts';
import type { DeviceId } from '../../events/credentials.ts';
import type { EventLog, StoredEvent } from '../../events/log/eventLog.ts';
import { isOnline } from '../../organization/presence.ts';
import { PushedState } from '../../organization/reactors.ts';
import {
  type ActiveDevice,
  type Device,
  isPending,
  type OfferedToken,
} from '../../organization/slices/credentials.ts';
import { subdomainOf } from '../../organization/slices/organizations.ts';
import { filterUnread } from '../../projections/messages/receipts.ts';
import type { Projections } from '../../projections/running/runner.ts';
import { createViews } from '../../projections/running/views.ts';
import type { Secrets } from '../../vault/secrets.ts';
import { defineReactor, type Effect, type Reactor } from '../running/define.ts';
import { type Bouncer, BouncerFailure, BouncerRetries, createBouncer } from './bouncer.ts';
import { push as pushReactor, type PushRecord } from './push.ts';
import { Pusher } from './pusher.ts';

// The reactor that registers devices' push tokens with the bouncer.

/** The result of registering a token. */
interface Registered {
  readonly organizationId: OrganizationId;
  readonly deviceId: DeviceId;
  readonly tokenId: string;
  /** Why it was refused; null if it was accepted. */
  readonly errorCode: string | null;
  readonly correlationId: string;
}

interface RegistrationDependencies {
  readonly clock: Clock;
  /** Registers a device's token with the bouncer; fails with `BouncerFailure`. */
  readonly register: (
    organizationId: OrganizationId,
    deviceId: DeviceId,
    offered: OfferedToken,
  ) => Promise<void>;
  readonly record: (outcome: Registered) => Promise<void>;
}

/** A failing device does not delay the others. */
const CONCURRENCY = 8;

export const pushRegistration = ({ clock, register, record }: RegistrationDependencies): Reactor =>
  defineReactor({
    name: 'pushRegistration',
    atOnce: CONCURRENCY,
    on: {
      PushTokenOffered(event, { organizationId, devices }) {
        const { deviceId, tokenId } = event.data;
        const retries = new BouncerRetries(clock, event.metadata.time);
        const { $correlationId: correlationId } = event.metadata;
        const carryOut = async (): Promise<void> => {
          const device = devices.byId.get(deviceId);
          if (!isStillOffered(device, tokenId)) return;
          const registration = retries.call(() => register(organizationId, deviceId, device.offered));
          const errorCode = await registration.then(() => null, answeredCode);
          await record({ organizationId, deviceId, tokenId, errorCode, correlationId });
        };
        return [{ id: `registration:${event.id}`, run: carryOut }] satisfies readonly Effect[];
      },
    },
  });

/** A device may have been removed meanwhile, or may have offered another token after a refusal. */
const isStillOffered = (
  device: Device | undefined,
  tokenId: string,
): device is Device & { readonly offered: OfferedToken } =>
  device !== undefined && isPending(device) && device.offered.tokenId === tokenId;

/** The bouncer's own code, if it sent one; other errors are rethrown. */
function answeredCode(error: unknown): string {
  if (error instanceof BouncerFailure) return error.answeredCode ?? error.code;
  throw error;
}

// The notifications on people's devices, recorded in the stream `reactor-pushed-{organization}`.

interface PushRecordDependencies {
  readonly log: EventLog;
  readonly clock: Clock;
}

/** Number of events read at the start; older notifications are forgotten. */
const REMEMBERED = 20_000;

/** Opens the record of each organization on first use. */
function pushRecords(
  sources: PushRecordDependencies,
): (organizationId: OrganizationId) => Promise<PushRecord> {
  const records = new Map<OrganizationId, Promise<PushRecord>>();
  return (organizationId) => {
    const known = records.get(organizationId);
    if (known) return known;
    const opening = openRecord(sources, organizationId);
    records.set(organizationId, opening);
    opening.catch(() => records.delete(organizationId));
    return opening;
  };
}

/** If two nodes write at once, one is first. */
async function openRecord(
  { log, clock }: PushRecordDependencies,
  organizationId: OrganizationId,
): Promise<PushRecord> {
  const stream = reactorStream('pushed', organizationId);
  const state = await newestState(log, stream);
  const lane = new Lane({ log, clock, stream, organization: organizationId, state });
  await lane.catchUp();
  const submission = { ...BY_SERVER, correlationId: stream };
  return {
    shownTo: (userId) => state.shownTo(userId),
    seeing: (messageIds) => state.seeing(messageIds),
    async pushed(messageId, userIds) {
      await lane.submit(recordPushed, { messageId, userIds }, submission);
    },
    async withdrawn(userId, messageIds) {
      await lane.submit(recordWithdrawn, { userId, messageIds }, submission);
    },
  };
}

/** The state after the newest events. */
async function newestState(log: EventLog, stream: string): Promise<PushedState> {
  const newest: StoredEvent[] = [];
  for await (const page of log.readStream(stream, { direction: 'backwards' })) {
    newest.push(...page);
    if (newest.length >= REMEMBERED) break;
  }
  const oldest = newest.at(-1);
  if (oldest === undefined) return new PushedState({ revision: -1, hash: chainStart(stream) });
  const state = new PushedState({ revision: oldest.revision - 1, hash: hashOf(oldest) });
  for (const event of newest.reverse()) state.fold(decode(event));
  return state;
}

interface PushDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly lanes: Lanes;
  readonly presence: PresenceLanes;
  readonly projections: Projections;
  readonly secrets: Pick<Secrets, 'showPushKey' | 'showPushRegistration'>;
}

/** Sends a test notification under an ID; repeating the ID repeats the same notification. */
interface PushService {
  test(id: string, devices: readonly ActiveDevice[], realm: { name: string; url: string }): Promise<void>;
}

/** Push notifications of this server. */
export interface PushFeature {
  readonly reactors: readonly Reactor[];
  /** The service for the API. */
  readonly service: PushService | null;
}

/** Without a bouncer nothing is pushed or registered. */
export function createPush(parts: PushDependencies): PushFeature {
  const { config, clock, lanes, secrets } = parts;
  if (config.PUSH_BOUNCER_URL === undefined) return { reactors: [], service: null };
  const server = lanes.server.state.logId ?? '';
  const bouncer = createBouncer({ url: config.PUSH_BOUNCER_URL, server, clock });
  const pusher = new Pusher(bouncer, (credentialId) => secrets.showPushKey(credentialId));
  const register = registering(parts, bouncer);
  return {
    reactors: [
      pushRegistration({ clock, register, record: recording(lanes) }),
      pushReactor({
        clock,
        pusher,
        realmOf: (organization) => ({
          organization,
          url: organizationUrl(config, subdomainOf(organization)),
        }),
        recordOf: pushRecords(parts),
        absentAmong: looking(parts),
        unreadAmong: createUnreadFilter(parts),
      }),
    ],
    service: { test: createTest(clock, pusher) },
  };
}

const looking =
  ({ clock, presence }: PushDependencies): Parameters<typeof pushReactor>[0]['absentAmong'] =>
  async (organizationId, userIds) => {
    const { state } = await presence.of(organizationId);
    const now = Math.floor(clock.now() / 1000);
    return userIds.filter((userId) => !isOnline(state, userId, now));
  };

/** Reads views level with the organization; if they are not ready, everything counts as unread. */
const createUnreadFilter =
  ({ projections, lanes }: PushDependencies): Parameters<typeof pushReactor>[0]['unreadAmong'] =>
  async (organization, messageId, userIds) => {
    const { organizationId, revision } = organization;
    try {
      const position = lanes.streamPosition(organizationId, revision);
      await projections.waitFor(['messages', 'messageFacts'], organizationId, position);
      return await filterUnread(createViews(projections), organization, messageId, userIds);
    } catch (error) {
      if (error instanceof NotReady) return userIds;
      throw error;
    }
  };

const createTest =
  (clock: Clock, pusher: Pusher): PushService['test'] =>
  (id, devices, { name, url }) => {
    const time = Math.floor(clock.now() / 1000);
    const payload = { type: 'test', realm_name: name, realm_url: url, time } as const;
    return pusher.push(
      devices.map((device) => ({
        id: `${id}:${device.deviceId}`,
        device,
        payload: { ...payload, user_id: device.userId },
      })),
    );
  };

const registering =
  (
    { config, lanes, secrets }: PushDependencies,
    bouncer: Bouncer,
  ): Parameters<typeof pushRegistration>[0]['register'] =>
  async (organizationId, deviceId, { tokenId, tokenKind, credentialId }) => {
    const { state } = await lanes.organization(organizationId);
    const kept = await secrets.showPushRegistration(credentialId);
    if (kept === undefined) throw new Error('The vault lacks a registration that the log names.');
    await bouncer.register(organizationUrl(config, subdomainOf(state)), {
      device_id: deviceId,
      token_id: tokenId,
      token_kind: tokenKind,
      ...(JSON.parse(kept) as { bouncer_public_key: string; encrypted_push_registration: string }),
    });
  };

const recording =
  (lanes: Lanes) =>
  async ({ organizationId, errorCode, correlationId, ...offer }: Registered): Promise<void> => {
    const lane = await lanes.organization(organizationId);
    const submission = { ...BY_SERVER, correlationId };
    if (errorCode === null) await lane.submit(acceptPushToken, offer, submission);
    else await lane.submit(refusePushToken, { ...offer, errorCode }, submission);
  };
