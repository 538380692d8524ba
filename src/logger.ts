/**
 * The process log: JSON lines on stderr, so that what a command prints on stdout stays clean. Secrets are
 * removed by the names of the fields that carry them.
 */
import { destination, pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

/** What the server writes its log to. */
export type Logger = PinoLogger;

/** Least severe level that is written. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRET_FIELDS = ['authorization', 'cookie', 'password', 'apiKey', 'api_key', 'token', 'secret', 'key'];

/** The fields above, at the top of a log line and up to two objects deep. */
const redactedPaths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** Makes the log of this process; `stream` is for tests. */
export const createLogger = (level: LogLevel, stream: DestinationStream = destination(2)): Logger =>
  pino({ level, base: null, redact: { paths: redactedPaths, censor: '[removed]' } }, stream);
