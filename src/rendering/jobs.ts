/** The work of a render thread or process. */
import { isShort, timeLimitsFor, isWithinOutput } from './bounds.ts';
import { loadHighlighter, mayHoldCode } from './code.ts';
import { EMPTY_DIRECTORY } from './directory.ts';
import { countEmoji } from './emojiSpans.ts';
import { loadFormulas, mayHoldFormula } from './formulas.ts';
import { render } from './markdown.ts';
import type { RenderResult, RenderJob, Rendered } from './rendered.ts';
import { LONG_SAMPLE, SAMPLE } from './samples.ts';
import { isTimeout, withinProcessorTime } from './timeLimit.ts';

/** Libraries that only some texts need. */
const libraries = [
  { isNeededFor: mayHoldFormula, load: loadFormulas },
  { isNeededFor: mayHoldCode, load: loadHighlighter },
];
const loaded = new Set<(typeof libraries)[number]>();

/** Loads what a text needs for the first time, and reports the beginning and the end. */
export function loadLibraries({ source }: RenderJob, tell: (isLoading: boolean) => void): void {
  const missing = libraries.filter((library) => !loaded.has(library) && library.isNeededFor(source));
  if (missing.length === 0) return;
  tell(true);
  for (const library of missing) {
    library.load();
    loaded.add(library);
  }
  tell(false);
}

/**
 * Renders a text within so many milliseconds; `tell` announces a second attempt, which does not count. Throws if the parser must not
 * be used any more.
 */
export function runJob(
  { source, directory }: RenderJob,
  timeLimit: number,
  tell: (isAgain: boolean) => void = () => undefined,
): RenderResult {
  try {
    const work = (): Rendered => render(source, directory);
    const rendered = isShort(source)
      ? work()
      : withinProcessorTime(timeLimitsFor(source) * timeLimit, work, tell);
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
