/** Decisions about devices: registering them, and their push notifications. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { CredentialId, MessageId, UserId } from '../../base/ids.ts';
import { newEvent, type ReactorEvents } from '../../events/catalog.ts';
import type { DeviceId, TokenKind } from '../../events/credentials.ts';
import type { DomainEventOf } from '../../events/define.ts';
import type { PushedState } from '../../organization/reactors.ts';
import {
  type ActiveDevice,
  canReceivePush,
  type Device,
  deviceOf,
  devicesOf,
  isPending,
} from '../../organization/slices/credentials.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type Command, type DecidedEvent, nothingToDo } from '../define.ts';

/** Devices per person: an app that is reinstalled again and again leaves its older ones behind. */
const MAX_DEVICES_PER_USER = 100;

/** Registers another device of the caller's; beyond the limit the oldest is removed. */
export const registerDevice = command<void, { readonly deviceId: DeviceId }>({
  name: 'RegisterDevice',
  decide(organization, _input, { actor }) {
    if (actor === null) throw new Error('A device needs somebody whose it is.');
    const deviceId = organization.devices.nextDeviceId.get();
    const present = devicesOf(organization, actor);
    const leaving = present.slice(0, Math.max(present.length + 1 - MAX_DEVICES_PER_USER, 0));
    const events = [...leaving.map(removal), newEvent('DeviceRegistered', { deviceId, userId: actor })];
    return { events, result: { deviceId } };
  },
});

/** Removes one of the caller's devices. */
export const removeDevice = command<{ readonly deviceId: DeviceId }, void>({
  name: 'RemoveDevice',
  decide(organization, { deviceId }, { actor }) {
    return done(removal(ownDevice(organization, actor, deviceId)));
  },
});

/** Push settings of a device: at least one of the two. */
export interface RegisterPushInput {
  readonly deviceId: DeviceId;
  readonly key: { readonly keyId: number; readonly credentialId: CredentialId } | undefined;
  readonly token:
    | { readonly tokenId: string; readonly tokenKind: TokenKind; readonly credentialId: CredentialId }
    | undefined;
}

/** Sets a device's key, token or both. */
export const registerPush = command<RegisterPushInput, void>({
  name: 'RegisterPush',
  decide(organization, { deviceId, key, token }, { actor }) {
    const device = ownDevice(organization, actor, deviceId);
    const rotated = key === undefined ? 'token' : 'key';
    const isComplete = device.key !== null || (key !== undefined && token !== undefined);
    requireThat(isComplete, `No push registration exists to rotate ${rotated} for.`);
    const isBusy = token !== undefined && isPending(device);
    requireThat(!isBusy, 'A registration for the device already in progress.');
    return done(...keyChange(device, key), ...tokenOffer(device, token));
  },
});

/** The vault gives equal keys different IDs, so callers omit a key that is unchanged. */
const keyChange = (
  { deviceId, userId, key: present }: Device,
  key: RegisterPushInput['key'],
): readonly DecidedEvent[] =>
  key === undefined
    ? []
    : [
        newEvent('PushKeyChanged', {
          deviceId,
          userId,
          oldKeyId: present?.keyId ?? null,
          newKeyId: key.keyId,
          credentialId: key.credentialId,
        }),
      ];

/** A token that the bouncer knows already is not registered again. */
function tokenOffer(
  { deviceId, userId, token: present, errorCode }: Device,
  token: RegisterPushInput['token'],
): readonly DecidedEvent[] {
  if (token === undefined) return [];
  const isKnown = present?.tokenId === token.tokenId && present.tokenKind === token.tokenKind;
  return isKnown && errorCode === null ? [] : [newEvent('PushTokenOffered', { deviceId, userId, ...token })];
}

/** A request for a test notification; without a device it goes to all. */
interface TestRequest {
  readonly userId: UserId;
  readonly deviceId: DeviceId | undefined;
  readonly hasBouncer: boolean;
}

/** The devices that receive a test notification. */
export function devicesToTest(
  organization: OrganizationState,
  { userId, deviceId, hasBouncer }: TestRequest,
): readonly ActiveDevice[] {
  const own = devicesOf(organization, userId);
  const requested = own.filter((device) => deviceId === undefined || device.deviceId === deviceId);
  requireThat(requested.length > 0, NO_DEVICE, 'NO_ACTIVE_PUSH_DEVICE');
  const unconfigured = 'This server has no push notification service: an administrator has to set one up';
  requireThat(hasBouncer, unconfigured, 'ADMIN_ACTION_REQUIRED');
  const active = requested.filter(canReceivePush);
  requireThat(active.length > 0, NO_DEVICE, 'NO_ACTIVE_PUSH_DEVICE');
  return active;
}
const NO_DEVICE = 'No active registered push device';

/** The bouncer's answer about an offered token. */
interface TokenOffer {
  readonly deviceId: DeviceId;
  readonly tokenId: string;
}

/** The bouncer accepts the token; ignored if the offer was answered or replaced meanwhile. */
export const acceptPushToken = command<TokenOffer, void>({
  name: 'AcceptPushToken',
  decide(organization, offer) {
    const device = pendingDevice(organization, offer);
    if (device === undefined) return nothingToDo(undefined);
    return done(newEvent('PushTokenAccepted', { ...offer, userId: device.userId }));
  },
});

/** The bouncer refuses the token, or cannot be reached. */
export const refusePushToken = command<TokenOffer & { readonly errorCode: string }, void>({
  name: 'RefusePushToken',
  decide(organization, refusal) {
    const device = pendingDevice(organization, refusal);
    if (device === undefined) return nothingToDo(undefined);
    return done(newEvent('PushTokenRefused', { ...refusal, userId: device.userId }));
  },
});

const removal = ({ deviceId, userId }: Device): DecidedEvent =>
  newEvent('DeviceRemoved', { deviceId, userId });

/** Other people's devices are treated as absent. */
function ownDevice(organization: OrganizationState, actor: UserId | null, deviceId: DeviceId): Device {
  const device = deviceOf(organization, actor, deviceId);
  if (device === undefined) throw new Refused('Invalid `device_id`');
  return device;
}

function pendingDevice(
  { devices }: OrganizationState,
  { deviceId, tokenId }: TokenOffer,
): Device | undefined {
  const device = devices.byId.get(deviceId);
  return device && isPending(device) && device.offered.tokenId === tokenId ? device : undefined;
}

// Recording of push notifications.

type PushCommand<Input> = Command<Input, void, PushedState, DomainEventOf<ReactorEvents>>;

/** A message was pushed to people; those recorded earlier are ignored. */
export const recordPushed: PushCommand<{
  readonly messageId: MessageId;
  readonly userIds: readonly UserId[];
}> = {
  name: 'RecordPushed',
  decide(pushed, { messageId, userIds }) {
    const others = userIds.filter((userId) => !pushed.shownTo(userId).includes(messageId));
    if (others.length === 0) return nothingToDo(undefined);
    return done(newEvent('MessagePushed', { messageId, userIds: others }));
  },
};

/** Notifications were withdrawn from somebody's devices. */
export const recordWithdrawn: PushCommand<{
  readonly userId: UserId;
  readonly messageIds: readonly MessageId[];
}> = {
  name: 'RecordTakenBack',
  decide(pushed, { userId, messageIds }) {
    const shown = pushed.shownTo(userId).filter((messageId) => messageIds.includes(messageId));
    if (shown.length === 0) return nothingToDo(undefined);
    return done(newEvent('PushesWithdrawn', { userId, messageIds: shown }));
  },
};
