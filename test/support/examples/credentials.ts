/** Samples of events about what accounts are entered with. */
import { credentialEvents } from '../../../src/events/credentials.ts';
import { sample } from './sample.ts';

export const credentialExamples = {
  passwordChanged: sample(credentialEvents, 'PasswordChanged', ({ userId = 1 }) => ({
    userId,
    credentialId: `password-${userId}-new`,
  })),
  passwordResetRequired: sample(credentialEvents, 'PasswordResetRequired', ({ userId = 1 }) => ({ userId })),
  apiKeyRegenerated: sample(credentialEvents, 'ApiKeyRegenerated', ({ userId = 1 }) => ({
    userId,
    credentialId: `key-${userId}-new`,
  })),
};
