/**
 * Which organization a request is for, and where it comes from. `X-Forwarded-*` headers count only if the
 * peer is one of TRUSTED_PROXIES.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { Refused } from '../../errors.ts';
import { ipAddressOfHop, networkOf, plainIpAddress } from './addresses.ts';
import type { Organizations, ServedOrganization } from './served.ts';

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
