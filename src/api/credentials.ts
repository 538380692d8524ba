/** API keys: from a password, and another one (spec/endpoint-details.md 0.5, 18). */
import { z } from 'zod';
import { regenerateApiKey } from '../commands/credentials.ts';
import { Refused } from '../errors.ts';
import { CredentialId, type UserId } from '../ids.ts';
import { apiKeyOf, passwordOf } from '../organization/credentials.ts';
import { allowsPasswords } from '../organization/organizations.ts';
import { userByEmail } from '../organization/users.ts';
import { requireOpen } from './authentication.ts';
import { text } from './parameters.ts';
import { read, routes, write } from './route.ts';
import type { ServedOrganization } from './served.ts';
import type { Services } from './services.ts';

/** What a rehearsal names where the secrets are not stored yet. */
export const UNNAMED = CredentialId.parse('unnamed');

export const credentialRoutes = routes({
  'POST /fetch_api_key': read({
    who: 'anyone',
    summary: 'Get your API key with your password',
    params: { username: text(), password: text() },
    response: z.strictObject({ api_key: z.string(), email: z.string(), user_id: z.int() }),
    errors: [
      ...['AUTHENTICATION_FAILED', 'PASSWORD_AUTH_DISABLED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'],
      ...['NONEXISTENT_SUBDOMAIN', 'RATE_LIMIT_HIT'],
    ] as const,
    async handle({ params: { username, password }, organization, services, loginAttempts }) {
      loginAttempts.begin(username);
      requireOpen(organization);
      const { state } = organization;
      if (!allowsPasswords(state)) throw passwordsAreOff();
      if (password === '') throw wrongLogin();
      const user = userByEmail(state, username.trim());
      if (user && !user.active) throw new Refused('USER_DEACTIVATED', 'Account is deactivated');
      const isRight = await hasPassword(services, organization, user?.userId, password);
      if (user === undefined || !isRight) return refuseLogin(services, organization, username, password);
      loginAttempts.succeeded(username);
      const apiKey = await apiKeyFor(services, organization, user.userId);
      return { api_key: apiKey, email: user.email, user_id: user.userId };
    },
  }),

  'POST /users/me/api_key/regenerate': write({
    who: 'human',
    summary: 'Get another API key; the present one is refused from then on',
    params: {},
    response: z.strictObject({ api_key: z.string() }),
    async handle({ actor, organization, services, submit }) {
      const credentialId = await services.secrets.issueApiKey(organization.id);
      await submit(regenerateApiKey, { credentialId });
      return { api_key: await apiKeyFor(services, organization, actor.userId) };
    },
  }),
});

/** Takes as long for nobody as for somebody. */
async function hasPassword(
  { secrets, passwords }: Services,
  { state }: ServedOrganization,
  userId: UserId | undefined,
  password: string,
): Promise<boolean> {
  const credentialId = userId === undefined ? undefined : passwordOf(state, userId);
  const hash = credentialId === undefined ? null : await secrets.passwordHash(credentialId);
  return passwords.verify(password, hash);
}

/**
 * An account that exists only in another organization is told so, but only to who knows its password there:
 * nobody else learns where somebody has an account.
 */
async function refuseLogin(
  services: Services,
  organization: ServedOrganization,
  username: string,
  password: string,
): Promise<never> {
  for (const other of services.organizations.all()) {
    if (other.id === organization.id) continue;
    const user = userByEmail(other.state, username.trim());
    if (user?.active && (await hasPassword(services, other, user.userId, password)))
      throw new Refused('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain');
  }
  throw wrongLogin();
}

const wrongLogin = (): Refused =>
  new Refused('AUTHENTICATION_FAILED', 'Your username or password is incorrect');

const passwordsAreOff = (): Refused =>
  new Refused('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization');

/** The API key of somebody, for himself or for who administers it. */
export async function apiKeyFor(
  { secrets }: Pick<Services, 'secrets'>,
  { state }: ServedOrganization,
  userId: UserId,
): Promise<string> {
  const credentialId = apiKeyOf(state, userId);
  const apiKey = credentialId && (await secrets.showApiKey(credentialId));
  if (apiKey === undefined) throw new Error('The vault lacks an API key that the log names.');
  return apiKey;
}
