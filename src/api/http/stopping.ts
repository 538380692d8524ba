/**
 * Stops an HTTP server: connections are closed with an answer rather than between two requests, pending ones are accepted,
 * received requests are answered, and clients that do not finish sending are not waited for.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../clock.ts';
import { nextTurn } from '../../turns.ts';

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
