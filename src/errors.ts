/**
 * The errors that rules and engines throw on purpose. `api/http/problems.ts` maps them to a status and a body, the
 * command line to one sentence. Anything else that is thrown is our bug.
 */

/** The codes of errors that clients may rely on. */
export type RefusalCode =
  | 'BAD_REQUEST'
  | 'REQUEST_VARIABLE_MISSING'
  | 'REQUEST_VARIABLE_INVALID'
  | 'REQUEST_CONFUSING_VAR'
  | 'BAD_NARROW'
  | 'BAD_IMAGE'
  | 'STREAM_DOES_NOT_EXIST'
  | 'CHANNEL_ALREADY_EXISTS'
  | 'CANNOT_ADMINISTER_CHANNEL'
  | 'UNAUTHORIZED_PRINCIPAL'
  | 'EXPECTATION_MISMATCH'
  | 'SYSTEM_GROUP_REQUIRED'
  | 'REACTION_ALREADY_EXISTS'
  | 'REACTION_DOES_NOT_EXIST'
  | 'STREAM_WILDCARD_MENTION_NOT_ALLOWED'
  | 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'
  | 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'
  | 'BAD_EVENT_QUEUE_ID'
  | 'CANNOT_DEACTIVATE_LAST_USER'
  | 'CANNOT_DEACTIVATE_GROUP_IN_USE'
  | 'INVITATION_FAILED'
  | 'UNAUTHORIZED'
  | 'UNAUTHENTICATED_USER'
  | 'INVALID_API_KEY'
  | 'AUTHENTICATION_FAILED'
  | 'PASSWORD_AUTH_DISABLED'
  | 'PASSWORD_RESET_REQUIRED'
  | 'USER_DEACTIVATED'
  | 'REALM_DEACTIVATED'
  | 'NONEXISTENT_SUBDOMAIN'
  | 'RATE_LIMIT_HIT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'PUSH_SERVICE_NOT_CONFIGURED'
  | 'NO_ACTIVE_PUSH_DEVICE'
  | 'ADMIN_ACTION_REQUIRED'
  | 'FAILED_TO_CONNECT_BOUNCER'
  | 'INTERNAL_SERVER_ERROR_ON_BOUNCER';

/**
 * A rule said no. The message is shown to the caller; a code is named only where clients can rely on one of its own,
 * and `extra` becomes further fields of the error body.
 */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    code: RefusalCode = 'BAD_REQUEST',
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.extra = extra;
  }
}

/** What was named is not there, and nothing has a code for it: BAD_REQUEST with status 404. */
export class Absent extends Refused {
  constructor(message: string) {
    super(message);
    this.name = 'Absent';
  }
}

/**
 * The service cannot answer now and a later try may succeed: 503 SERVER_NOT_READY with `Retry-After`.
 * `retryAfter` is in seconds.
 */
export class NotReady extends Error {
  readonly retryAfter: number;

  constructor(message: string, retryAfter = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotReady';
    this.retryAfter = retryAfter;
  }
}

/**
 * An engine cannot be reached, or takes or gives nothing now; a later try may succeed. Each port has kinds of its own,
 * and no caller outside is told more than that (503).
 */
export abstract class Unavailable extends Error {}

/** An engine is there and will not serve with these settings: nothing helps but that the operator changes them. */
export class Misconfigured extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Misconfigured';
  }
}

/** A data file is damaged: a later try reads the same, so nobody waits for it. */
export class Damaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Damaged';
  }
}

/** Whether a later try may succeed though nothing changes here. */
export const isPassing = (error: unknown): error is NotReady | Unavailable =>
  error instanceof NotReady || (error instanceof Unavailable && !(error instanceof Misconfigured));

/** An operator has ended what was under way. */
export class Cancelled extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Cancelled';
  }
}

/** The operator's mistake: one sentence for the terminal and exit code 2, never a stack trace. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

/** Throws `Refused` unless the statement holds. */
export function requireThat(
  holds: boolean,
  message: string,
  code?: RefusalCode,
  extra?: Readonly<Record<string, unknown>>,
): asserts holds {
  if (!holds) throw new Refused(message, code, extra);
}
