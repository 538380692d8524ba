/** A request on its way, and what log and metrics say of it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from './route.ts';
import type { Account, ServedOrganization } from './served.ts';
import type { Services } from './services.ts';
import { shownPath } from './shownPath.ts';

/** Milliseconds above which an answer is worth a warning. */
const SLOW = 1000;

/** A request on its way. */
export interface Exchange {
  readonly request: IncomingMessage & { readonly params?: Readonly<Record<string, string>> };
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedAt: number;
  route?: Route;
  account?: Account;
  /** Where an admitted caller writes: the answer says from which revision its outcome can be read. */
  writesTo?: ServedOrganization;
  /** The revision that the writes of this request reached. */
  position?: number;
  address?: string;
  /** What the limits tell the caller: names and values of headers in turn. */
  limitHeaders: string[];
}

/** Counts an answer, and puts it into the log where that wants to know. */
export function recordAnswer(
  exchange: Exchange,
  status: number,
  { clock, logger, metrics }: Pick<Services, 'clock' | 'logger' | 'metrics'>,
): void {
  const milliseconds = clock.monotonic() - exchange.startedAt;
  metrics.answered(exchange.route?.name ?? 'none', status, milliseconds);
  const isSlow = milliseconds > SLOW && exchange.route?.longPoll !== true;
  const level = isSlow || status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
  if (logger.isLevelEnabled(level))
    logger[level](
      { event: 'request.answered', ...describe(exchange), status, milliseconds },
      `A request was answered with ${status}.`,
    );
}

/** What the log says of a request: never its fields, its query or its credentials. */
export const describe = ({
  request,
  requestId,
  route,
  account,
  address,
}: Exchange): Readonly<Record<string, unknown>> => ({
  requestId,
  route: route?.name ?? `${request.method} ${shownPath(request.url)}`,
  userId: account?.userId,
  address,
});
