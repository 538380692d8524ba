/** How the process tells its operator what went wrong, and with which exit code it ends. */
import { Refused, OperatorError } from './errors.ts';
import { BrokenChain } from './events/chain.ts';
import { UnknownEvent } from './events/catalog.ts';

/** The operator's mistake, or a state of things that he must mend: one sentence will do, no stack trace. */
const isForOperator = (error: unknown): error is Error =>
  error instanceof OperatorError ||
  error instanceof Refused ||
  error instanceof BrokenChain ||
  error instanceof UnknownEvent ||
  (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');

/** What to say: one sentence where that is enough, everything where it is our bug. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${'port' in error ? String(error.port) : ''} is in use by another program; set PORT to a free one.`;
  }
  if (isForOperator(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** 2 for the operator's mistakes, 1 for everything else. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  isForOperator(error) && !(error instanceof BrokenChain) ? 2 : 1;

/** Says it on stderr and ends the process. */
export function endWith(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(exitCodeOf(error));
}
