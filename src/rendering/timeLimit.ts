/**
 * Ends work that takes too long in the thread that does it. V8 gives up its run and the thread goes on: what it has
 * loaded and compiled stays, which is some 0.3 s of a processor for each text that does not end (decision 37).
 */
import { Script } from 'node:vm';

/** Only of scripts can V8 be told when to give them up, and a script sees nothing but what is global. */
const global = globalThis as typeof globalThis & { [WORK]?: () => unknown };
const WORK = Symbol.for('hansard.rendering.work');
const script = new Script(`globalThis[Symbol.for('${String(WORK.description)}')]()`);

/**
 * What the work gives, if it gives it within so many milliseconds; otherwise throws what `tookTooLong` knows. Making
 * sure of that costs a tenth of a millisecond.
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  global[WORK] = work;
  try {
    return script.runInThisContext({ timeout: milliseconds }) as Result;
  } finally {
    delete global[WORK];
  }
}

/** Whether an error says that work was given up. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
