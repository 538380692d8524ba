/**
 * The process log: JSON lines on stderr, so that what a command prints on stdout stays clean. Secrets are
 * removed by the names of the fields that carry them.
 */
import { destination, type DestinationStream, pino, stdSerializers } from 'pino';
import { messageWithReason, Unavailable } from './errors.ts';

/** The least severe level that is written. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** The fields of a log line. `event` is stable, for filters and alerts; docs/operations.md lists all of them. */
export interface LogFields {
  readonly event: `${string}.${string}`;
  readonly [field: string]: unknown;
}

/** Writes one line: its fields, and a sentence that an operator can act on. */
export type WriteLogLine = (fields: LogFields, sentence: string) => void;

/** The process log, as the server sees it. */
export interface Logger extends Readonly<Record<Exclude<LogLevel, 'silent'>, WriteLogLine>> {
  /** Whether lines of this level are written; checked where making their fields is expensive. */
  isLevelEnabled(level: LogLevel): boolean;
  /** Writes what is still buffered, before the process ends. */
  flush(): void;
}

const SECRET_FIELDS = ['authorization', 'cookie', 'password', 'apiKey', 'api_key', 'token', 'secret', 'key'];

/** The fields above, at the top of a log line and up to two objects deep. */
const redactedPaths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** Errors of engines that cannot be reached need no stack: their sentence is complete. */
const err = (error: Error): unknown =>
  error instanceof Unavailable
    ? { type: error.name, message: messageWithReason(error) }
    : stdSerializers.err(error);

/** Makes the log of this process; `stream` is for tests. */
export const createLogger = (level: LogLevel, stream: DestinationStream = destination(2)): Logger =>
  pino(
    { level, base: null, serializers: { err }, redact: { paths: redactedPaths, censor: '[removed]' } },
    stream,
  );
