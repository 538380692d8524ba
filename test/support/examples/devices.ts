/** Samples of events about devices. */
import { deviceEvents } from '../../../src/events/credentials.ts';
import { sample } from './sample.ts';

const device = { deviceId: 1, userId: 1 };
const tokenId = 'hGsEWGmyyfI=';

export const deviceExamples = {
  deviceRegistered: sample(deviceEvents, 'DeviceRegistered', () => device),
  pushTokenOffered: sample(deviceEvents, 'PushTokenOffered', () => ({
    ...device,
    tokenId,
    tokenKind: 'fcm' as const,
    credentialId: 'push-registration-1',
  })),
  pushTokenAccepted: sample(deviceEvents, 'PushTokenAccepted', () => ({ ...device, tokenId })),
  pushTokenRefused: sample(deviceEvents, 'PushTokenRefused', () => ({
    ...device,
    tokenId,
    errorCode: 'REQUEST_EXPIRED',
  })),
  pushKeyChanged: sample(deviceEvents, 'PushKeyChanged', () => ({
    ...device,
    oldKeyId: null,
    newKeyId: 2408,
    credentialId: 'push-key-1',
  })),
  deviceRemoved: sample(deviceEvents, 'DeviceRemoved', () => device),
};
