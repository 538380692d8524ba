import { z } from 'zod';
import { CredentialId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** Events of sessions in browsers. Their secrets are in the vault, found by a keyed hash. */
export const sessionEvents = defineEvents('organization', {
  /** `device` says which browser it is, such as `Firefox on Linux`. */
  SessionStarted: eventType(1, {
    userId: UserId,
    credentialId: CredentialId,
    device: erasable('person:userId', z.string()),
  }),
  SessionsEnded: eventType(1, { userId: UserId, credentialIds: z.array(CredentialId) }),
});
export const { SessionStarted, SessionsEnded } = sessionEvents.make;
