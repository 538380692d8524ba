import { describeError } from '../../app/operatorErrors.ts';
import { formatError } from './errorLine.ts';
import { printNote } from '../../base/printable.ts';

/** Prints an error in the form that the command line requests; returns the exit code. */
export function reportError(error: unknown): 1 | 2 {
  const message = describeError(error);
  printNote(formatError(message, process.argv));
  return message.exitCode;
}

/** Prints a sentence that a check or an operation has failed whose outcome is printed; returns the exit code. */
export function reportFailure(sentence: string): 1 {
  printNote(formatError({ sentence, exitCode: 1 }, process.argv));
  return 1;
}
