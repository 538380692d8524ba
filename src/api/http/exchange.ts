/** A request in progress, and what the log and the metrics record of it. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, inSeconds } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Route } from './route.ts';
import type { Account, ServedOrganization } from './servedOrganization.ts';
import type { Services, TracedRequest } from './services.ts';

/**
 * The loggable part of a path that matches no route. Invitation links end in secrets, even if miscopied, so
 * outside of the API only the first segment is logged.
 */
function loggablePath(url = ''): string {
  const path = url.split('?', 1)[0]?.slice(0, 200) ?? '';
  if (path.startsWith('/api/')) return path;
  const beginning = /^\/[\w.-]{0,20}/.exec(path)?.[0] ?? '';
  return beginning === path ? path : `${beginning}…`;
}

/** Answers slower than this many milliseconds are logged as a warning. */
const SLOW_MS = 1000;

/** A request in progress. */
export interface Exchange {
  readonly request: IncomingMessage & { readonly params?: Readonly<Record<string, string>> };
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedAt: number;
  route?: Route;
  account?: Account;
  /** The organization an admitted caller writes to: the answer names the revision of the outcome. */
  writesTo?: ServedOrganization;
  /** Revision of this request's writes. */
  position?: number;
  address?: string;
  /** The unit by which limits count addresses. */
  network?: string;
  /** The reason for an answer that says no more than that the server cannot answer now. */
  cause?: string;
  /** Lets the page that asks read the answer: names and values in turn. */
  siblingHeaders?: readonly string[];
  /** Rate-limit headers: names and values in turn. */
  limitHeaders: string[];
}

const tracedRequest = (
  { request, requestId, route }: Exchange,
  status: number,
  milliseconds: number,
): TracedRequest => ({
  requestId,
  method: request.method ?? '',
  route: route?.name ?? 'none',
  status,
  milliseconds,
  traceparent: request.headers['traceparent']?.toString(),
});

/** Where answers are recorded. */
export interface ResponseRecords extends Pick<Services, 'clock' | 'logger' | 'metrics' | 'tracing'> {
  readonly refusals: RefusalLog;
}

/** Counts an answer, and logs it if the level requires; refusals are logged together. */
export function recordResponse(
  exchange: Exchange,
  status: number,
  { clock, logger, metrics, tracing, refusals }: ResponseRecords,
): void {
  const milliseconds = clock.monotonic() - exchange.startedAt;
  metrics.answered(exchange.route?.name ?? 'none', status, milliseconds);
  if (tracing) tracing.answered(tracedRequest(exchange, status, milliseconds));
  const isSlow = milliseconds > SLOW_MS && exchange.route?.longPoll !== true;
  if (status >= 400) {
    const { network, route, cause } = exchange;
    const details = { ...describe(exchange), ...(cause !== undefined && { cause }) };
    refusals.add({ network, route: route?.name, status, milliseconds, details });
  }
  const level = isSlow && status < 400 ? 'warn' : 'debug';
  if (logger.isLevelEnabled(level))
    logger[level](
      { event: 'request.answered', ...describe(exchange), status, milliseconds },
      `A request was answered with ${status}.`,
    );
}

/** The parts of a request that log lines contain: never its fields, query or credentials. */
export const describe = ({
  request,
  requestId,
  route,
  account,
  address,
}: Exchange): Readonly<Record<string, unknown>> => ({
  requestId,
  route: route?.name ?? `${request.method} ${loggablePath(request.url)}`,
  userId: account?.userId,
  address,
});

// Refused requests in the process log: one line per network, route and minute, with their number. Anybody can be refused as
// often as they like, so a line each would let them fill the disk.

/** Milliseconds from the first refusal to the lines. */
const INTERVAL_MS = 60_000;
/** Lines of one interval; what comes from more networks shares a line per status. */
const MAX_LINES = 500;

/** One refused request; `details` are fields of its log line. */
interface Refusal {
  readonly network: string | undefined;
  /** The name of the route; undefined for paths without one, which share a line. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly details: Readonly<Record<string, unknown>>;
}

interface Gathered {
  last: Refusal;
  count: number;
  slowest: number;
}

export class RefusalLog {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #gathered = new Map<string, Gathered>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  add(refusal: Refusal): void {
    const { network = '', route = '', status, milliseconds } = refusal;
    const own = `${network} ${route} ${levelOf(status)}`;
    const isFull = this.#gathered.size >= MAX_LINES && !this.#gathered.has(own);
    const key = isFull ? levelOf(status) : own;
    const known = this.#gathered.get(key);
    if (known === undefined) this.#gathered.set(key, { last: refusal, count: 1, slowest: milliseconds });
    else {
      known.last = refusal;
      known.count += 1;
      known.slowest = Math.max(known.slowest, milliseconds);
    }
    this.#cancel ??= this.#clock.after(INTERVAL_MS, () => this.flush());
  }

  /** Writes the lines of what has been refused so far. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const { last, count, slowest } of this.#gathered.values()) {
      const { network, status, details } = last;
      const requests = count === 1 ? 'A request was' : `${count} requests were`;
      this.#logger[levelOf(status)](
        { event: 'request.refused', ...details, network, status, count, slowest },
        `${requests} refused within ${inSeconds(INTERVAL_MS)}, the last one with ${status}.`,
      );
    }
    this.#gathered.clear();
  }
}

const levelOf = (status: number): 'warn' | 'info' => (status >= 500 ? 'warn' : 'info');

// Request IDs: the caller's `X-Request-Id` if it is short and plain, else a new one.

/** Creates the IDs of one process: a random prefix and a counter. */
export function createRequestIds(): (sent: string | readonly string[] | undefined) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (sent) =>
    typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : `${prefix}-${(count++).toString(36)}`;
}
