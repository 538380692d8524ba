import { z } from 'zod';
import { CredentialId, numericId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** ID of a device on which somebody is logged in. */
export const DeviceId = numericId<'DeviceId'>();
export type DeviceId = z.infer<typeof DeviceId>;

/** The client's ID for its key: any unsigned 32-bit number. */
const PushKeyId = z.number().int().min(0).max(0xffff_ffff);

/** The push service of the device. */
export const TokenKind = z.enum(['fcm', 'apns']);
export type TokenKind = z.infer<typeof TokenKind>;

const device = { deviceId: DeviceId, userId: UserId };

/** Events of devices: registration, and push notifications. */
export const deviceEvents = defineEvents('organization', {
  DeviceRegistered: eventType(1, device),
  DeviceRemoved: eventType(1, device),
  /** Push notifications to the device are encrypted with a new key. */
  PushKeyChanged: eventType(1, {
    ...device,
    oldKeyId: PushKeyId.nullable(),
    newKeyId: PushKeyId,
    /** Credential ID of the key. */
    credentialId: CredentialId,
  }),
  /** The device has sent a push token, to be registered with the bouncer. */
  PushTokenOffered: eventType(1, {
    ...device,
    /** Base64 text that identifies the token without revealing it. */
    tokenId: z.string(),
    tokenKind: TokenKind,
    /** Credential ID of the registration, which only the bouncer can read. */
    credentialId: CredentialId,
  }),
  /** The bouncer has accepted the token: the device can be reached. */
  PushTokenAccepted: eventType(1, { ...device, tokenId: z.string() }),
  /** The bouncer has refused the token, or could not be reached. */
  PushTokenRefused: eventType(1, { ...device, tokenId: z.string(), errorCode: z.string() }),
});
export const {
  DeviceRegistered,
  DeviceRemoved,
  PushKeyChanged,
  PushTokenOffered,
  PushTokenAccepted,
  PushTokenRefused,
} = deviceEvents.make;
