/** Which secrets of the vault are current: all others no longer authenticate, from this revision on. */
import type { CredentialId, UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/**
 * Credential IDs of a person's or bot's current secrets: a bot has no password, a system bot no key either. A
 * webhook's token authenticates nobody here: its receiver authenticates the bot with it.
 */
interface CurrentCredentials {
  readonly password?: CredentialId | undefined;
  readonly apiKey?: CredentialId | undefined;
  readonly botToken?: CredentialId | undefined;
  /** The signing secret of an outgoing webhook. */
  readonly signingSecret?: CredentialId | undefined;
  /** Whether the password must be changed before it gives an API key again. */
  readonly mustResetPassword?: boolean;
}

export const credentialsSlice = slice({
  version: 4,
  state: () => ({ byUser: map<UserId, CurrentCredentials>() }),
  evolve: {
    UserCreated: (credentials, { userId, passwordCredentialId, apiKeyCredentialId }) =>
      credentials.byUser.set(userId, { password: passwordCredentialId, apiKey: apiKeyCredentialId }),
    PasswordChanged: (credentials, { userId, credentialId }) =>
      credentials.byUser.update(userId, { password: credentialId, mustResetPassword: false }),
    PasswordResetRequired: (credentials, { userId }) =>
      credentials.byUser.update(userId, { mustResetPassword: true }),
    ApiKeyRegenerated: (credentials, { userId, credentialId }) =>
      credentials.byUser.update(userId, { apiKey: credentialId }),
    BotSetUp(credentials, { botId, service }) {
      if (service) credentials.byUser.update(botId, { botToken: service.tokenCredentialId });
    },
    BotSigningSecretIssued: (credentials, { botId, credentialId }) =>
      credentials.byUser.update(botId, { signingSecret: credentialId }),
  },
});

/** State with current credentials. */
interface WithCredentials {
  readonly credentials: ReturnType<typeof credentialsSlice.state>;
}

/** Credential ID of a person's current password. */
export const passwordOf = (organization: WithCredentials, userId: UserId): CredentialId | undefined =>
  organization.credentials.byUser.get(userId)?.password;

/** Whether a person must change the password. */
export const mustResetPassword = (organization: WithCredentials, userId: UserId): boolean =>
  organization.credentials.byUser.get(userId)?.mustResetPassword === true;

/** Credential ID of an account's current API key. */
export const apiKeyOf = (organization: WithCredentials, userId: UserId): CredentialId | undefined =>
  organization.credentials.byUser.get(userId)?.apiKey;

/** Credential ID of an outgoing webhook's signing secret. */
export const signingSecretOf = (organization: WithCredentials, botId: UserId): CredentialId | undefined =>
  organization.credentials.byUser.get(botId)?.signingSecret;

/** Whether a credential still authenticates its owner. */
export function isCurrent(
  organization: WithCredentials,
  userId: UserId,
  credentialId: CredentialId,
): boolean {
  const current = organization.credentials.byUser.get(userId);
  return current !== undefined && (current.password === credentialId || current.apiKey === credentialId);
}
