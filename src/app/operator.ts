/** How the process tells its operator what went wrong, and with which exit code it ends. */
import {
  Damaged,
  Cancelled,
  Misconfigured,
  NotReady,
  OperatorError,
  Refused,
  Unavailable,
} from '../errors.ts';
import { UnknownEvent } from '../events/catalog.ts';
import { BrokenChain } from '../events/chain.ts';

/** What the operator reads. Exit code 2 is for their own mistakes, 1 for everything else. */
export interface OperatorMessage {
  readonly sentence: string;
  readonly exitCode: 1 | 2;
}

/** What a server said of an operation that failed there. */
export class FailedOnServer extends Error {
  readonly operatorMessage: OperatorMessage;

  constructor(message: OperatorMessage) {
    super(message.sentence);
    this.name = 'FailedThere';
    this.operatorMessage = message;
  }
}

type ErrorClass = abstract new (...parameters: never[]) => Error;

/** Mistakes of the operator: what they asked for is impossible, or they have to change something first. */
const MISTAKES: readonly ErrorClass[] = [OperatorError, Misconfigured, Refused, UnknownEvent];
/** Nobody's mistake, and one sentence says all there is to know. */
const FAILURES: readonly ErrorClass[] = [BrokenChain, Damaged, Cancelled, Unavailable, NotReady];

/** Where the file system or a permission is in the way of a data file. */
const UNUSABLE_FILE = /^SQLITE_(CANTOPEN|READONLY|PERM)|^(EACCES|EPERM|EROFS)$/;

/** What the driver of MongoDB says of an address; the rest of that may repeat a password. */
const UNPARSED_URL =
  /^MongoParseError:|^MongoRuntimeError: Unable to parse|^MongoInvalidArgumentError: Database name/;

/** One sentence where that is enough; undefined where the error is our bug. */
export function operatorMessage(error: unknown): OperatorMessage | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof FailedOnServer) return error.operatorMessage;
  if (MISTAKES.some((kind) => error instanceof kind)) return { sentence: error.message, exitCode: 2 };
  if (FAILURES.some((kind) => error instanceof kind)) return { sentence: error.message, exitCode: 1 };
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return { sentence: portTaken(error), exitCode: 2 };
  if (UNPARSED_URL.test(`${error.name}: ${error.message}`))
    return { sentence: 'MONGODB_URL is not a URL that its driver understands.', exitCode: 2 };
  if (/^(SQLITE_FULL|ENOSPC)$/.test(code))
    return { sentence: 'The disk of the data folder is full.', exitCode: 1 };
  if (UNUSABLE_FILE.test(code)) return { sentence: unusable(error), exitCode: 2 };
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return { sentence: damaged(error), exitCode: 1 };
  if (code.startsWith('SQLITE_'))
    return {
      sentence: `A file of the data folder is busy or cannot be read: ${error.message}.`,
      exitCode: 1,
    };
  return undefined;
}

const portTaken = (error: Error): string =>
  `Port ${'port' in error ? String(error.port) : ''} is in use by another program; set PORT to a free one.`;

/** SQLite lays a file of its own beside what it reads. */
const unusable = (error: Error): string =>
  `The data folder cannot be used: ${error.message}. Even commands that only read need write access there.`;

const damaged = (error: Error): string =>
  `A file of the data folder is damaged: ${error.message}. \`hansard log verify\` says whether it is the log.`;

/** Some refusals come without their full stop, as clients of the API expect them. */
const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Says it on stderr, with everything there is where it is our bug; answers the exit code. */
export function printError(error: unknown): 1 | 2 {
  const known = operatorMessage(error);
  const bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${known ? asSentence(known.sentence) : bug}\n`);
  return known?.exitCode ?? 1;
}
