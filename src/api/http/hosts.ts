/**
 * Which organization a request is for, and where it comes from. `X-Forwarded-*` headers count only if the
 * peer is one of TRUSTED_PROXIES.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';
import type { Config } from '../../base/config.ts';
import { Refused } from '../../base/errors.ts';
import { HttpRefusal } from './problems.ts';
import type { Organizations, ServedOrganization } from './servedOrganization.ts';

// IP addresses as limits and proxies write them.

/** How sockets write an IPv4 peer; this runs on every request, hence the direct match. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** An IPv4 address in IPv6 notation becomes plain IPv4. */
function plainIpAddress(address: string): string {
  if (!address.startsWith('::')) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const short = canonical(address);
  return short.startsWith('::ffff:') && short.includes('.') ? short.slice('::ffff:'.length) : address;
}

/** The canonical notation of an IPv6 address. */
const canonical = (address: string): string =>
  new SocketAddress({ address: withoutZone(address), family: 'ipv6' }).address;

const withoutZone = (address: string): string => address.split('%', 1)[0] ?? '';

/**
 * The unit that limits count: an IPv4 address, or the first 64 bits of an IPv6 one, because a client usually
 * owns all addresses with that prefix.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const plain = plainIpAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = canonical(plain).split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

const groupsOf = (part: string): readonly string[] => part.split(':').filter(Boolean);

/** The address in a hop of `X-Forwarded-For`, which may have a port; undefined if it is malformed. */
function ipAddressOfHop(hop: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(hop) ?? [];
  const address = bracketed ?? plain ?? hop;
  const isRight = isIP(address) === (bracketed === undefined && plain !== undefined ? 4 : 6);
  return isRight ? plainIpAddress(address) : undefined;
}

/** Where a request comes from and which host it names. */
export interface Origin {
  /** IP address of the client. */
  readonly address: string;
  /** The unit by which limits count the address. */
  readonly network: string;
  readonly host: string | undefined;
}

/** The rules of one server. */
export interface Hosts {
  /**
   * The unit by which limits count a peer's connections; undefined for a proxy, which carries those of all
   * its clients.
   */
  networkOfPeer(address: string): string | undefined;
  originOf(request: IncomingMessage): Origin;
  /** Throws NONEXISTENT_SUBDOMAIN for a host name of no organization. */
  organizationOf(host: string | undefined): ServedOrganization;
  /** Whether an `Origin` header is the canonical URL of one of this server's organizations. */
  isSibling(origin: string | undefined): origin is string;
}

/** A name or an IP address, with or without a port. */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Requires one well-formed `Host`, which only HTTP/1.0 may omit. Node silently keeps the first of several.
 */
export function hasGoodHost({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 && HOST.test(host);
}

export function createHosts(config: Config, organizations: Organizations): Hosts {
  const isTrusted = trustedPeers(config.TRUSTED_PROXIES);
  const bareHost = nameOf(config.externalHost);
  return {
    networkOfPeer: (address) => (isTrusted(plainIpAddress(address)) ? undefined : networkOf(address)),
    originOf(request) {
      const peer = plainIpAddress(request.socket.remoteAddress ?? '');
      const { host } = request.headers;
      return isTrusted(peer)
        ? forwarded(request, peer, isTrusted)
        : { address: peer, network: networkOf(peer), host };
    },
    organizationOf(host) {
      const subdomain = subdomainOf(host, bareHost, config.externalHostIsSet);
      const organization = subdomain === undefined ? undefined : organizations.bySubdomain(subdomain);
      if (organization === undefined) throw new Refused('Invalid subdomain', 'NONEXISTENT_SUBDOMAIN');
      return organization;
    },
    isSibling(origin): origin is string {
      const host = origin?.slice(origin.indexOf('://') + '://'.length);
      const subdomain = subdomainOf(host, bareHost, true);
      return subdomain !== undefined && organizations.bySubdomain(subdomain)?.url === origin;
    },
  };
}

/** '' is the root organization; undefined is an unknown host. */
function subdomainOf(
  host: string | undefined,
  bareHost: string,
  foreignIsNobody: boolean,
): string | undefined {
  if (host === undefined || host === '') return '';
  const name = nameOf(host);
  if (name === bareHost || name === 'localhost' || isIP(name) !== 0) return '';
  if (name.endsWith(`.${bareHost}`)) return name.slice(0, -bareHost.length - 1) || undefined;
  return foreignIsNobody ? undefined : '';
}

/** The host name in lower case, without port, brackets and final dot. */
function nameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(host);
  if (bracketed) return bracketed[1] ?? '';
  const colon = host.indexOf(':');
  const name = (colon < 0 ? host : host.slice(0, colon)).toLowerCase();
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

type IsTrusted = (address: string) => boolean;

function trustedPeers(proxies: readonly string[]): IsTrusted {
  if (proxies.length === 0) return () => false;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Proxies append, so the last hop comes from the proxy we trust. Each trusted proxy vouches for the hop
 * before it; a malformed hop ends the chain, because anybody could have written what precedes it.
 */
function forwarded(request: IncomingMessage, peer: string, isTrusted: IsTrusted): Origin {
  let address = peer;
  for (const hop of valuesOf(request, 'x-forwarded-for').toReversed()) {
    const believed = ipAddressOfHop(hop);
    if (believed === undefined) break;
    address = believed;
    if (!isTrusted(believed)) break;
  }
  return {
    address,
    network: networkOf(address),
    host: valuesOf(request, 'x-forwarded-host').at(-1) ?? request.headers.host,
  };
}

function valuesOf(request: IncomingMessage, header: string): readonly string[] {
  const value = request.headers[header];
  const text = Array.isArray(value) ? value.join() : (value ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

// * Protection against requests that pages of other sites cause: browsers add the credentials stored for this
// one.

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
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Allow-Credentials',
  'true',
  'Vary',
  'Origin',
];

/**
 * Compares with the requested host and with the canonical URL, because proxies may drop the port of the
 * former.
 */
function isOwn(origin: string, host: string | undefined, url: string): boolean {
  const named = origin.slice(origin.indexOf('://') + '://'.length).toLowerCase();
  return named === host?.toLowerCase() || origin.toLowerCase() === url;
}
