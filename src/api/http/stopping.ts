/**
 * Stops an HTTP server: connections are closed with an answer rather than between two requests, pending ones are accepted,
 * received requests are answered, and clients that do not finish sending are not waited for.
 */
import type { Server, ServerResponse } from 'node:http';
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
const LONGEST_LINE = 200;
const LONGEST_LINE_TURNS = 128;
/** Turns without a new connection after which none is pending. */
const QUIET_TURNS = 3;
/** Milliseconds in which a new connection must have brought something. */
const SILENCE = 250;
/** Milliseconds in which a request that has begun to arrive must be complete. */
const ARRIVAL = 1_000;
/** Milliseconds for requests in flight. */
const STOP_TIMEOUT = 10_000;

/** Tracks the connections of one server and ends them. */
export class Stopping {
  private readonly server: Server;
  private readonly clock: Clock;
  private readonly connections = new Set<Socket>();
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

  /** Once the server is stopping, every new answer closes its connection. */
  sayClosing(response: ServerResponse): void {
    if (this.isStopping) response.shouldKeepAlive = false;
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
    for (const connection of this.connections) endAfterAnswer(connection);
    const cancelSilence = this.clock.after(SILENCE, () => this.endSilent());
    const cancelArrival = this.clock.after(ARRIVAL, () => void this.endUnreceived());
    const cancelStop = this.clock.after(STOP_TIMEOUT, () => this.server.closeAllConnections());
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
    for (const connection of this.connections) if (!isReceived(connection)) connection.destroy();
  }

  /**
   * Pending connections are accepted one per turn, and their requests have already been sent; closing now
   * would drop them. None is pending after some turns without one; under load that never happens.
   */
  private async lineEmpty(): Promise<void> {
    const end = this.clock.monotonic() + LONGEST_LINE;
    const isLong = (turn: number): boolean => turn >= LONGEST_LINE_TURNS && this.clock.monotonic() >= end;
    for (let [turn, quiet] = [0, 0]; quiet < QUIET_TURNS && !isLong(turn); turn += 1) {
      const before = this.accepted;
      await turns(1);
      quiet = this.accepted === before ? quiet + 1 : 0;
    }
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

/** An answer created before the stop does not tell the client to close, so we close the connection. */
function endAfterAnswer(connection: Socket): void {
  answerUnderWay(connection)?.once('finish', () => connection.destroySoon());
}

const isReceived = (connection: Socket): boolean => answerUnderWay(connection)?.req.complete ?? false;

/** The answer in progress on a connection. Node exposes it only under this name. */
export const answerUnderWay = (connection: Duplex): ServerResponse | null | undefined =>
  (connection as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
