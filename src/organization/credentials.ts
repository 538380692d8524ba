/** Which secrets of the vault are current: all others no longer authenticate, from this revision on. */
import type { CredentialId, UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/**
 * The vault's names of the current secrets of a person or bot: a bot has no password, a system bot no key either.
 * The token of an outgoing webhook authenticates nobody here: its receiver knows the bot by it.
 */
interface CurrentCredentials {
  readonly password?: CredentialId | undefined;
  readonly apiKey?: CredentialId | undefined;
  readonly botToken?: CredentialId | undefined;
  /** What an outgoing webhook is signed with. */
  readonly signingSecret?: CredentialId | undefined;
  /** Whether another password has to be chosen before this one gives an API key again. */
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

/** State that knows which credentials are current. */
interface WithCredentials {
  readonly credentials: ReturnType<typeof credentialsSlice.state>;
}

/** The current password of a person, in the vault. */
export const passwordOf = (organization: WithCredentials, userId: UserId): CredentialId | undefined =>
  organization.credentials.byUser.get(userId)?.password;

/** Whether a person has to choose another password. */
export const mustResetPassword = (organization: WithCredentials, userId: UserId): boolean =>
  organization.credentials.byUser.get(userId)?.mustResetPassword === true;

/** The current API key of a person, in the vault. */
export const apiKeyOf = (organization: WithCredentials, userId: UserId): CredentialId | undefined =>
  organization.credentials.byUser.get(userId)?.apiKey;

/** The secret that an outgoing webhook is signed with, in the vault. */
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
