/**
 * Reading request bodies: how large each may be, how many bytes the server holds at once, and how long a body
 * may take. A body that arrives in one piece, as nearly all do, is not counted, because it is processed at
 * once.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import { Tally } from '../../base/collections.ts';
import { NotReady, Refused } from '../../base/errors.ts';
import { HttpRefusal } from './problems.ts';

/** Limit of a body unless its route sets another, in bytes. */
export const DEFAULT_BODY_BYTES = 1_048_576;

/** Bytes of bodies held until their requests are answered: per address, and in total. */
const MAX_HELD_BYTES_PER_NETWORK = 16 * 1_048_576;
const MAX_HELD_BYTES_IN_TOTAL = 128 * 1_048_576;

/** Milliseconds that any body may take, and how many bytes add a second. */
const MIN_BODY_TIMEOUT_MS = 10_000;
const MIN_BYTES_PER_SECOND = 65_536;
/** Milliseconds that a body of so many bytes may take. */
export const maxBodyMilliseconds = (bytes: number): number =>
  MIN_BODY_TIMEOUT_MS + (bytes / MIN_BYTES_PER_SECOND) * 1000;

/** Milliseconds between two checks for late bodies. */
const CHECK_INTERVAL_MS = 1000;

/** The sender of a body. */
export interface Sender {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The unit by which limits count the sender's address. */
  readonly network: string;
}

/** A body that is still arriving. */
interface IncomingBody {
  /** Milliseconds that it may take. */
  readonly time: number;
  /** Set for files, which may take long: what has come, and whether more is waited for. */
  readonly progress: BodyProgress | undefined;
  /** Milliseconds for which its reader has waited. */
  waited: number;
  /** On the monotonic clock; set at the first check. */
  deadline: number | undefined;
  readonly refuse: (error: Error) => void;
}

/** How far a file has come. */
interface BodyProgress {
  readonly bytes: () => number;
  /** True while the sender is slow, rather than the disk. */
  readonly isWaiting: () => boolean;
}

/** Milliseconds that a sender may be waited for beyond what its bytes take at the slowest. */
const SENDER_GRACE_MS = 30_000;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The announced length of the body; NaN if it is not announced. */
export const contentLength = ({ headers }: IncomingMessage): number =>
  Number(headers['content-length'] ?? NaN);

/** Throws 413 if no byte of the body need be read: its announced length is too large. */
export function requireContentLength(request: IncomingMessage, maxBytes: number): void {
  if (contentLength(request) > maxBytes) throw tooLarge(maxBytes);
}

/** Throws 413 if the body that was read is too large. */
export function requireSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw tooLarge(maxBytes);
}

const tooLarge = (maxBytes: number): HttpRefusal =>
  new HttpRefusal(413, `The request is larger than ${maxBytes} bytes`);

/** Sends `100 Continue` to a client that waits for it. */
export function sendContinue({ request, response }: Sender): void {
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
}

/** The refusal of more bytes at once from one network. */
export const tooMuchFromAddress = (): Refused =>
  new Refused('Too much is being sent from this address', 'RATE_LIMIT_HIT', { 'retry-after': 1 });

/** The bodies that one server is receiving. */
export class BodyReader {
  private readonly clock: Clock;
  private readonly arrivals = new Set<IncomingBody>();
  /** Bytes by network. */
  private readonly held = new Tally();
  private isLooking = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * Reads a whole body and passes it on. Refuses one that is too large (413) or too slow (408), or for which there is no
   * room (429, 503).
   */
  read<Result>(sender: Sender, maxBytes: number, parse: (body: Buffer) => Result): Promise<Result> {
    const { request, response } = sender;
    sendContinue(sender);
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] | undefined = [];
      let size = 0;
      let held = 0;
      const drop = (): void => {
        chunks = undefined;
        if (held > 0) this.held.add(sender.network, -held);
        held = 0;
      };
      const arrival = this.expect(request, maxBytes, (error) => {
        this.arrivals.delete(arrival);
        drop();
        reject(error);
      });
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (chunks === undefined) return;
        if (size > maxBytes) return arrival.refuse(tooLarge(maxBytes));
        if (chunks.push(chunk) === 1 && size === contentLength(request)) return;
        if (held === 0) response.once('close', drop);
        const refusal = this.hold(sender.network, chunk.length);
        if (refusal) return arrival.refuse(refusal);
        held += chunk.length;
      });
      request.on('end', () => {
        this.arrivals.delete(arrival);
        if (chunks === undefined) return;
        try {
          resolve(parse(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      });
      request.on('error', () => arrival.refuse(new HttpRefusal(400, 'The request was cut off')));
    });
  }

  /** Adds to the bytes held; returns why it cannot, if so. */
  private hold(network: string, bytes: number): Error | undefined {
    if (this.held.of(network) + bytes > MAX_HELD_BYTES_PER_NETWORK) return tooMuchFromAddress();
    if (this.held.sum + bytes > MAX_HELD_BYTES_IN_TOTAL)
      return new NotReady('Too much is being sent at this moment');
    this.held.add(network, bytes);
    return undefined;
  }

  /** Refuses a body that comes too slowly, until its reader says that it has ended. */
  watch(request: IncomingMessage, maxBytes: number, refuse: IncomingBody['refuse']): { end(): void } {
    const { socket } = request;
    const before = socket.bytesRead;
    const progress = {
      bytes: () => socket.bytesRead - before,
      isWaiting: () => !request.complete && request.readableLength === 0,
    };
    const late = (error: Error): void => {
      this.arrivals.delete(arrival);
      refuse(error);
    };
    const arrival = this.expect(request, maxBytes, late, progress);
    return { end: () => void this.arrivals.delete(arrival) };
  }

  /** Checked once a second: nearly all bodies are complete before that and need no timer. */
  private expect(
    request: IncomingMessage,
    maxBytes: number,
    refuse: IncomingBody['refuse'],
    progress?: BodyProgress,
  ): IncomingBody {
    const announced = contentLength(request);
    const bytes = announced <= maxBytes ? announced : maxBytes;
    const arrival = {
      time: maxBodyMilliseconds(bytes),
      deadline: undefined,
      waited: 0,
      progress,
      refuse,
    };
    this.arrivals.add(arrival);
    if (!this.isLooking) this.look();
    return arrival;
  }

  private look(): void {
    this.isLooking = true;
    this.clock.after(CHECK_INTERVAL_MS, () => {
      const now = this.clock.monotonic();
      for (const arrival of this.arrivals)
        if (now >= (arrival.deadline ??= now + arrival.time - CHECK_INTERVAL_MS) || isStalled(arrival))
          arrival.refuse(new HttpRefusal(408, 'Request Timeout', undefined, ['Connection', 'close']));
      this.isLooking = false;
      if (this.arrivals.size > 0) this.look();
    });
  }
}

/** Whether a sender of a file has been waited for too long already; counts another look. */
function isStalled(arrival: IncomingBody): boolean {
  const { progress } = arrival;
  if (progress?.isWaiting() !== true) return false;
  arrival.waited += CHECK_INTERVAL_MS;
  return arrival.waited > SENDER_GRACE_MS + (progress.bytes() / MIN_BYTES_PER_SECOND) * 1000;
}
