/**
 * From the name of a host to its addresses, by the file of hosts and by name servers. The system's own look-up is not
 * used: it keeps one of four threads waiting for a name server that never answers, and everything else that needs them.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** Answers all addresses of a name, those of IPv4 first; none where nobody has the name. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const HOSTS = '/etc/hosts';
/** Milliseconds that a name server is given, and how often it is asked. */
const PATIENCE = { timeout: 3_000, tries: 2 } as const;

export const resolveName: ResolveName = async (name) => {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  const known = listed(await readFile(HOSTS, 'utf8').catch(() => ''), wanted);
  return known.length > 0 ? known : asked(wanted);
};

/** What a file of hosts says of a name: an address and its names on each line. */
export const listed = (hosts: string, name: string): readonly string[] =>
  hosts
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
    .filter(([, ...names]) => names.includes(name))
    .map(([address = '']) => address);

/** Where both kinds of address cannot be had, the reason is that of IPv4. */
async function asked(name: string): Promise<readonly string[]> {
  const resolver = new Resolver(PATIENCE);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
