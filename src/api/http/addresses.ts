/** IP addresses as limits and proxies write them. */
import { isIP, SocketAddress } from 'node:net';

/** How sockets write an IPv4 peer; this runs on every request, hence the direct match. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** An IPv4 address in IPv6 notation becomes plain IPv4. */
export function plainIpAddress(address: string): string {
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
export function ipAddressOfHop(hop: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(hop) ?? [];
  const address = bracketed ?? plain ?? hop;
  const isRight = isIP(address) === (bracketed === undefined && plain !== undefined ? 4 : 6);
  return isRight ? plainIpAddress(address) : undefined;
}
