/**
 * The cookie that holds the secret of a browser's session. Scripts cannot read it, other sites' requests do not carry
 * it, and of writes it admits only those that a script of our own page has sent: only such can set a header.
 */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { SESSION_MS } from '../../organization/sessions.ts';
import { HttpRefusal } from './problems.ts';
import { isSafeMethod } from './sites.ts';

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
    ...['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'],
    ...(config.EXTERNAL_SCHEME === 'https' ? ['Secure'] : []),
  ].join('; ');

/** The secret in a request's cookie; undefined without one. Refuses a write that no script of ours has sent. */
export function sessionTokenIn(
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
