/** Client events about a user's devices, for that user. */
import type { DeviceId } from '../events/devices.ts';
import type { UserId } from '../ids.ts';
import { wireDevice } from '../wire/devices.ts';
import { devicesOf } from '../organization/devices.ts';
import { activeAmong } from './audiences.ts';
import { type LiveTransition, toUnixSeconds, payloadTo, type AddressedPayload, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const devicesLive = translate({
  DeviceRegistered: ({ data: { userId, deviceId } }, { after }) =>
    payloadTo(activeAmong(after, [userId]), { type: 'device', op: 'add', device_id: deviceId }),
  DeviceRemoved: ({ data: { userId, deviceId } }, { after }) =>
    payloadTo(activeAmong(after, [userId]), { type: 'device', op: 'remove', device_id: deviceId }),
  PushKeyChanged: ({ data }, moment) => updated(moment, data, { push_key_id: data.newKeyId }),
  PushTokenOffered: ({ data, metadata }, moment) =>
    updated(moment, data, {
      pending_push_token_id: data.tokenId,
      push_token_last_updated_timestamp: toUnixSeconds(metadata.time),
      push_registration_error_code: null,
    }),
  PushTokenAccepted: ({ data }, moment) =>
    updated(moment, data, { push_token_id: data.tokenId, pending_push_token_id: null }),
  PushTokenRefused: ({ data }, moment) =>
    updated(moment, data, { push_registration_error_code: data.errorCode }),
});

type DevicePatch = Omit<
  Extract<AddressedPayload['payload'], { type: 'device'; op: 'update' }>,
  'type' | 'op' | 'device_id'
>;

const updated = (
  { after }: LiveTransition,
  { userId, deviceId }: { readonly userId: UserId; readonly deviceId: DeviceId },
  change: DevicePatch,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [userId]), { type: 'device', op: 'update', device_id: deviceId, ...change });

export const devicesSnapshot = snapshot({
  device: ({ state, viewerId }) => ({
    devices: Object.fromEntries(
      (viewerId === null ? [] : devicesOf(state, viewerId)).map((device) => [
        String(device.deviceId),
        wireDevice(device),
      ]),
    ),
  }),
});
