import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

/** Below those that the system gives away by itself: a server that asks for any port gets none of these meanwhile. */
const [LOWEST_PORT, HIGHEST_PORT] = [10_000, 30_000];

/** A port that nobody listens on at this moment, for servers that leave it and come back to it. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    const probe = createServer().listen(port);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await promisify(probe.close.bind(probe))();
    return String(port);
  }
}
