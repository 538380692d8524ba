/** Decisions about devices: registering them, and how they are pushed to. */
import { Refused, requireThat } from '../errors.ts';
import {
  type DeviceId,
  DeviceRegistered,
  DeviceRemoved,
  PushKeyChanged,
  PushTokenAccepted,
  PushTokenOffered,
  PushTokenRefused,
  type TokenKind,
} from '../events/devices.ts';
import type { CredentialId, UserId } from '../ids.ts';
import {
  type ActiveDevice,
  type Device,
  deviceOf,
  devicesOf,
  isActive,
  isPending,
} from '../organization/devices.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecidedEvent, nothingToDo } from './define.ts';

/** Devices that a person has at once: an app that is installed again and again leaves its older ones behind. */
const MOST_DEVICES = 100;

/** Another device of the caller's; beyond the most, the oldest goes. */
export const registerDevice = command<void, { readonly deviceId: DeviceId }>({
  name: 'RegisterDevice',
  decide(organization, _input, { actor }) {
    if (actor === null) throw new Error('A device needs somebody whose it is.');
    const deviceId = organization.devices.nextDeviceId.get();
    const present = devicesOf(organization, actor);
    const leaving = present.slice(0, Math.max(present.length + 1 - MOST_DEVICES, 0));
    const events = [...leaving.map(removal), DeviceRegistered({ deviceId, userId: actor })];
    return { events, result: { deviceId } };
  },
});

/** The device no longer belongs to the caller. */
export const removeDevice = command<{ readonly deviceId: DeviceId }, void>({
  name: 'RemoveDevice',
  decide(organization, { deviceId }, { actor }) {
    return { events: [removal(ownDevice(organization, actor, deviceId))], result: undefined };
  },
});

/** What changes about pushing to a device: one of the two at least. */
export interface RegisterPushInput {
  readonly deviceId: DeviceId;
  readonly key: { readonly keyId: number; readonly credentialId: CredentialId } | undefined;
  readonly token:
    | { readonly tokenId: string; readonly tokenKind: TokenKind; readonly credentialId: CredentialId }
    | undefined;
}

/** Gives a device its key and token, or another one of either. */
export const registerPush = command<RegisterPushInput, void>({
  name: 'RegisterPush',
  decide(organization, { deviceId, key, token }, { actor }) {
    const device = ownDevice(organization, actor, deviceId);
    const rotated = key === undefined ? 'token' : 'key';
    const isComplete = device.key !== null || (key !== undefined && token !== undefined);
    requireThat(isComplete, `No push registration exists to rotate ${rotated} for.`);
    const isBusy = token !== undefined && isPending(device);
    requireThat(!isBusy, 'A registration for the device already in progress.');
    return { events: [...keyChange(device, key), ...tokenOffer(device, token)], result: undefined };
  },
});

/** The vault holds what is the same under another name, so that the caller leaves out a key that is the present one. */
const keyChange = (
  { deviceId, userId, key: present }: Device,
  key: RegisterPushInput['key'],
): readonly DecidedEvent[] =>
  key === undefined
    ? []
    : [
        PushKeyChanged({
          ...{ deviceId, userId, oldKeyId: present?.keyId ?? null, newKeyId: key.keyId },
          credentialId: key.credentialId,
        }),
      ];

/** A token that the bouncer knows need not be told to it again. */
function tokenOffer(
  { deviceId, userId, token: present, errorCode }: Device,
  token: RegisterPushInput['token'],
): readonly DecidedEvent[] {
  if (token === undefined) return [];
  const isKnown = present?.tokenId === token.tokenId && present.tokenKind === token.tokenKind;
  return isKnown && errorCode === null ? [] : [PushTokenOffered({ deviceId, userId, ...token })];
}

/** Who asks for a test notification, where: undefined is everywhere. */
interface TestRequest {
  readonly userId: UserId;
  readonly deviceId: DeviceId | undefined;
  readonly hasBouncer: boolean;
}

/** The devices that a test notification goes to. */
export function devicesToTest(
  organization: OrganizationState,
  { userId, deviceId, hasBouncer }: TestRequest,
): readonly ActiveDevice[] {
  const own = devicesOf(organization, userId);
  const asked = own.filter((device) => deviceId === undefined || device.deviceId === deviceId);
  requireThat(asked.length > 0, NO_DEVICE, 'NO_ACTIVE_PUSH_DEVICE');
  const unconfigured = 'This server has no push notification service: an administrator has to set one up';
  requireThat(hasBouncer, unconfigured, 'ADMIN_ACTION_REQUIRED');
  const active = asked.filter(isActive);
  requireThat(active.length > 0, NO_DEVICE, 'NO_ACTIVE_PUSH_DEVICE');
  return active;
}
const NO_DEVICE = 'No active registered push device';

/** What the bouncer has said of a token that a device offered. */
interface Offer {
  readonly deviceId: DeviceId;
  readonly tokenId: string;
}

/** The bouncer knows the token; nothing where it has been answered of, or replaced, meanwhile. */
export const acceptPushToken = command<Offer, void>({
  name: 'AcceptPushToken',
  decide(organization, offer) {
    const device = pendingDevice(organization, offer);
    if (device === undefined) return nothingToDo(undefined);
    return { events: [PushTokenAccepted({ ...offer, userId: device.userId })], result: undefined };
  },
});

/** The bouncer does not take the token, or cannot be told of it. */
export const refusePushToken = command<Offer & { readonly errorCode: string }, void>({
  name: 'RefusePushToken',
  decide(organization, refusal) {
    const device = pendingDevice(organization, refusal);
    if (device === undefined) return nothingToDo(undefined);
    return { events: [PushTokenRefused({ ...refusal, userId: device.userId })], result: undefined };
  },
});

const removal = ({ deviceId, userId }: Device): DecidedEvent => DeviceRemoved({ deviceId, userId });

/** Somebody else's device is as good as none. */
function ownDevice(organization: OrganizationState, actor: UserId | null, deviceId: DeviceId): Device {
  const device = deviceOf(organization, actor, deviceId);
  if (device === undefined) throw new Refused('Invalid `device_id`');
  return device;
}

function pendingDevice({ devices }: OrganizationState, { deviceId, tokenId }: Offer): Device | undefined {
  const device = devices.byId.get(deviceId);
  return device && isPending(device) && device.offered.tokenId === tokenId ? device : undefined;
}
