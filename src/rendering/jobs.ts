/** The work of a render thread or process. */
import { Script } from 'node:vm';
import { isShort, isWithinOutput, timeLimitsFor } from './bounds.ts';
import { loadHighlighter, mayHoldCode } from './code.ts';
import { loadFormulas, mayHoldFormula } from './formulas.ts';
import { render } from './markdown.ts';
import { EMPTY_DIRECTORY, type Rendered, type RenderJob, type RenderResult } from './rendered.ts';
import { LONG_SAMPLE, SAMPLE } from './samples.ts';
import { countEmoji } from './spans.ts';

// Interrupts work that takes too long in its own thread. V8 ends the run and the thread continues with
// everything it has loaded and compiled, which saves 0.3 s of a processor for each text that does not end
// (decision 37).

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
 * processors, the work is done once more in twice as long. `onRetry` reports its beginning and its end.
 */
export function withinProcessorTime<Result>(
  milliseconds: number,
  work: () => Result,
  onRetry: (isAgain: boolean) => void,
  spent = processorTime,
): Result {
  const before = spent();
  try {
    return runWithinTime(milliseconds, work);
  } catch (error) {
    if (!isTimeout(error) || spent() - before >= BUSY * milliseconds) throw error;
  }
  onRetry(true);
  try {
    return runWithinTime(MORE * milliseconds, work);
  } finally {
    onRetry(false);
  }
}

/** Whether an error means that the work was interrupted. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Libraries that only some texts need. */
const libraries = [
  { isNeededFor: mayHoldFormula, load: loadFormulas },
  { isNeededFor: mayHoldCode, load: loadHighlighter },
];
const loaded = new Set<(typeof libraries)[number]>();

/** Loads what a text needs for the first time, and reports the beginning and the end. */
export function loadLibraries({ source }: RenderJob, onLoading: (isLoading: boolean) => void): void {
  const missing = libraries.filter((library) => !loaded.has(library) && library.isNeededFor(source));
  if (missing.length === 0) return;
  onLoading(true);
  for (const library of missing) {
    library.load();
    loaded.add(library);
  }
  onLoading(false);
}

/**
 * Renders a text within so many milliseconds; `onRetry` reports a second attempt, which does not count. Throws if
 * the parser must not be used any more.
 */
export function runJob(
  { source, directory }: RenderJob,
  timeLimit: number,
  onRetry: (isAgain: boolean) => void = () => undefined,
): RenderResult {
  try {
    const work = (): Rendered => render(source, directory);
    const rendered = isShort(source)
      ? work()
      : withinProcessorTime(timeLimitsFor(source) * timeLimit, work, onRetry);
    return isWithinOutput(source, rendered.html, { emojiIn: countEmoji, mayHoldFormula }) ? rendered : null;
  } catch (error) {
    if (isTimeout(error)) requireUnharmed();
    return null; // Too deep for the stack, too large a table, or a bug of the parser: all are refused alike.
  }
}

/** Long texts after which later ones take hardly less time (decision 75). */
const LONG_ROUNDS = 5;

const sampleHtml = (): string => render(SAMPLE, EMPTY_DIRECTORY).html;
const SAMPLE_HTML = sampleHtml();

/**
 * A parser that was interrupted must handle the next text as if nothing had happened; otherwise this thread
 * ends.
 */
function requireUnharmed(): void {
  if (sampleHtml() !== SAMPLE_HTML)
    throw new Error('A text that was given up has changed how others are rendered.');
}

/** The first renders take ten times as long as later ones, so they are done before anybody waits. */
export function warmUp(): void {
  for (let round = 0; round < 10; round += 1) requireUnharmed();
}

/** The same for a host of long texts: V8 compiles what only they make run for long. */
export function warmForLong(): void {
  warmUp();
  for (let round = 0; round < LONG_ROUNDS; round += 1) render(LONG_SAMPLE, EMPTY_DIRECTORY);
}

/** KaTeX's warnings about people's formulas are useless to operators. */
export const silenceWarnings = (): void => void Object.assign(console, { warn: () => undefined });
