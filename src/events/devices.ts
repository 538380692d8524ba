import { z } from 'zod';
import { CredentialId, numericId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** ID of a device on which somebody is logged in. */
export const DeviceId = numericId<'DeviceId'>();
export type DeviceId = z.infer<typeof DeviceId>;

/** What the client calls its key by: any unsigned number of 32 bits. */
const PushKeyId = z.number().int().min(0).max(0xffff_ffff);

/** Whose notifications reach the device. */
export const TokenKind = z.enum(['fcm', 'apns']);
export type TokenKind = z.infer<typeof TokenKind>;

const device = { deviceId: DeviceId, userId: UserId };

/** Facts of the devices on which people are logged in, and of pushing to them. */
export const deviceEvents = defineEvents('organization', {
  DeviceRegistered: fact(1, device),
  DeviceRemoved: fact(1, device),
  /** What is pushed to the device is encrypted with another key from now on. */
  PushKeyChanged: fact(1, {
    ...device,
    oldKeyId: PushKeyId.nullable(),
    newKeyId: PushKeyId,
    /** The vault's name of the key. */
    credentialId: CredentialId,
  }),
  /** The device has told by which token it can be reached: the bouncer is to be told of it. */
  PushTokenOffered: fact(1, {
    ...device,
    /** Base64 text that identifies the token and does not reveal it. */
    tokenId: z.string(),
    tokenKind: TokenKind,
    /** The vault's name of what only the bouncer can read. */
    credentialId: CredentialId,
  }),
  /** The bouncer knows the token: the device can be reached. */
  PushTokenAccepted: fact(1, { ...device, tokenId: z.string() }),
  /** The bouncer does not take the token, or could not be told of it. */
  PushTokenRefused: fact(1, { ...device, tokenId: z.string(), errorCode: z.string() }),
});
export const {
  DeviceRegistered,
  DeviceRemoved,
  PushKeyChanged,
  PushTokenOffered,
  PushTokenAccepted,
  PushTokenRefused,
} = deviceEvents.make;
