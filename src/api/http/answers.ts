/**
 * Writing answers. All answers that are ready in one turn of the event loop are sent together at its end:
 * clients and kernel wake up once for many of them, which nearly doubles the throughput of a loaded server.
 */
import type { ServerResponse } from 'node:http';
import type { PreparedResponse } from '../listings/readyAnswer.ts';
import type { Clock } from '../../clock.ts';
import { isArriving, timeToAnswer } from './earlyAnswers.ts';
import { UnreadResponses } from './unreadAnswers.ts';

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
  const members = JSON.stringify(fields);
  const separator = members === '{}' ? '' : ',';
  return `${SUCCESS}${separator}${members.slice(1, -1)}${ignoredMember(ignored)}}\n`;
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
  const members = [SUCCESS, JSON.stringify(fields).slice(1, -1)].filter((text) => text !== '').join(',');
  const head = Buffer.from(ready.parts.length > 0 ? `${members},` : members);
  return { status: 200, headers, body: [head, ...ready.parts, Buffer.from(`${ignoredMember(ignored)}}\n`)] };
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
