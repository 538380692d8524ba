import { z } from 'zod';
import { CredentialId, numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** Events of credentials: which secrets are current. The secrets themselves are in the vault. */
export const credentialEvents = defineEvents('organization', 'listed', 'shared', {
  PasswordChanged: eventType(1, { userId: UserId, credentialId: CredentialId }),
  /** The password gives no API key until it is changed; existing keys stay valid. */
  PasswordResetRequired: eventType(1, { userId: UserId }),
  ApiKeyRegenerated: eventType(1, { userId: UserId, credentialId: CredentialId }),
});
/** Events of sessions in browsers. Their secrets are in the vault, found by a keyed hash. */
export const sessionEvents = defineEvents('organization', 'listed', 'shared', {
  /** `device` is the browser, such as `Firefox on Linux`. */
  SessionStarted: eventType(1, {
    userId: UserId,
    credentialId: CredentialId,
    device: erasable('person:userId', z.string()),
  }),
  SessionsEnded: eventType(1, { userId: UserId, credentialIds: z.array(CredentialId) }),
});
/** The service that a token belongs to: Apple's or Google's. */
export const LegacyTokenKind = z.enum(['apns', 'fcm']);
export type LegacyTokenKind = z.infer<typeof LegacyTokenKind>;

const token = {
  userId: UserId,
  kind: LegacyTokenKind,
  /** SHA-256 of the token, base64url: the token itself is a secret that nothing here needs. */
  tokenHash: z.string(),
};

/** Events of push tokens of apps that do not encrypt: they are known, and nothing is pushed to them. */
export const legacyTokenEvents = defineEvents('organization', 'listed', 'shared', {
  LegacyTokenRegistered: eventType(1, token),
  LegacyTokenRemoved: eventType(1, token),
});
/** ID of a device on which somebody is logged in. */
export const DeviceId = numericId<'DeviceId'>('ID of the device, as POST /register lists it.');
export type DeviceId = z.infer<typeof DeviceId>;

/** The client's ID for its key: any unsigned 32-bit number. */
const PushKeyId = z.number().int().min(0).max(0xffff_ffff);

/** The push service of the device. */
export const TokenKind = z.enum(['fcm', 'apns']);
export type TokenKind = z.infer<typeof TokenKind>;

const device = { deviceId: DeviceId, userId: UserId };

/** Events of devices: registration, and push notifications. */
export const deviceEvents = defineEvents('organization', 'listed', 'shared', {
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
