/** Opening a port, and closing it at once. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import { Tally } from '../../base/collections.ts';
import { nextTurn } from '../../base/concurrency.ts';
import type { Config } from '../../base/config.ts';
import type { Hosts } from './hosts.ts';
import { jsonText } from './responses.ts';

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

// Limits of connections: each costs memory before it sends anything.

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

// * Stops an HTTP server: connections are closed with an answer rather than between two requests, pending ones are accepted,
// received requests are answered, and clients that do not finish sending are not waited for.

/**
 * Milliseconds in which connections are closed with their next answer: a proxy may be about to use one that is idle, and
 * could not tell whether a request on it was received.
 */
const LEAVE = 500;
/**
 * How long a stop accepts pending connections, in milliseconds, or in turns of the event loop if these take
 * longer on a busy machine.
 */
const MAX_ACCEPT_BACKLOG_MS = 200;
const MAX_ACCEPT_BACKLOG_TURNS = 128;
/** Turns without a new connection after which none is pending. */
const QUIET_TURNS = 3;
/** Milliseconds in which a new connection must have brought something. */
const SILENCE = 250;
/** Milliseconds in which a request that has begun to arrive must be complete. */
const REQUEST_ARRIVAL_MS = 1_000;
/** Milliseconds for requests in flight. */
const STOP_TIMEOUT_MS = 10_000;

/** Tracks the connections of one server and ends them. */
export class GracefulShutdown {
  private readonly server: Server;
  private readonly clock: Clock;
  private readonly connections = new Set<Socket>();
  private readonly answers = new WeakMap<Duplex, readonly ServerResponse[]>();
  private accepted = 0;
  private readonly onBegin: () => void;
  private isStopping = false;

  constructor(server: Server, clock: Clock, onBegin: () => void) {
    this.server = server;
    this.clock = clock;
    this.onBegin = onBegin;
    server.on('connection', (connection) => {
      this.accepted += 1;
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
  }

  /** Has to be told of every request. Once the server is stopping, every new answer closes its connection. */
  begun(request: IncomingMessage, response: ServerResponse): void {
    const unfinished = this.answers.get(request.socket)?.filter(({ writableFinished }) => !writableFinished);
    this.answers.set(request.socket, [...(unfinished ?? []), response]);
    if (this.isStopping) response.shouldKeepAlive = false;
  }

  /** The answer in progress on a connection. A client may send further requests before it has ended. */
  pendingResponse(connection: Duplex): ServerResponse | undefined {
    return this.answers.get(connection)?.find(({ writableFinished }) => !writableFinished);
  }

  private begin(): void {
    this.isStopping = true;
    this.onBegin();
  }

  /** Resolves when most connections that are in use are closed; new ones are still accepted. */
  leave(): Promise<void> {
    this.begin();
    if (this.connections.size === 0) return Promise.resolve();
    return new Promise((resolve) => void this.clock.after(LEAVE, resolve));
  }

  /** Resolves when every connection is closed, after ten seconds at most. */
  async stop(): Promise<void> {
    this.begin();
    await this.lineEmpty();
    const closed = this.closed();
    await turns(QUIET_TURNS);
    for (const connection of this.connections) this.endAfterAnswer(connection);
    const cancelSilence = this.clock.after(SILENCE, () => this.endSilent());
    const cancelArrival = this.clock.after(REQUEST_ARRIVAL_MS, () => void this.endUnreceived());
    const cancelStop = this.clock.after(STOP_TIMEOUT_MS, () => this.server.closeAllConnections());
    await closed;
    cancelSilence();
    cancelArrival();
    cancelStop();
  }

  private endSilent(): void {
    for (const connection of this.connections) if (connection.bytesRead === 0) connection.destroy();
  }

  /** On a busy machine much may have arrived unread: it is read first. */
  private async endUnreceived(): Promise<void> {
    await turns(QUIET_TURNS);
    for (const connection of this.connections) if (!this.isReceived(connection)) connection.destroy();
  }

  /**
   * Pending connections are accepted one per turn, and their requests have already been sent; closing now
   * would drop them. None is pending after some turns without one; under load that never happens.
   */
  private async lineEmpty(): Promise<void> {
    const end = this.clock.monotonic() + MAX_ACCEPT_BACKLOG_MS;
    const isLong = (turn: number): boolean =>
      turn >= MAX_ACCEPT_BACKLOG_TURNS && this.clock.monotonic() >= end;
    for (let [turn, quiet] = [0, 0]; quiet < QUIET_TURNS && !isLong(turn); turn += 1) {
      const before = this.accepted;
      await turns(1);
      quiet = this.accepted === before ? quiet + 1 : 0;
    }
  }

  /** An answer created before the stop does not tell the client to close, so we close the connection. */
  private endAfterAnswer(connection: Socket): void {
    this.pendingResponse(connection)?.once('finish', () => connection.destroySoon());
  }

  private isReceived(connection: Socket): boolean {
    return this.pendingResponse(connection)?.req.complete ?? false;
  }

  /** Accepts no more connections; idle ones are closed at once. */
  private closed(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
    });
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/** Answers on the port while the server waits for its engines: alive, but not ready. */
export interface StartupResponder {
  /** Listens unless it does already; `reason` is a sentence for readiness checks. */
  open(reason: string): Promise<void>;
  /** Releases the port. */
  close(): Promise<void>;
}

/** The waiting room of a port; closed until it is opened. With details, readiness comes with its reason. */
export function createStartupResponder(port: number, hasDetails: boolean, host?: string): StartupResponder {
  let reason = '';
  let server: Server | undefined;
  const answer = (path: string, response: ServerResponse): void => {
    const isAlive = path === '/health/live';
    response.writeHead(isAlive ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(!isAlive && { 'Retry-After': '1' }),
    });
    if (isAlive) response.end(jsonText({ status: 'live' }));
    else if (path === '/health/ready')
      response.end(
        jsonText({ status: 'not ready', ...(hasDetails && { reasons: [reason], projections: [] }) }),
      );
    else
      response.end(jsonText({ result: 'error', msg: 'This server is starting.', code: 'SERVER_NOT_READY' }));
  };
  return {
    async open(why) {
      reason = why;
      if (server) return;
      const opening = (server = createServer(({ url = '' }, response) =>
        answer(url.split('?', 1)[0] ?? '', response),
      ));
      await listen(opening, port, host);
    },
    async close() {
      const closing = server;
      server = undefined;
      if (closing) await closeAtOnce(closing);
    },
  };
}
