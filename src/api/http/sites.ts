/** What pages of other sites make browsers send: they add the credentials that they keep for this one. */
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './problems.ts';
import type { Origin } from './hosts.ts';
import type { ServedOrganization } from './served.ts';

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws 403 for a write that a page of another site sends. Browsers say where a request comes from, and pages cannot
 * make them say anything else; other clients say nothing. Browsers hide the origin (`null`) of a page that tells nobody
 * its address, as our own do.
 */
export function requireOwnSite(
  { method, headers }: IncomingMessage,
  { host }: Pick<Origin, 'host'>,
  { url }: Pick<ServedOrganization, 'url'>,
  mayHideOrigin = headers['sec-fetch-site'] === 'same-origin',
): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if ((origin === undefined && site === undefined) || SAFE.has(method)) return;
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isHidden = origin === undefined || (origin === 'null' && mayHideOrigin);
  if (isForeign || !(isHidden || isOwn(origin, host, url)))
    throw new HttpRefusal(403, 'Requests from other sites are not accepted');
}

/** Of the host that was asked, or of the address that people know: proxies may leave the port out of the one. */
function isOwn(origin: string, host: string | undefined, url: string): boolean {
  const named = origin.slice(origin.indexOf('://') + '://'.length).toLowerCase();
  return named === host?.toLowerCase() || origin.toLowerCase() === url;
}
