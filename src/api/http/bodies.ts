/**
 * Bodies on their way in: how large each may be, how many bytes of them the server holds at once, and how long it
 * waits for one. A body that arrives in one piece, as nearly all do, is not counted: it is gone as soon as it is there.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { NotReady, Refused } from '../../errors.ts';
import { HttpRefusal } from './problems.ts';

/** Bytes that a body may have where its route says nothing else. */
export const USUAL_BODY_BYTES = 1_048_576;
/** Bytes of a body too large that are thrown away, so that its sender gets to read the answer. */
const MAX_DISCARDED_BYTES = 15 * 1_048_576;

/** Bytes that are held of bodies until their requests are answered: from one address, and in all. */
const HELD_FROM_ADDRESS = 16 * 1_048_576;
const HELD_IN_ALL = 128 * 1_048_576;

/** Milliseconds that a body may take, and how many of its bytes give it another second. */
const SHORTEST_TIME = 10_000;
const BYTES_A_SECOND = 65_536;
/** Milliseconds between two looks at who is late. */
const LOOK = 1000;

/** Whose body it is. */
export interface Sender {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What limits count the sender's address by. */
  readonly network: string;
}

/** A body that is not whole yet. */
interface Arrival {
  /** Milliseconds that it may take. */
  readonly time: number;
  /** Of the monotonic clock; set when it is first looked at. */
  deadline: number | undefined;
  readonly refuse: (error: Error) => void;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Bytes that the body will have; NaN where its sender does not say. */
const announcedBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? NaN);

/** Throws 413 where nobody needs to see the body: it is announced as far too large, or still waits to be asked for. */
export function requireAnnounced(request: IncomingMessage, maxBytes: number): void {
  const most = request.headers.expect === undefined ? maxBytes + MAX_DISCARDED_BYTES : maxBytes;
  if (announcedBytes(request) > most) throw tooLarge(maxBytes);
}

/** Throws 413 where a body that was read is larger than this. */
export function requireSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw tooLarge(maxBytes);
}

const CLOSING = ['Connection', 'close'] as const;

const tooLarge = (maxBytes: number): HttpRefusal =>
  new HttpRefusal(413, `The request is larger than ${maxBytes} bytes`, undefined, CLOSING);

/** Anybody who waits to be asked for the body is asked for it. */
function askFor({ request, response }: Sender): void {
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
}

/** The bodies that one server is receiving. */
export class Bodies {
  private readonly clock: Clock;
  private readonly arrivals = new Set<Arrival>();
  private readonly heldFrom = new Map<string, number>();
  private held = 0;
  private isLooking = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * What is made of the whole body. One that is too large is discarded until its end, then refused (413); one that
   * comes too slowly (408), or for which there is no room (429, 503), at once.
   */
  read<Result>(sender: Sender, maxBytes: number, parse: (body: Buffer) => Result): Promise<Result> {
    const { request, response } = sender;
    askFor(sender);
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] | undefined = [];
      let size = 0;
      let held = 0;
      const drop = (): void => {
        chunks = undefined;
        if (held > 0) this.hold(sender.network, -held);
        held = 0;
      };
      const arrival = this.expect(request, maxBytes, (error) => {
        this.arrivals.delete(arrival);
        drop();
        reject(error);
      });
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) drop();
        if (size > maxBytes + MAX_DISCARDED_BYTES) return arrival.refuse(tooLarge(maxBytes));
        if (chunks === undefined) return;
        if (chunks.push(chunk) === 1 && size === announcedBytes(request)) return;
        if (held === 0) response.once('close', drop);
        const refusal = this.hold(sender.network, chunk.length);
        if (refusal) return arrival.refuse(refusal);
        held += chunk.length;
      });
      request.on('end', () => {
        this.arrivals.delete(arrival);
        try {
          if (chunks === undefined) throw tooLarge(maxBytes);
          resolve(parse(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      });
      request.on('error', () => arrival.refuse(new HttpRefusal(400, 'The request was cut off')));
    });
  }

  /** Adds to what is held, or takes away; why it cannot be added, if so. */
  private hold(network: string, bytes: number): Error | undefined {
    const from = (this.heldFrom.get(network) ?? 0) + bytes;
    if (bytes > 0 && from > HELD_FROM_ADDRESS)
      return new Refused('Too much is being sent from this address', 'RATE_LIMIT_HIT', { 'retry-after': 1 });
    if (bytes > 0 && this.held + bytes > HELD_IN_ALL)
      return new NotReady('Too much is being sent at this moment');
    this.held += bytes;
    if (from > 0) this.heldFrom.set(network, from);
    else this.heldFrom.delete(network);
    return undefined;
  }

  /** Looks after it once a second: nearly all are whole before, and cost no timer. */
  private expect(request: IncomingMessage, maxBytes: number, refuse: Arrival['refuse']): Arrival {
    const announced = announcedBytes(request);
    const bytes = announced <= maxBytes ? announced : maxBytes;
    const arrival = {
      time: SHORTEST_TIME + (bytes / BYTES_A_SECOND) * 1000,
      deadline: undefined,
      refuse,
    };
    this.arrivals.add(arrival);
    if (!this.isLooking) this.look();
    return arrival;
  }

  private look(): void {
    this.isLooking = true;
    this.clock.after(LOOK, () => {
      const now = this.clock.monotonic();
      for (const arrival of this.arrivals)
        if (now >= (arrival.deadline ??= now + arrival.time - LOOK))
          arrival.refuse(new HttpRefusal(408, 'Request Timeout', undefined, CLOSING));
      this.isLooking = false;
      if (this.arrivals.size > 0) this.look();
    });
  }
}
