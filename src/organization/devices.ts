/** Devices on which people are logged in, and which of them receive push notifications. */
import type { DeviceId, TokenKind } from '../events/devices.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { Bitset, idSet } from './bitset.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** The push token of a device. */
interface PushToken {
  readonly tokenId: string;
  readonly tokenKind: TokenKind;
}

/** A token that is or will be registered at the bouncer; its registration data is in the vault. */
export interface OfferedToken extends PushToken {
  readonly credentialId: CredentialId;
  /** UNIX milliseconds. */
  readonly offeredAt: number;
}

export interface Device {
  readonly deviceId: DeviceId;
  readonly userId: UserId;
  /** Encrypts push notifications; null before the first registration. */
  readonly key: { readonly keyId: number; readonly credentialId: CredentialId } | null;
  /** The token that the bouncer has accepted. */
  readonly token: PushToken | null;
  /** A token on its way to the bouncer, or refused by it. */
  readonly offered: OfferedToken | null;
  /** When a token was last offered, in UNIX milliseconds. */
  readonly offeredAt: number | null;
  /** Why the offered token was refused. */
  readonly errorCode: string | null;
}

/** A device that can receive push notifications. */
export type ActiveDevice = Device & { readonly key: object; readonly token: object };

export const devicesSlice = slice({
  version: 1,
  state: () => ({
    byId: map<DeviceId, Device>(),
    /** In the order of registration. */
    idsOf: map<UserId, readonly DeviceId[]>(),
    /** Everybody with an active device. */
    reachable: cell<Bitset<UserId>>(Bitset.of(), idSet()),
    nextDeviceId: cell(1 as DeviceId),
  }),
  evolve: {
    DeviceRegistered(devices, { deviceId, userId }) {
      const nothing = { key: null, token: null, offered: null, offeredAt: null, errorCode: null };
      devices.byId.set(deviceId, { deviceId, userId, ...nothing });
      devices.idsOf.set(userId, [...(devices.idsOf.get(userId) ?? []), deviceId]);
      devices.nextDeviceId.set((deviceId + 1) as DeviceId);
    },
    DeviceRemoved(devices, { deviceId, userId }) {
      devices.byId.delete(deviceId);
      const left = (devices.idsOf.get(userId) ?? []).filter((id) => id !== deviceId);
      if (left.length > 0) devices.idsOf.set(userId, left);
      else devices.idsOf.delete(userId);
      noteReachable(devices, userId);
    },
    PushKeyChanged(devices, { deviceId, userId, newKeyId: keyId, credentialId }) {
      devices.byId.update(deviceId, { key: { keyId, credentialId } });
      noteReachable(devices, userId);
    },
    PushTokenOffered(devices, { deviceId, tokenId, tokenKind, credentialId }, { metadata: { time } }) {
      const offered = { tokenId, tokenKind, credentialId, offeredAt: time };
      devices.byId.update(deviceId, { offered, offeredAt: time, errorCode: null });
    },
    PushTokenAccepted(devices, { deviceId, userId, tokenId }) {
      devices.byId.update(deviceId, (device) => ({
        ...device,
        token: { tokenId, tokenKind: device.offered?.tokenKind ?? 'fcm' },
        offered: null,
      }));
      noteReachable(devices, userId);
    },
    PushTokenRefused: ({ byId }, { deviceId, errorCode }) => byId.update(deviceId, { errorCode }),
    UserDeactivated(devices, { userId }) {
      for (const deviceId of devices.idsOf.get(userId) ?? []) devices.byId.delete(deviceId);
      devices.idsOf.delete(userId);
      noteReachable(devices, userId);
    },
  },
});
type Devices = ReturnType<typeof devicesSlice.state>;

function noteReachable(devices: Devices, userId: UserId): void {
  const isReachable = activeDevicesOf({ devices }, userId).length > 0;
  const present = devices.reachable.get();
  const next = isReachable ? present.with(userId) : present.without(userId);
  if (next !== present) devices.reachable.set(next);
}

/** State with devices. */
interface WithDevices {
  readonly devices: Devices;
}

/** The devices of a person, oldest first. */
export const devicesOf = ({ devices }: WithDevices, userId: UserId): readonly Device[] =>
  (devices.idsOf.get(userId) ?? []).flatMap((deviceId) => devices.byId.get(deviceId) ?? []);

/** A device, if it belongs to the person. */
export function deviceOf(
  { devices }: WithDevices,
  userId: UserId | null,
  deviceId: DeviceId,
): Device | undefined {
  const device = devices.byId.get(deviceId);
  return device?.userId === userId ? device : undefined;
}

/** Whether a device can receive push notifications. */
export const canReceivePush = (device: Device): device is ActiveDevice =>
  device.key !== null && device.token !== null;

/** The devices of a person that can receive push notifications. */
export const activeDevicesOf = (organization: WithDevices, userId: UserId): readonly ActiveDevice[] =>
  devicesOf(organization, userId).filter(canReceivePush);

/** Whether the bouncer has not answered yet about a device's token. */
export const isPending = (device: Device): device is Device & { readonly offered: OfferedToken } =>
  device.offered !== null && device.errorCode === null;
