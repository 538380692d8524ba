/** Reports errors to the operator, and chooses the exit code of the process. */
import {
  Cancelled,
  Damaged,
  errorCode,
  InUse,
  messageWithReason,
  Misconfigured,
  NotReady,
  OperationFailed,
  OperatorError,
  Refused,
  Unavailable,
} from '../base/errors.ts';
import { UnknownEvent } from '../events/catalog.ts';
import { BrokenChain } from '../events/chain.ts';
import { printNote } from '../base/printable.ts';

/** An error as the operator sees it. Exit code 2: it fails until they change something; 1: anything else. */
export interface OperatorMessage {
  readonly sentence: string;
  readonly exitCode: 1 | 2;
}

/** A running server reported that an operation failed. */
export class FailedOnServer extends Error {
  readonly operatorMessage: OperatorMessage;

  constructor(message: OperatorMessage) {
    super(message.sentence);
    this.name = 'FailedThere';
    this.operatorMessage = message;
  }
}

type ErrorClass = abstract new (...parameters: never[]) => Error;

/** Mistakes of the operator: the request is impossible, or something must be changed first. */
const MISTAKES: readonly ErrorClass[] = [OperatorError, Misconfigured, Refused, UnknownEvent];
/** Nobody's mistake; one sentence says everything. */
const FAILURES: readonly ErrorClass[] = [
  BrokenChain,
  Damaged,
  Cancelled,
  OperationFailed,
  Unavailable,
  NotReady,
];

/** There will be room again: nothing has to be changed in the request. */
const FULL_DISK = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;

/** The file system or a permission prevents the use of a data file. */
const UNUSABLE_FILE = /^SQLITE_(CANTOPEN|READONLY|PERM)|^(EACCES|EPERM|EROFS)$/;

/** Something else is where a file or folder is needed. */
const WRONG_KIND: Readonly<Record<string, string>> = {
  ENOTDIR: 'is needed as a folder, and it or what it lies in is a file.',
  EISDIR: 'is a folder, and a file is needed.',
  ELOOP: 'is a symbolic link that leads to itself.',
  ENAMETOOLONG: 'is too long a name.',
};

/** Matches the complaint of MongoDB's driver about a URL; the rest of its message may contain a password. */
const UNPARSED_URL =
  /^MongoParseError:|^MongoRuntimeError: Unable to parse|^MongoInvalidArgumentError: Database name/;

/** One sentence if that is enough; undefined if the error is our bug. */
export function operatorMessage(error: unknown): OperatorMessage | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof FailedOnServer) return error.operatorMessage;
  const sentence = messageWithReason(error);
  if (error instanceof InUse) return { sentence, exitCode: 1 };
  if (MISTAKES.some((kind) => error instanceof kind))
    return { sentence, exitCode: FULL_DISK.test(String(errorCode(error.cause))) ? 1 : 2 };
  if (FAILURES.some((kind) => error instanceof kind)) return { sentence, exitCode: 1 };
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return { sentence: portTaken(error), exitCode: 1 };
  if (UNPARSED_URL.test(`${error.name}: ${error.message}`))
    return { sentence: 'MONGODB_URL is not a URL that its driver understands.', exitCode: 2 };
  if (FULL_DISK.test(code)) return { sentence: 'The disk of the data folder is full.', exitCode: 1 };
  if (UNUSABLE_FILE.test(code)) return { sentence: unusable(error), exitCode: 2 };
  const what = WRONG_KIND[code];
  if (what !== undefined && 'path' in error)
    return { sentence: `${String(error.path)} ${what}`, exitCode: 2 };
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

/** SQLite creates a file of its own beside the one it reads. */
const unusable = (error: Error): string =>
  `The data folder cannot be used: ${error.message}. Use the account of the server: even commands that only read need write access.`;

const damaged = (error: Error): string =>
  `A file of the data folder is damaged: ${error.message}. \`hansard log verify\` says whether it is the log.`;

/** Some refusals have no full stop, because clients of the API expect none. */
const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** One full sentence; the stack trace if it is our bug. */
export function describeError(error: unknown): OperatorMessage {
  const known = operatorMessage(error);
  if (known) return { ...known, sentence: asSentence(known.sentence) };
  const bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { sentence: bug, exitCode: 1 };
}

/** Prints to stderr, with a stack trace if it is our bug; returns the exit code. */
export function printError(error: unknown): 1 | 2 {
  const { sentence, exitCode } = describeError(error);
  printNote(`${sentence}\n`);
  return exitCode;
}
