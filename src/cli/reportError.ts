import { describedError } from '../app/operator.ts';
import { errorLine } from './errorLine.ts';

/** Prints an error in the form that the command line asked for; returns the exit code. */
export function reportError(error: unknown): 1 | 2 {
  const message = describedError(error);
  process.stderr.write(errorLine(message, process.argv));
  return message.exitCode;
}

/** Says in a sentence that a check or an operation has failed whose outcome is printed; returns the exit code. */
export function reportFailure(sentence: string): 1 {
  process.stderr.write(errorLine({ sentence, exitCode: 1 }, process.argv));
  return 1;
}
