/** Push notifications: the bouncer, the keys in the vault, and the records. */
import type { Clock } from '../../clock.ts';
import { BY_SERVER } from '../../commands/define.ts';
import { acceptPushToken, refusePushToken } from '../../commands/devices.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { PresenceLanes } from '../../commands/lane/presenceLanes.ts';
import { type Config, organizationUrl } from '../../config.ts';
import { NotReady } from '../../errors.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import type { ActiveDevice } from '../../organization/devices.ts';
import { subdomainOf } from '../../organization/organizations.ts';
import { isOnline } from '../../organization/presence.ts';
import { filterUnread } from '../../projections/messages/receipts.ts';
import type { Projections } from '../../projections/running/runner.ts';
import { createViews } from '../../projections/views.ts';
import { push as pushReactor } from '../push.ts';
import { type Bouncer, createBouncer } from './bouncer.ts';
import { Pusher } from './pusher.ts';
import { type Registered, pushRegistration } from './registration.ts';
import type { Reactor } from '../define.ts';
import type { Secrets } from '../../vault/secrets.ts';
import { pushRecords } from './record.ts';

export interface PushDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly lanes: Lanes;
  readonly presence: PresenceLanes;
  readonly projections: Projections;
  readonly secrets: Pick<Secrets, 'showPushKey' | 'showPushRegistration'>;
}

/** Sends a test notification under an ID; repeating the ID repeats the same notification. */
export interface PushService {
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
        ...{ clock, pusher },
        realmOf: (organization) => ({
          organization,
          url: organizationUrl(config, subdomainOf(organization)),
        }),
        recordOf: pushRecords(parts),
        absentAmong: looking(parts),
        unreadAmong: asking(parts),
      }),
    ],
    service: { test: testing(clock, pusher) },
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
const asking =
  ({ projections, lanes }: PushDependencies): Parameters<typeof pushReactor>[0]['unreadAmong'] =>
  async (organization, messageId, userIds) => {
    const { organizationId, revision } = organization;
    try {
      const place = lanes.streamPosition(organizationId, revision);
      await projections.waitFor(['messages', 'messageFacts'], organizationId, place);
      return await filterUnread(createViews(projections), organization, messageId, userIds);
    } catch (error) {
      if (error instanceof NotReady) return userIds;
      throw error;
    }
  };

const testing =
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
