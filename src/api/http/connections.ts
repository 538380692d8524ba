/** Limits of connections: each costs memory before it sends anything. */
import type { Server } from 'node:http';
import type { Config } from '../../config.ts';
import { Tally } from '../../tally.ts';
import type { Hosts } from './hosts.ts';

/**
 * Closes connections beyond the limits, per address and in total, as soon as they are accepted. Proxies have
 * no limit of their own.
 */
export function boundConnections(
  server: Server,
  { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS }: Config,
  networkOf: Hosts['networkOfPeer'],
): void {
  const open = new Tally();
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (connection) => {
    const network = networkOf(connection.remoteAddress ?? '');
    if (network === undefined) return;
    if (open.of(network) >= MAX_CONNECTIONS_PER_ADDRESS) return void connection.destroy();
    open.add(network, 1);
    connection.once('close', () => open.add(network, -1));
  });
}
