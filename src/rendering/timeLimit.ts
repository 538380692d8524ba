/**
 * Interrupts work that takes too long in its own thread. V8 ends the run and the thread continues with
 * everything it has loaded and compiled, which saves 0.3 s of a processor for each text that does not end
 * (decision 37).
 */
import { Script } from 'node:vm';

/** V8 can interrupt only scripts, and a script sees only globals. */
const global = globalThis as typeof globalThis & { [WORK]?: () => unknown };
const WORK = Symbol.for('hansard.rendering.work');
const script = new Script(`globalThis[Symbol.for('${String(WORK.description)}')]()`);

/**
 * The result of the work, if it takes at most so many milliseconds; otherwise throws an error that
 * `tookTooLong` recognizes. The overhead is a tenth of a millisecond.
 */
export function runWithinTime<Result>(milliseconds: number, work: () => Result): Result {
  global[WORK] = work;
  try {
    return script.runInThisContext({ timeout: milliseconds }) as Result;
  } finally {
    delete global[WORK];
  }
}

/** Time limits of the second attempt: both together end within a second. */
const MORE = 2;

/** The share of a processor below which it was the machine that was slow. */
const BUSY = 0.75;

/** Milliseconds of processor time that this process has taken so far. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The same, for a process that does nothing else: where a busy machine gave the process much less than the limit of its
 * processors, the work is done once more in twice as long. `tell` announces that it begins and that it is over.
 */
export function withinProcessorTime<Result>(
  milliseconds: number,
  work: () => Result,
  tell: (isAgain: boolean) => void,
  spent = processorTime,
): Result {
  const before = spent();
  try {
    return runWithinTime(milliseconds, work);
  } catch (error) {
    if (!isTimeout(error) || spent() - before >= BUSY * milliseconds) throw error;
  }
  tell(true);
  try {
    return runWithinTime(MORE * milliseconds, work);
  } finally {
    tell(false);
  }
}

/** Whether an error means that the work was interrupted. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
