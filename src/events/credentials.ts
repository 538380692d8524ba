import { CredentialId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** Which secrets are current. The secrets themselves live in the vault. */
export const credentialEvents = defineEvents('organization', {
  PasswordChanged: fact(1, { userId: UserId, credentialId: CredentialId }),
  /** The password gives no API key any more until there is another one; keys that were given go on. */
  PasswordResetRequired: fact(1, { userId: UserId }),
  ApiKeyRegenerated: fact(1, { userId: UserId, credentialId: CredentialId }),
});
export const { PasswordChanged, PasswordResetRequired, ApiKeyRegenerated } = credentialEvents.make;
