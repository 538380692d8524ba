import { CredentialId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** Which secrets are current. The secrets themselves live in the vault. */
export const credentialEvents = defineEvents('organization', {
  PasswordChanged: fact(1, { userId: UserId, credentialId: CredentialId }),
  ApiKeyRegenerated: fact(1, { userId: UserId, credentialId: CredentialId }),
});
export const { PasswordChanged, ApiKeyRegenerated } = credentialEvents.make;
