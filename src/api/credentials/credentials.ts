/** API keys: fetching one with a password or a signed token, and regenerating it. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { CredentialId, UserId } from '../../base/ids.ts';
import {
  regenerateApiKey,
  registerLegacyToken,
  removeLegacyToken,
  requireLegacyToken,
} from '../../commands/credentials/credentials.ts';
import { requireActiveOrganization } from '../../commands/define.ts';
import { mayBeEmail } from '../../commands/people/accounts.ts';
import type { BotSecrets } from '../../commands/people/users.ts';
import type { LegacyTokenKind } from '../../events/credentials.ts';
import { accessOf } from '../../organization/access/access.ts';
import { credentialsOf, mustResetPassword } from '../../organization/slices/credentials.ts';
import { allowsPasswords } from '../../organization/slices/organizations.ts';
import { type User, userByEmail } from '../../organization/slices/users.ts';
import { findUsers, users } from '../../projections/users.ts';
import { userFields, wireUser } from '../../wire/users.ts';
import { json, type ParameterRecord, text } from '../http/parameters.ts';
import { read, type ReadContext, routes, write } from '../http/route.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';

/** The credential ID of a secret that is not stored yet, or belongs to nobody. */
export const UNSTORED_CREDENTIAL = CredentialId.parse('unnamed');

const Profile = z.strictObject(userFields).omit({ profile_data: true, is_system_bot: true });

/** Codes with which a log-in with a password is refused. */
export const LOGIN_ERRORS = [
  'BAD_REQUEST',
  'AUTHENTICATION_FAILED',
  'PASSWORD_AUTH_DISABLED',
  'PASSWORD_RESET_REQUIRED',
  'USER_DEACTIVATED',
  'REALM_DEACTIVATED',
  'NONEXISTENT_SUBDOMAIN',
  'RATE_LIMIT_HIT',
] as const;

export const passwordParam = text().describe('The password of the account.');
export const usernameParam = text().describe('The e-mail address.');
export const ApiKey = z
  .string()
  .describe('The API key: with the address it is all that a call needs, so keep it secret.');

export const credentialRoutes = routes({
  'POST /fetch_api_key': read({
    who: 'anyone',
    summary: 'Get your API key with your password',
    params: { username: usernameParam, password: passwordParam },
    response: z.strictObject({
      api_key: ApiKey,
      email: z.string().describe('E-mail address.'),
      user_id: UserId,
    }),
    errors: LOGIN_ERRORS,
    async handle({ params, organization, services, loginAttempts }) {
      const user = await userByLogin({ services, organization, loginAttempts }, params);
      const apiKey = await apiKeyFor(services, organization, user.userId);
      return { api_key: apiKey, email: user.email, user_id: user.userId };
    },
  }),

  'POST /jwt/fetch_api_key': read({
    who: 'anyone',
    summary: 'Get your API key with a JSON Web Token that has your e-mail address in the claim `email`',
    params: {
      token: text().default('').describe('The JSON Web Token.'),
      include_profile: json(z.boolean()).default(false).describe('Whether the answer has `user`.'),
    },
    response: z.strictObject({
      api_key: ApiKey,
      email: userFields.email,
      user: Profile.optional().describe('The person or bot.'),
    }),
    errors: [
      'BAD_REQUEST',
      'AUTHENTICATION_FAILED',
      'USER_DEACTIVATED',
      'REALM_DEACTIVATED',
      'NONEXISTENT_SUBDOMAIN',
      'RATE_LIMIT_HIT',
    ] as const,
    async handle({ params, organization, services }) {
      const address = await services.webTokens.emailIn(organization.subdomain, params.token);
      const user = personAt(organization, address);
      const apiKey = await apiKeyFor(services, organization, user.userId);
      const profile = params.include_profile && { user: await profileOf(services, organization, user) };
      return { api_key: apiKey, email: user.email, ...profile };
    },
  }),

  'POST /users/me/api_key/regenerate': write({
    who: 'human',
    summary: 'Regenerate your API key; the current one stops working',
    params: {},
    response: z.strictObject({ api_key: ApiKey }),
    async handle({ actor, organization, services, submit }) {
      const credentialId = await services.secrets.issueApiKey(organization.id);
      await submit(regenerateApiKey, { credentialId });
      return { api_key: await apiKeyFor(services, organization, actor.userId) };
    },
  }),
});

/** The person with these credentials; refuses with one of LOGIN_ERRORS. */
export async function userByLogin(
  context: LoginContext,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<User> {
  const { organization, loginAttempts } = context;
  requirePasswords(organization);
  const address = username.trim();
  requireThat(mayBeEmail(address), 'Enter a valid email address.');
  loginAttempts.begin(address);
  const user = await userWithPassword(context, { address, password });
  loginAttempts.succeeded(address);
  requireChosenPassword(organization, user);
  return user;
}

/** The login endpoint of one request. */
type LoginContext = Pick<
  ReadContext<'anyone', ParameterRecord>,
  'services' | 'organization' | 'loginAttempts'
>;

interface Login {
  readonly address: string;
  readonly password: string;
}

function requirePasswords({ state }: ServedOrganization): void {
  const complaint = 'Password authentication is disabled in this organization';
  requireThat(allowsPasswords(state), complaint, 'PASSWORD_AUTH_DISABLED');
}

/**
 * The user with this address and password. Exactly one password is compared before anything is said of the account, so that
 * neither response time nor code reveals which addresses exist, or are deactivated.
 */
async function userWithPassword(context: LoginContext, login: Login): Promise<User> {
  const { organization } = context;
  if (login.password === '') throw wrongLogin();
  const user = userByEmail(organization.state, login.address);
  if (user === undefined) return refuseStranger(context, login);
  if (!(await hasPassword(context, [organization, user], login.password))) throw wrongLogin();
  requireUsable(organization, user);
  return user;
}

type AccountSomewhere = readonly [ServedOrganization, User];

/**
 * Takes equally long whether or not the account exists: the vault is read and a password compared in both
 * cases.
 */
async function hasPassword(
  { services: { secrets, passwords } }: LoginContext,
  account: AccountSomewhere | undefined,
  password: string,
): Promise<boolean> {
  const credentialId = account && credentialsOf(account[0].state, account[1].userId).password;
  const hash = await secrets.passwordHash(credentialId ?? UNSTORED_CREDENTIAL);
  return passwords.verify(password, hash);
}

/**
 * Says that the account exists in another organization, but only to callers who know its password there, so
 * that nobody else learns where somebody has an account. The guess counts against the other organization's
 * limit too; past that limit no account is looked up and the answer reveals nothing. If several other
 * organizations have the account, the oldest is asked.
 */
async function refuseStranger(context: LoginContext, { address, password }: Login): Promise<never> {
  const { services, organization, loginAttempts } = context;
  const elsewhere = organization.isActive ? accountsElsewhere(services, organization, address) : [];
  const [account] = elsewhere.filter(([other]) => allowsPasswords(other.state));
  const isAllowed = account !== undefined && loginAttempts.beginAt(account[0].id, address);
  const isRight = await hasPassword(context, isAllowed ? account : undefined, password);
  if (!isRight || account === undefined) throw wrongLogin();
  loginAttempts.succeeded(address, account[0].id);
  throw wrongHost();
}

/** The person whom a token names; bots cannot log in. The key of an organization does not ask about accounts of others. */
function personAt(organization: ServedOrganization, address: string): User {
  const user = userByEmail(organization.state, address);
  if (user === undefined) throw wrongLogin();
  requireUsable(organization, user);
  if (user.bot !== null) throw wrongLogin();
  return user;
}

/** The account as its owner sees it. */
async function profileOf({ views }: Services, { id, state, host }: ServedOrganization, { userId }: User) {
  const level = await views.level([users], id, state.revision);
  const [profile] = await findUsers(level, accessOf(state, userId), state, [userId]);
  if (profile === undefined) throw new Error('The users view lacks an account that the state has.');
  return wireUser(profile, { host, clientGravatar: false, profileData: false, isAnonymous: false });
}

const accountsElsewhere = (
  { organizations }: Services,
  here: ServedOrganization,
  address: string,
): readonly AccountSomewhere[] =>
  [...organizations.all()].flatMap((other) => {
    const isOtherActive = other.isActive && other.id !== here.id;
    const user = isOtherActive ? userByEmail(other.state, address) : undefined;
    return user?.active ? [[other, user] as const] : [];
  });

function requireUsable(organization: ServedOrganization, user: User): void {
  if (!user.active) throw new Refused('Account is deactivated', 'USER_DEACTIVATED');
  requireActiveOrganization(organization.isActive);
}

function requireChosenPassword({ state }: ServedOrganization, { userId }: User): void {
  const complaint = 'You must have another password before you can log in';
  requireThat(!mustResetPassword(state, userId), complaint, 'PASSWORD_RESET_REQUIRED');
}

const wrongLogin = (): Refused =>
  new Refused('Your username or password is incorrect', 'AUTHENTICATION_FAILED');

const wrongHost = (): Refused => new Refused('Invalid subdomain', 'NONEXISTENT_SUBDOMAIN');

/** Placeholder IDs of a new account's password and API key, before they are stored. */
export const PLACEHOLDER_LOGIN = {
  passwordCredentialId: UNSTORED_CREDENTIAL,
  apiKeyCredentialId: UNSTORED_CREDENTIAL,
};

/** Stores a password and issues an API key for a new account. */
export const issueLogin = async (
  { passwords, secrets }: Pick<Services, 'passwords' | 'secrets'>,
  { id }: ServedOrganization,
  password: string,
): Promise<typeof PLACEHOLDER_LOGIN> => ({
  passwordCredentialId: await secrets.storePassword(id, await passwords.hash(password)),
  apiKeyCredentialId: await secrets.issueApiKey(id),
});

/** Placeholder IDs of a bot's secrets when its owner changes, before they are stored. */
export const PLACEHOLDER_SECRETS: BotSecrets = {
  apiKeyCredentialId: UNSTORED_CREDENTIAL,
  signingCredentialId: UNSTORED_CREDENTIAL,
};

/** New secrets for a bot whose owner changes. */
export const issueBotSecrets = async (
  { secrets }: Pick<Services, 'secrets'>,
  { id }: ServedOrganization,
): Promise<BotSecrets> => ({
  apiKeyCredentialId: await secrets.issueApiKey(id),
  signingCredentialId: await secrets.issueSigningSecret(id),
});

/** A user's API key, for the user, or a bot's for its administrators. */
export async function apiKeyFor(
  { secrets }: Pick<Services, 'secrets'>,
  { state }: ServedOrganization,
  userId: UserId,
): Promise<string> {
  const credentialId = credentialsOf(state, userId).apiKey;
  const apiKey = credentialId && (await secrets.showApiKey(credentialId));
  if (apiKey === undefined) throw new Error('The vault lacks an API key that the log names.');
  return apiKey;
}

// Push tokens of apps that do not encrypt.

const token = () => text().describe('What the service gave the app; at most 4,096 characters.');

/** Notifications go to devices of POST /mobile_push/register alone. */
const KNOWN_ONLY = '; notifications are sent to apps that encrypt alone';

const remove = (kind: LegacyTokenKind, service: string) =>
  write({
    who: 'human',
    summary: `Remove a push token of ${service}`,
    params: { token: token(), appid: text().optional().describe('Name of the program on the device.') },
    async handle({ params, submit }) {
      await submit(removeLegacyToken, { kind, token: params.token });
    },
  });

export const legacyTokenRoutes = routes({
  'POST /users/me/apns_device_token': write({
    who: 'human',
    summary: `Register a push token of Apple's service${KNOWN_ONLY}`,
    params: { token: token(), appid: text().describe('ID of the app.') },
    async handle({ params, submit }) {
      await submit(registerLegacyToken, { kind: 'apns', token: params.token });
    },
  }),
  'DELETE /users/me/apns_device_token': remove('apns', "Apple's service"),

  'POST /users/me/android_gcm_reg_id': write({
    who: 'human',
    summary: `Register a push token of Google's service${KNOWN_ONLY}`,
    params: { token: token() },
    async handle({ params, submit }) {
      await submit(registerLegacyToken, { kind: 'fcm', token: params.token });
    },
  }),
  'DELETE /users/me/android_gcm_reg_id': remove('fcm', "Google's service"),

  'POST /mobile_push/test_notification': read({
    who: 'human',
    summary: 'Check whether a push token is registered; see POST /mobile_push/e2ee/test_notification',
    params: { token: token().optional() },
    errors: ['INVALID_PUSH_DEVICE_TOKEN'],
    handle({ params, actor, organization: { state } }) {
      if (params.token !== undefined) requireLegacyToken(state, actor.userId, params.token);
    },
  }),
});
