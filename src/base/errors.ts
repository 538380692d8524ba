/**
 * Errors that rules and engines throw on purpose. `api/http/problems.ts` maps them to a status and a body,
 * the command line to one sentence. Any other error is our bug.
 */

/** The codes of errors that clients may rely on. */
export type RefusalCode =
  | 'BAD_REQUEST'
  | 'REQUEST_VARIABLE_MISSING'
  | 'REQUEST_VARIABLE_INVALID'
  | 'REQUEST_CONFUSING_VAR'
  | 'BAD_NARROW'
  | 'BAD_IMAGE'
  | 'REALM_UPLOAD_QUOTA'
  | 'STREAM_DOES_NOT_EXIST'
  | 'CHANNEL_ALREADY_EXISTS'
  | 'CANNOT_ADMINISTER_CHANNEL'
  | 'UNAUTHORIZED_PRINCIPAL'
  | 'PERMISSION_DENIED'
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
  | 'SESSION_OF_ANOTHER_USER'
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
  | 'INVALID_PUSH_DEVICE_TOKEN'
  | 'ADMIN_ACTION_REQUIRED'
  | 'FAILED_TO_CONNECT_BOUNCER'
  | 'INTERNAL_SERVER_ERROR_ON_BOUNCER';

/**
 * A rule refuses. The caller sees the message; a code is given only if clients can rely on it, and `extra`
 * becomes further fields of the error body.
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

/** Something named does not exist, and no code is specific to it: BAD_REQUEST with status 404. */
export class NotFound extends Refused {
  constructor(message: string) {
    super(message);
    this.name = 'NotFound';
  }
}

/**
 * The service cannot answer now, but a later attempt may succeed: 503 SERVER_NOT_READY with `Retry-After`.
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

/** A view stays unreadable for an organization until its operator repairs it: waiting does not help. */
export class Quarantined extends NotReady {
  constructor(view: string) {
    super(`The view of ${view} waits for its operator.`, 60);
    this.name = 'Quarantined';
  }
}

/**
 * An engine cannot be reached, or accepts or returns nothing now; a later attempt may succeed. Each port has
 * its own kinds; clients see no more than a 503.
 */
export abstract class Unavailable extends Error {}

/** An engine is reachable and refuses to serve with these settings; only the operator can help. */
export class Misconfigured extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Misconfigured';
  }
}

/** An engine refuses a right to the account of this program. */
export class RefusedRight extends Misconfigured {}

/** A data file is damaged: trying again would read the same. */
export class Damaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Damaged';
  }
}

/** Whether a later attempt may succeed without any change here. */
export const isTransient = (error: unknown): error is NotReady | Unavailable =>
  error instanceof NotReady || (error instanceof Unavailable && !(error instanceof Misconfigured));

/** An operation did not succeed, for a reason that its message explains: exit code 1. */
export class OperationFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperationFailed';
  }
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The message of an error, with the reason that the system gave if the message leaves it out. */
export function messageWithReason({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  const reason = 'syscall' in cause ? cause : cause.cause;
  if (!(reason instanceof Error) || !('syscall' in reason) || message.includes(reason.message))
    return message;
  return `${message.replace(/\.$/, '')} (${reason.message}).`;
}

/** Whatever was thrown, as an error. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The code of an error of the system or of a driver. */
export const errorCode = (error: unknown): unknown =>
  (error as { readonly code?: unknown } | undefined)?.code;

/** An operator has cancelled the work. */
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

/** What is needed is in use by another program, which may end: exit code 1, so that a supervisor tries again. */
export class InUse extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InUse';
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
