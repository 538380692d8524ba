/**
 * Resolves host names with the hosts file and name servers. The system's own look-up is not used: a name
 * server that never answers would block one of four threads that other work needs.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** All addresses of a name, IPv4 first; none if the name does not exist. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const HOSTS = '/etc/hosts';
/** Milliseconds per query, and number of queries. */
const PATIENCE = { timeout: 3_000, tries: 2 } as const;

export const resolveName: ResolveName = async (name) => {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const known = addressesInHostsFile(await readFile(HOSTS, 'utf8').catch(() => ''), wanted);
  return known.length > 0 ? known : asked(wanted);
};

/** Addresses of a name in a hosts file, which has an address and its names on each line. */
export const addressesInHostsFile = (hosts: string, name: string): readonly string[] =>
  hosts
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
    .filter(([, ...names]) => names.includes(name))
    .map(([address = '']) => address);

/** If neither kind of address can be resolved, the error is that of IPv4. */
async function asked(name: string): Promise<readonly string[]> {
  const resolver = new Resolver(PATIENCE);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
