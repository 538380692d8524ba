/** Which IP addresses may be called: not those of private networks or of this machine (RFC 6890). */
import { BlockList, isIP } from 'node:net';

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, family);
  return list;
};

/** This machine, private and shared networks, link-local, test, multicast and reserved ranges. */
const SPECIAL_IPV4 = listOf('ipv4', [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
  ] as const),
  ...([
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
  ] as const),
  ...([
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
]);

/** Public IPv6 addresses; private networks, and all but two embeddings of IPv4, are outside. */
const GLOBAL_IPV6 = listOf('ipv6', [['2000::', 3]]);
/** Tunnels (which embed an IPv4 address), other protocols, and examples. */
const SPECIAL_IPV6 = listOf('ipv6', [
  ...([
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ] as const),
]);

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL_IPV4.check(address, 'ipv4');
  return family === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}
