/**
 * Protection against requests that pages of other sites cause: browsers add the credentials stored for this
 * one.
 */
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './problems.ts';
import type { Origin } from './hosts.ts';
import type { ServedOrganization } from './served.ts';

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether requests of a method change nothing. */
export const isSafeMethod = (method: string | undefined): boolean => SAFE.has(method);

/**
 * Throws 403 for a write caused by a page of another site. Browsers say where a request comes from, and pages
 * cannot change that; other clients say nothing. Browsers send the origin `null` for a page without a
 * referrer, as our own are.
 */
export function requireSameSite(
  { method, headers }: IncomingMessage,
  { host }: Pick<Origin, 'host'>,
  { url }: Pick<ServedOrganization, 'url'>,
  mayHideOrigin = headers['sec-fetch-site'] === 'same-origin',
): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if ((origin === undefined && site === undefined) || isSafeMethod(method)) return;
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isHidden = origin === undefined || (origin === 'null' && mayHideOrigin);
  if (isForeign || !(isHidden || isOwn(origin, host, url)))
    throw new HttpRefusal(403, 'Requests from other sites are not accepted');
}

/** Headers with which a browser gives the answer, asked for with the cookie, to a page of this origin alone. */
export const corsHeaders = (origin: string): readonly string[] => [
  ...['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true', 'Vary', 'Origin'],
];

/**
 * Compares with the requested host and with the canonical URL, because proxies may drop the port of the
 * former.
 */
function isOwn(origin: string, host: string | undefined, url: string): boolean {
  const named = origin.slice(origin.indexOf('://') + '://'.length).toLowerCase();
  return named === host?.toLowerCase() || origin.toLowerCase() === url;
}
