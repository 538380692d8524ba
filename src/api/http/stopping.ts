/**
 * The end of an HTTP server: nobody in line is dropped, requests that have been received are answered, and nobody is
 * waited for who does not finish asking.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../clock.ts';
import { nextTurn } from '../../turns.ts';

/**
 * A stop waits for those who still stand in line to be accepted, for so many milliseconds at most, and for so many turns
 * of the event loop where these take longer because the machine is busy.
 */
const LONGEST_LINE = 200;
const LONGEST_LINE_TURNS = 128;
/** Turns of the event loop without a new connection after which nobody stands there. */
const QUIET_TURNS = 3;
/** Milliseconds in which a request that has begun to arrive must be there. */
const ARRIVAL = 1_000;
/** Milliseconds that requests in flight are given. */
const STOP_TIMEOUT = 10_000;

/** Knows the connections of one server, and ends them once. */
export class Stopping {
  private readonly server: Server;
  private readonly clock: Clock;
  private readonly connections = new Set<Socket>();
  private accepted = 0;
  private isStopping = false;

  constructor(server: Server, clock: Clock) {
    this.server = server;
    this.clock = clock;
    server.on('connection', (connection) => {
      this.accepted += 1;
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
  }

  /** From the moment that the server is asked to stop, every new answer is the last of its connection. */
  sayClosing(response: ServerResponse): void {
    if (this.isStopping) response.shouldKeepAlive = false;
  }

  /** Resolves when every connection is closed: after ten seconds at most. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.lineEmpty();
    const closed = this.closed();
    await turns(QUIET_TURNS);
    for (const connection of this.connections) endAfterAnswer(connection);
    const cancelArrival = this.clock.after(ARRIVAL, () => void this.endUnreceived());
    const cancelStop = this.clock.after(STOP_TIMEOUT, () => this.server.closeAllConnections());
    await closed;
    cancelArrival();
    cancelStop();
  }

  /** On a busy machine much may have arrived that this process had no time to read: that is read first. */
  private async endUnreceived(): Promise<void> {
    await turns(QUIET_TURNS);
    for (const connection of this.connections) if (!isReceived(connection)) connection.destroy();
  }

  /**
   * Connections stand in line to be accepted, one a turn, and their requests have been sent: closed now, they would
   * be dropped. The line is empty when some turns go by without one; under load it never is.
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

  /** Accepts nobody any more; connections between two requests are closed at once. */
  private closed(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
    });
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/** An answer that was made before the server was asked to stop does not tell the client to close: we do it. */
function endAfterAnswer(connection: Socket): void {
  const answer = answerUnderWay(connection);
  if (answer) answer.once('finish', () => connection.destroySoon());
  else if (connection.bytesRead === 0) connection.destroy();
}

const isReceived = (connection: Socket): boolean => answerUnderWay(connection)?.req.complete ?? false;

/** The answer that a connection is waiting for. Node keeps it under this name and tells it in no other way. */
export const answerUnderWay = (connection: Duplex): ServerResponse | null | undefined =>
  (connection as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
