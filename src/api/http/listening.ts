/** Opening a port, and closing it at once. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Connections that the kernel keeps until they are accepted; it allows fewer where it is configured so. After a restart all
 * clients connect at once, and one that is turned away tries again only after 1, 3, 7, 15, 31 seconds.
 */
const WAITING_CONNECTIONS = 16_384;

/** Resolves with the port; fails if it cannot be used. */
export const listen = (server: Server, port: number, host?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host !== undefined && { host }), backlog: WAITING_CONNECTIONS }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Closes a port and all its connections. */
export function closeAtOnce(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Fails as listening would, before anything else has been done. */
export async function requireFreePort(port: number, host?: string): Promise<void> {
  const probe = createServer();
  await listen(probe, port, host);
  await closeAtOnce(probe);
}
