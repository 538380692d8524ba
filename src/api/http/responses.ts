/**
 * Writing answers. All answers that are ready in one turn of the event loop are sent together at its end:
 * clients and kernel wake up once for many of them, which nearly doubles the throughput of a loaded server.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../base/clock.ts';
import { Tally } from '../../base/collections.ts';
import { NotReady, Refused } from '../../base/errors.ts';
import type { PreparedResponse } from '../listings/listResponse.ts';
import { isArriving, timeToAnswer } from './earlyResponses.ts';

// Answers that their clients have not read: this process holds them until the system has taken their last byte.

/** Bytes of an answer that are not counted: the system takes so many at once. */
const UNCOUNTED_BYTES = 64_000;
/** Bytes of unread answers above which an address, and then everybody, is refused more. */
const MAX_BYTES_PER_NETWORK = 128_000_000;
const MAX_BYTES_IN_TOTAL = 512_000_000;

export class UnreadResponses {
  /** Bytes by network. */
  readonly #unread = new Tally();

  /** Throws 429 or 503 when too much is unread, before any work is done for another answer. */
  refuseWhenFull(network: string): void {
    if (this.#unread.sum === 0) return;
    if (this.#unread.of(network) > MAX_BYTES_PER_NETWORK)
      throw new Refused('Too many answers to this address have not been read', 'RATE_LIMIT_HIT', {
        'retry-after': 1,
      });
    if (this.#unread.sum > MAX_BYTES_IN_TOTAL) throw new NotReady('Too many answers have not been read');
  }

  /** Counts an answer that is about to be sent, until it has been read or its connection has closed. */
  add(network: string, response: ServerResponse, bytes: number): void {
    if (bytes <= UNCOUNTED_BYTES || response.destroyed) return;
    this.#unread.add(network, bytes);
    response.once('close', () => this.#unread.add(network, -bytes));
  }
}

/** An answer to send; headers are names and values in turn. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: string[];
  /** Absent with 204 and 304. */
  readonly body?: string | readonly Buffer[];
}

const NEVER_STORED = 'private, no-store';
/** Caches may keep it but must revalidate it each time. */
const REVALIDATED = 'private, no-cache';

interface ReadyToSend {
  readonly response: ServerResponse;
  readonly answer: HttpResponse;
  /** Where it goes; undefined where that is not known. */
  readonly network: string | undefined;
}

/** Collects the answers of one turn. */
export class ResponseBatch {
  readonly unread = new UnreadResponses();
  private readonly clock: Clock;
  private waiting: ReadyToSend[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  add(response: ServerResponse, answer: HttpResponse, network: string | undefined): void {
    const send = (): void => {
      if (this.waiting.push({ response, answer, network }) === 1) setImmediate(this.flush);
    };
    if (isArriving(response.req)) void timeToAnswer(response.req, answer.status, this.clock).then(send);
    else send();
  }

  private readonly flush = (): void => {
    const ready = this.waiting;
    this.waiting = [];
    for (const { response, answer, network } of ready) {
      const bytes = send(response, answer);
      if (network !== undefined) this.unread.add(network, response, bytes);
    }
  };
}

/** Writes one answer, and returns the bytes of its body; harmless if the client has disconnected. */
function send(response: ServerResponse, { status, headers, body }: HttpResponse): number {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return 0;
  }
  if (typeof body === 'string') {
    const bytes = Buffer.byteLength(body);
    headers.push('Content-Length', String(bytes));
    // Most answers are ASCII; Node copies such a string to the socket faster.
    response.writeHead(status, headers).end(body, bytes === body.length ? 'latin1' : 'utf8');
    return bytes;
  }
  const bytes = body.reduce((sum, part) => sum + part.length, 0);
  headers.push('Content-Length', String(bytes));
  response.writeHead(status, headers);
  for (const part of body) response.write(part);
  response.end();
  return bytes;
}

/** Headers of every JSON answer. */
export const jsonHeaders = (requestId: string): string[] => [
  'Content-Type',
  'application/json',
  'Cache-Control',
  NEVER_STORED,
  'X-Request-Id',
  requestId,
  'X-Content-Type-Options',
  'nosniff',
];

/** An error body with a final newline. */
export const jsonText = (body: Readonly<Record<string, unknown>>): string => `${JSON.stringify(body)}\n`;

const SUCCESS = '{"result":"success","msg":""';

/** The parts around an endpoint's fields: result and msg before them, ignored parameters after. */
export function successText(
  fields: Readonly<Record<string, unknown>>,
  ignored: readonly string[] | undefined,
): string {
  return `${successMembers(fields)}${ignoredMember(ignored)}}\n`;
}

/** The members of an answer without the closing brace. */
function successMembers(fields: Readonly<Record<string, unknown>>): string {
  const members = JSON.stringify(fields);
  return members === '{}' ? SUCCESS : `${SUCCESS},${members.slice(1, -1)}`;
}

const ignoredMember = (ignored: readonly string[] | undefined): string =>
  ignored === undefined ? '' : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;

/** An answer of prepared bytes; 304 without a body if the client has them already. */
export function preparedResponse(
  ready: PreparedResponse,
  fields: Readonly<Record<string, unknown>>,
  ignored: readonly string[] | undefined,
  requestId: string,
  ifNoneMatch: string | undefined,
): HttpResponse {
  const headers = jsonHeaders(requestId);
  if (ready.etag !== undefined) {
    headers[3] = REVALIDATED;
    headers.push('Vary', 'Authorization, Cookie', 'ETag', ready.etag);
    if (matches(ifNoneMatch, ready.etag)) return { status: 304, headers: headers.slice(2) };
  }
  const members = successMembers(fields);
  const head = Buffer.from(ready.parts.length > 0 ? `${members},` : members);
  return { status: 200, headers, body: [head, ...ready.parts, Buffer.from(`${ignoredMember(ignored)}}\n`)] };
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

// A streamed answer: parts are written as they are produced, no faster than the client reads them.

/** Where the parts are written. */
interface Sink {
  /** Resolves when the client has read enough for more to be sent, or has disconnected. */
  write(text: string): Promise<void>;
}

export class StreamedResponse {
  readonly contentType: string;
  readonly run: (sink: Sink) => Promise<void>;

  /** `run` is called after the headers were sent and writes all parts; the answer ends with it. */
  constructor(contentType: string, run: (sink: Sink) => Promise<void>) {
    this.contentType = contentType;
    this.run = run;
  }
}

/** Sends the headers, then the parts; if one fails, the connection is cut. */
export async function sendStream(
  response: ServerResponse,
  headers: string[],
  answer: StreamedResponse,
): Promise<void> {
  response.writeHead(200, headers);
  response.flushHeaders();
  const sink: Sink = {
    async write(text) {
      if (response.destroyed || response.write(text)) return;
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    },
  };
  try {
    await answer.run(sink);
    response.end();
  } catch (error) {
    // The client learns the reason when it reconnects.
    response.destroy();
    if (!(error instanceof Refused)) throw error;
  }
}

// An answer that is a file: its bytes go out as the client takes them.

export class FileResponse {
  readonly status: 200 | 201 | 204 | 206 | 302 | 304 | 416;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Absent where the answer has no body. */
  readonly body: Readable | undefined;

  constructor(status: FileResponse['status'], headers: readonly string[], body?: Readable) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Sends head and bytes; where these fail the connection is cut, so that nobody takes a part for the whole. */
export async function sendFile(
  response: ServerResponse,
  headers: readonly string[],
  { status, body }: FileResponse,
): Promise<void> {
  response.writeHead(status, [...headers]);
  if (body === undefined || response.req.method === 'HEAD') {
    body?.destroy();
    response.end();
    return;
  }
  try {
    await pipeline(body, response);
  } catch (error) {
    if (!isDeparture(error)) throw error;
  } finally {
    body.destroy();
  }
}

/** How a stream says that a client has gone away, with all of the file or a part: no failure of ours. */
const DEPARTURES: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ECONNRESET',
  'EPIPE',
]);

const isDeparture = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DEPARTURES.has(error.code);
