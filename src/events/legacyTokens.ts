import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Whose token it is: an Apple or a Google service's. */
export const LegacyTokenKind = z.enum(['apns', 'fcm']);
export type LegacyTokenKind = z.infer<typeof LegacyTokenKind>;

const token = {
  userId: UserId,
  kind: LegacyTokenKind,
  /** SHA-256 of the token, base64url: the token itself is a secret that nothing here needs. */
  tokenHash: z.string(),
};

/** Events of push tokens of apps that do not encrypt: they are known, and nothing is pushed to them. */
export const legacyTokenEvents = defineEvents('organization', {
  LegacyTokenRegistered: eventType(1, token),
  LegacyTokenRemoved: eventType(1, token),
});
export const { LegacyTokenRegistered, LegacyTokenRemoved } = legacyTokenEvents.make;
