/** Maps errors to answers; nothing else does. */
import { NotFound, NotReady, type RefusalCode, Refused, Unavailable } from '../../base/errors.ts';

/** A refusal by HTTP itself: a status, and the body's fields beside `result` and `msg`. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names and values in turn. */
  readonly headers: readonly string[];

  constructor(
    status: number,
    message: string,
    fields: Readonly<Record<string, unknown>> = { code: 'BAD_REQUEST' },
    headers: readonly string[] = [],
  ) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}

/** No such path. */
export const unknownPath = (): HttpRefusal => new HttpRefusal(404, 'Not found');

/** The path exists, but not with this method: the only error body without a code. */
export const methodNotAllowed = (allowed: readonly string[]): HttpRefusal =>
  new HttpRefusal(405, 'Method Not Allowed', { allowed_methods: allowed }, ['Allow', allowed.join(', ')]);

/** The answer to an error. */
export interface Problem {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Our fault: logged, and hidden from the caller. */
  readonly isBug: boolean;
}

/** All codes not listed here are 400. */
const STATUS_OF: Partial<Readonly<Record<RefusalCode, number>>> = {
  UNAUTHORIZED: 401,
  SESSION_OF_ANOTHER_USER: 401,
  UNAUTHENTICATED_USER: 401,
  INVALID_API_KEY: 401,
  AUTHENTICATION_FAILED: 401,
  PASSWORD_AUTH_DISABLED: 401,
  PASSWORD_RESET_REQUIRED: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  NONEXISTENT_SUBDOMAIN: 404,
  CHANNEL_ALREADY_EXISTS: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  RATE_LIMIT_HIT: 429,
  ADMIN_ACTION_REQUIRED: 403,
  FAILED_TO_CONNECT_BOUNCER: 502,
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 502,
};

/** The status of a refusal's code. */
export const httpStatusOf = (code: RefusalCode): number => STATUS_OF[code] ?? 400;

/** The answer to an error; `realm` is used in the challenge of a 401, which has none without it. */
export function problemOf(error: unknown, realm: string | undefined): Problem {
  if (error instanceof Refused) return problemOfRefusal(error, realm);
  if (error instanceof HttpRefusal)
    return problem(error.status, { msg: error.message, ...error.fields }, error.headers);
  if (error instanceof NotReady) return notReady(error.message, error.retryAfter);
  if (error instanceof Unavailable) return notReady('The server cannot answer now', 1);
  if (isMalformedPath(error)) return problem(400, { msg: 'Malformed path', code: 'BAD_REQUEST' });
  const body = { msg: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' };
  return { ...problem(500, body), isBug: true };
}

const problem = (status: number, fields: Problem['body'], headers: readonly string[] = []): Problem => ({
  status,
  body: { result: 'error', ...fields },
  headers,
  isBug: false,
});

function problemOfRefusal(refusal: Refused, realm: string | undefined): Problem {
  const { code, message, extra } = refusal;
  const status = refusal instanceof NotFound ? 404 : httpStatusOf(code);
  const headers: string[] = [];
  if (status === 401 && realm !== undefined) headers.push('WWW-Authenticate', `Basic realm="${realm}"`);
  if (typeof extra['retry-after'] === 'number') headers.push('Retry-After', String(extra['retry-after']));
  return problem(status, { msg: message, ...extra, code }, headers);
}

const notReady = (message: string, retryAfter: number): Problem =>
  problem(503, { msg: message, code: 'SERVER_NOT_READY' }, ['Retry-After', String(retryAfter)]);

/** Express's router refuses a path with broken percent-encoding by an error of status 400. */
const isMalformedPath = (error: unknown): boolean => error instanceof URIError;
