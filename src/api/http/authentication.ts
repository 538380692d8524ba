/**
 * HTTP Basic authentication with e-mail address and API key, or the cookie of a browser's session. A key or a session is
 * valid only while the organization's state has its credential ID, so revocation takes effect with the event.
 */
import type { IncomingMessage } from 'node:http';
import { RecentMap } from '../../base/collections.ts';
import type { Config } from '../../base/config.ts';
import { Refused } from '../../base/errors.ts';
import type { CredentialId, OrganizationId, UserId } from '../../base/ids.ts';
import { requireActiveAccount, requireActiveOrganization } from '../../commands/define.ts';
import { SESSION_MS } from '../../organization/slices/credentials.ts';
import { isSafeMethod } from './hosts.ts';
import { HttpRefusal } from './problems.ts';
import type { Route } from './route.ts';
import type { Account, ServedOrganization } from './servedOrganization.ts';
import type { SecretStore } from './services.ts';

// * The cookie that holds the secret of a browser's session. Scripts cannot read it, other sites' requests do not carry
// it, and of writes it admits only those that a script of our own page has sent: only such can set a header.

type Scheme = Pick<Config, 'EXTERNAL_SCHEME'>;

/** Browsers take a cookie with the prefix only over TLS, for this host alone and from the host itself. */
const nameOf = ({ EXTERNAL_SCHEME: scheme }: Scheme): string =>
  scheme === 'https' ? '__Host-hansard-session' : 'hansard-session';

/** The value of `Set-Cookie` that gives a browser the secret of a session. */
export const newSessionCookie = (config: Scheme, token: string): string =>
  sessionCookie(config, token, SESSION_MS / 1000);

/** The value of `Set-Cookie` that takes it away. */
export const endedSessionCookie = (config: Scheme): string => sessionCookie(config, '', 0);

const sessionCookie = (config: Scheme, token: string, seconds: number): string =>
  [
    `${nameOf(config)}=${token}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(config.EXTERNAL_SCHEME === 'https' ? ['Secure'] : []),
  ].join('; ');

/** The secret in a request's cookie; undefined without one. Refuses a write that no script of ours has sent. */
function sessionTokenIn(
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  config: Scheme,
): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined) return undefined;
  const name = `${nameOf(config)}=`;
  const found = cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  const token = found?.slice(name.length);
  if (token === undefined || !/^[a-zA-Z0-9]{32}$/.test(token)) return undefined;
  if (!isSafeMethod(method) && headers['x-requested-with'] === undefined)
    throw new HttpRefusal(403, 'Writes in a session need the header X-Requested-With');
  return token;
}

/** Cached headers whose key has been looked up; permissions are checked in the state each time. */
const REMEMBERED_HEADERS = 20_000;
/** In characters; longer than any valid header. Longer ones are looked up each time. */
const MAX_CACHED_HEADER_LENGTH = 512;

interface Remembered {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** The address at that time; once it changes, the header is invalid. */
  readonly email: string;
  readonly credentialId: CredentialId;
}

/** The parts of a request that say who calls. */
type RequestHead = Pick<IncomingMessage, 'headers' | 'method'>;

/** Finds the account of an `Authorization` header or, without one, of a session's cookie. */
export class Authentication {
  private readonly remembered = new RecentMap<string, Remembered>(REMEMBERED_HEADERS);
  /** By the secret in the cookie. */
  private readonly sessions = new RecentMap<string, CredentialId>(REMEMBERED_HEADERS);
  private readonly secrets: SecretStore;
  private readonly config: Config;

  constructor(secrets: SecretStore, config: Config) {
    this.secrets = secrets;
    this.config = config;
  }

  /** Whether a request says who calls. */
  hasCredentials(request: RequestHead): boolean {
    return request.headers.authorization !== undefined || sessionTokenIn(request, this.config) !== undefined;
  }

  /** The account, without waiting if the credentials are cached; refuses with an authentication code. */
  identify(request: RequestHead, organization: ServedOrganization): Account | Promise<Account> {
    const header = request.headers.authorization;
    if (header === undefined) return this.bySession(request, organization);
    const known = this.remembered.get(header);
    if (known?.organizationId === organization.id) {
      const account = organization.account(known.userId);
      if (account?.apiKeyCredentialId === known.credentialId && account.email === known.email)
        return usable(account, organization);
    }
    return this.lookUp(header, organization);
  }

  private bySession(request: RequestHead, organization: ServedOrganization): Account | Promise<Account> {
    const token = sessionTokenIn(request, this.config);
    if (token === undefined) throw new Refused('Missing authorization header for basic auth', 'UNAUTHORIZED');
    const known = this.sessions.get(token);
    if (known !== undefined) return requirePerson(request, inSession(known, organization));
    return this.secrets.findSession(token).then((found) => {
      if (found?.organizationId !== organization.id) throw sessionEnded();
      this.sessions.set(token, found.credentialId);
      return requirePerson(request, inSession(found.credentialId, organization));
    });
  }

  private async lookUp(header: string, organization: ServedOrganization): Promise<Account> {
    const { email, apiKey } = credentialsOf(header);
    const found = await this.secrets.findApiKey(apiKey);
    const account = organization.accountByEmail(email);
    if (
      !found ||
      found.organizationId !== organization.id ||
      account?.apiKeyCredentialId !== found.credentialId
    )
      throw new Refused('Invalid API key', 'INVALID_API_KEY');
    if (header.length <= MAX_CACHED_HEADER_LENGTH)
      this.remembered.set(header, { ...found, userId: account.userId, email: account.email });
    return usable(account, organization);
  }
}

/**
 * The cookie belongs to the browser, and not to a page that still shows who was logged in before. So writes of a session name the
 * person of their page in the header `Hansard-User`, reads may, and one that names somebody else is refused.
 */
function requirePerson({ headers, method }: RequestHead, account: Account): Account {
  const named = headers['hansard-user'];
  if (named === undefined && !isSafeMethod(method))
    throw new HttpRefusal(403, 'Writes in a session need the header Hansard-User');
  if (named !== undefined && named !== String(account.userId))
    throw new Refused('Somebody else is logged in in this browser now', 'SESSION_OF_ANOTHER_USER');
  return account;
}

const sessionEnded = (): Refused => new Refused('Your session has ended; log in again', 'UNAUTHORIZED');

function inSession(sessionId: CredentialId, organization: ServedOrganization): Account {
  const session = organization.session(sessionId);
  const account = session && organization.account(session.userId);
  if (account === undefined) throw sessionEnded();
  return { ...usable(account, organization), sessionId };
}

function usable(account: Account, organization: ServedOrganization): Account {
  requireActiveOrganization(organization.isActive);
  requireActiveAccount(account.isActive);
  return account;
}

/** Refuses a caller whose key or session was revoked or whose account was deactivated since. */
export function requireStillAdmitted(account: Account | null, organization: ServedOrganization): void {
  if (account === null) return requireActiveOrganization(organization.isActive);
  if (account.sessionId !== undefined) return void inSession(account.sessionId, organization);
  const now = organization.account(account.userId);
  if (now?.apiKeyCredentialId !== account.apiKeyCredentialId)
    throw new Refused('Invalid API key', 'INVALID_API_KEY');
  usable(now, organization);
}

function credentialsOf(header: string): { email: string; apiKey: string } {
  const encoded = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) throw new Refused('Invalid authorization header for basic auth', 'UNAUTHORIZED');
  const apiKey = pair.slice(colon + 1).trim();
  if (!/^[a-zA-Z0-9]{32}$/.test(apiKey)) throw new Refused('Malformed API key', 'INVALID_API_KEY');
  return { email: pair.slice(0, colon).trim(), apiKey };
}

/** The part of a route that says who may call it. */
type CallerRules = Pick<Route, 'who' | 'takesSendOnlyBots'>;

/** Refuses an account that may not call the route. */
export function requireAdmitted({ who, takesSendOnlyBots }: CallerRules, account: Account): void {
  if (account.isSendOnly && takesSendOnlyBots !== true)
    throw new Refused('This API is not available to incoming webhook bots.');
  const needsMember = who === 'member' || who === 'humanMember';
  if (needsMember && !account.isMember) throw new Refused('Not allowed for guest users');
  const needsHuman = who === 'human' || who === 'humanMember';
  if (needsHuman && account.isBot) throw new Refused('This endpoint does not accept bot requests.');
}

// What people may do without logging in.

/** The refusal of a spectator without access. */
export const notLoggedIn = (): Refused =>
  new Refused('Not logged in: API authentication or user session required', 'UNAUTHENTICATED_USER');

/** Admits everybody if the organization has web-public channels; otherwise only logged-in people. */
export function admitSpectator(organization: ServedOrganization, actor: object | null): void {
  if (actor === null && !organization.hasWebPublicChannels) throw notLoggedIn();
}
