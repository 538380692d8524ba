import type { WrongExpectedVersionError } from '@eventstore/db-client';
import type { CancelTimer, Clock } from '../../../base/clock.ts';
import { messageOf, Misconfigured, RefusedRight } from '../../../base/errors.ts';
import { type ExpectedRevision, LogUnavailable, OutcomeUnknown, RevisionConflict } from '../eventLog.ts';

/** gRPC status codes that the driver passes on. */
const DEADLINE_EXCEEDED = 4;
const PERMISSION_DENIED = 7;
const ABORTED = 10;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;

/** Error messages of TLS about a certificate, and of a connection without TLS. */
const UNTRUSTED = /certificate|altnames|self.signed|issuer/i;
const EXPIRED = /certificate (has expired|is not yet valid)/i;
const MISNAMED = /altnames/i;
const NO_TLS = /wrong version number|packet length too long|ssl3_get_record/i;
const NO_GRPC = /Last error: Protocol error|no application protocol/i;

/** Refusals of the server after which nothing is stored for certain. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'not-leader',
  'access-denied',
  'stream-deleted',
  'maximum-append-size-exceeded',
]);

/** Temporary read failures. */
const TRANSIENT_TYPES: ReadonlySet<unknown> = new Set([
  'unavailable',
  'deadline-exceeded',
  'cancelled',
  'timeout',
  'not-leader',
]);

const field = (error: unknown, name: 'type' | 'code'): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined;

const isConflict = (error: unknown): error is WrongExpectedVersionError =>
  field(error, 'type') === 'wrong-expected-version';

/** No member of a cluster has named the leader; the driver reports that by a plain error. */
const isUndiscovered = (error: unknown): boolean => messageOf(error).startsWith('Failed to discover');

/**
 * Whether the client that failed so is of no use any more: it has found no member, which the driver remembers
 * for ever, or the server has not answered within the call's deadline.
 */
export const isSilence = (error: unknown): boolean =>
  isUndiscovered(error) || field(error, 'code') === DEADLINE_EXCEEDED;

/** No server, or no member of a cluster, has answered. */
const isUnreachable = (error: unknown): boolean =>
  field(error, 'code') === UNAVAILABLE || isUndiscovered(error);

/** Whether the server ended a subscription because it fell behind: a new one may start at once. */
export const isDrop = (error: unknown): boolean => field(error, 'code') === ABORTED;

/** The request to the server, which names it in few of its refusals. */
export type Request = `${'read' | 'append to' | 'set the metadata of'} ${string}`;

/** To read the log as a whole. */
export const READ_ALL: Request = 'read $all';

/**
 * The port's error for a failed append. A plain gRPC error comes from asking for the server's capabilities,
 * before anything is sent; the driver's own error classes (with a `type`) come later.
 */
export function appendFailure(
  error: unknown,
  stream: string,
  expected: ExpectedRevision,
  request: Request = `append to ${stream}`,
): Error {
  if (error instanceof LogUnavailable || error instanceof OutcomeUnknown) return error;
  if (isConflict(error)) {
    const actual = error.actualVersion;
    return new RevisionConflict(stream, expected, typeof actual === 'bigint' ? Number(actual) : 'no stream');
  }
  const mistake = misconfiguration(error, request);
  if (mistake) return mistake;
  const type = field(error, 'type');
  const neverSent = type === undefined && isUnreachable(error);
  if (neverSent || REFUSALS.has(type))
    return new LogUnavailable(`EventStoreDB took no append: ${messageOf(error)}`, { cause: error });
  return new OutcomeUnknown(`An append to EventStoreDB failed: ${messageOf(error)}`, { cause: error });
}

/** A failure that only the operator can fix, as one sentence; undefined for all others. */
function misconfiguration(error: unknown, request: Request): Misconfigured | undefined {
  const sentence = sentenceOf(error, request);
  if (sentence === undefined) return undefined;
  const Kind = isRefusal(error) ? RefusedRight : Misconfigured;
  return new Kind(`EVENTSTOREDB_URL: ${sentence}`, { cause: error });
}

function sentenceOf(error: unknown, request: Request): string | undefined {
  const [type, code, message] = [field(error, 'type'), field(error, 'code'), messageOf(error)];
  if (code === UNAUTHENTICATED) return 'the server refuses the user name or the password.';
  if (isRefusal(error))
    return request === READ_ALL
      ? 'the account has no right to read all events; it has to be in the group $admins, or $all has to admit it.'
      : `the account has no right to ${request}; the access list of that stream has to admit it.`;
  if (code === UNIMPLEMENTED || type === 'unsupported' || NO_GRPC.test(message))
    return 'what answers there is no EventStoreDB.';
  if (NO_TLS.test(message)) return 'the server does not speak TLS; tls=false in the address says so.';
  if (EXPIRED.test(message)) return 'the certificate of the server is not valid now.';
  if (MISNAMED.test(message))
    return 'the certificate of the server is for another name than the one in the address.';
  if (UNTRUSTED.test(message))
    return 'the certificate of the server cannot be verified; tlsCAFile=… in the address names the authority.';
  return undefined;
}

/** Whether the server has refused a right to the account. */
export const isRefusal = (error: unknown): boolean =>
  field(error, 'code') === PERMISSION_DENIED || field(error, 'type') === 'access-denied';

/** The port's error for a failed read. */
export function readFailure(error: unknown, request: Request = READ_ALL): unknown {
  const mistake = misconfiguration(error, request);
  if (mistake) return mistake;
  const isTransient = isUnreachable(error) || TRANSIENT_TYPES.has(field(error, 'type'));
  return isTransient
    ? new LogUnavailable(`EventStoreDB cannot be read: ${messageOf(error)}`, { cause: error })
    : error;
}

/** Whether a read failed because there is no such stream. */
export const isStreamNotFound = (error: unknown): boolean => field(error, 'type') === 'stream-not-found';

/** Milliseconds; unless the process is busy, a turn of the event loop is shorter. */
const SLICE_MS = 100;

/**
 * Calls `expire` when the process has been able to listen for so many milliseconds without hearing anything.
 * Time during which its event loop was blocked does not count, because an answer may have arrived meanwhile.
 */
export function afterSilence(clock: Clock, milliseconds: number, expire: () => void): CancelTimer {
  let left = milliseconds;
  let cancel: CancelTimer = () => {};
  let cancelled = false;
  const listen = (): void => {
    const slice = Math.min(left, SLICE_MS);
    cancel = clock.after(slice, () => {
      left -= slice;
      if (left > 0) listen();
      else setImmediate(() => cancelled || expire()); // what has arrived in this turn counts
    });
  };
  listen();
  return () => {
    cancelled = true;
    cancel();
  };
}
