/** A request in progress, and what the log and the metrics record of it. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Counts an answer, and logs it if the level requires. */
export function recordResponse(
  exchange: Exchange,
  status: number,
  { clock, logger, metrics, tracing }: Pick<Services, 'clock' | 'logger' | 'metrics' | 'tracing'>,
): void {
  const milliseconds = clock.monotonic() - exchange.startedAt;
  metrics.answered(exchange.route?.name ?? 'none', status, milliseconds);
  if (tracing) tracing.answered(tracedRequest(exchange, status, milliseconds));
  const isSlow = milliseconds > SLOW_MS && exchange.route?.longPoll !== true;
  const level = isSlow || status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
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

// Request IDs: the caller's `X-Request-Id` if it is short and plain, else a new one.

/** Creates the IDs of one process: a random prefix and a counter. */
export function createRequestIds(): (sent: string | readonly string[] | undefined) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (sent) =>
    typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : `${prefix}-${(count++).toString(36)}`;
}
