import { CredentialId, UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Events of credentials: which secrets are current. The secrets themselves are in the vault. */
export const credentialEvents = defineEvents('organization', {
  PasswordChanged: eventType(1, { userId: UserId, credentialId: CredentialId }),
  /** The password gives no API key until it is changed; existing keys stay valid. */
  PasswordResetRequired: eventType(1, { userId: UserId }),
  ApiKeyRegenerated: eventType(1, { userId: UserId, credentialId: CredentialId }),
});
export const { PasswordChanged, PasswordResetRequired, ApiKeyRegenerated } = credentialEvents.make;
