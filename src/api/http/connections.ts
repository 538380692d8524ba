/** Limits of connections: each costs memory before it sends anything. */
import type { Server } from 'node:http';
import type { Config } from '../../config.ts';
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
  const open = new Map<string, number>();
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (connection) => {
    const network = networkOf(connection.remoteAddress ?? '');
    if (network === undefined) return;
    const count = open.get(network) ?? 0;
    if (count >= MAX_CONNECTIONS_PER_ADDRESS) return void connection.destroy();
    open.set(network, count + 1);
    connection.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
