/** This node among those that share its log: how it is reached, and how commands reach the node that decides them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { type Clock, pause } from '../clock.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { Forwarder } from '../nodes/forwarder.ts';
import { NodeListener } from '../nodes/listener.ts';
import { NodeRegistry } from '../nodes/registry.ts';
import { SERVICE_VERSION } from '../version.ts';
import type { Core, Undo } from './core.ts';

/** Milliseconds between the last command that is taken and the end of connections, which may be about to carry one. */
const LEAVE = 250;

/** Joins the other nodes; undefined for a server that shares its log with nobody. */
export async function joinNodes(
  { lanes, tail, notes }: Pick<Core, 'lanes' | 'tail' | 'notes'>,
  { config, clock }: { readonly config: Config; readonly clock: Clock },
  undo: Undo,
): Promise<Forwarder | undefined> {
  if (notes === undefined) return undefined;
  const secret = randomBytes(32).toString('base64url');
  const listener = new NodeListener(lanes, secret);
  const url = await listening(listener, config.NODE_URL);
  undo.push(async () => {
    if (await listener.leave()) await pause(clock, LEAVE);
    await listener.stop();
  });
  const own = { nodeId: randomUUID(), url, secret, release: SERVICE_VERSION };
  const registry = new NodeRegistry(notes, clock, own);
  await registry.start();
  undo.push(() => registry.stop());
  const forwarder = new Forwarder(registry, clock, () => tail.poll());
  undo.push(async () => forwarder.close());
  return forwarder;
}

/** The address at which others reach this node, once it listens there. */
async function listening(listener: NodeListener, given: string | undefined): Promise<string> {
  const url = new URL(given ?? `http://${privateAddress()}`);
  try {
    url.port = String(await listener.listen(url.hostname, Number(url.port)));
  } catch (cause) {
    throw new OperatorError(
      `This node cannot listen at ${url.host} (NODE_URL): ${(cause as Error).message}. The address has to be one of its own.`,
      { cause },
    );
  }
  return url.origin;
}

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/** An address in a private network; where there is none, only nodes on the same machine reach this one. */
const privateAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && PRIVATE.test(each.address))?.address ??
  '127.0.0.1';
