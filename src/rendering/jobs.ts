/** What a thread or a process does with the texts that it is given to render. */
import { isShort, timeLimitsFor, withinOutput } from './bounds.ts';
import { loadHighlighter, mayHoldCode } from './code.ts';
import { EMPTY_DIRECTORY } from './directory.ts';
import { emojiIn } from './emojiSpans.ts';
import { loadFormulas, mayHoldFormula } from './formulas.ts';
import { render } from './markdown.ts';
import type { Outcome, RenderJob, Rendered } from './rendered.ts';
import { tookTooLong, withinTime } from './timeLimit.ts';

/** What only some texts need, and what loads it. */
const libraries = [
  { isNeededFor: mayHoldFormula, load: loadFormulas },
  { isNeededFor: mayHoldCode, load: loadHighlighter },
];
const loaded = new Set<(typeof libraries)[number]>();

/** Loads what a text needs for the first time, and tells when it begins and when it is done. */
export function loadFor({ source }: RenderJob, tell: (isLoading: boolean) => void): void {
  const missing = libraries.filter((library) => !loaded.has(library) && library.isNeededFor(source));
  if (missing.length === 0) return;
  tell(true);
  for (const library of missing) {
    library.load();
    loaded.add(library);
  }
  tell(false);
}

/** Renders a text in so many milliseconds. Throws where the parser must not be used any more. */
export function outcomeOf({ source, directory }: RenderJob, timeLimit: number): Outcome {
  try {
    const work = (): Rendered => render(source, directory);
    const rendered = isShort(source) ? work() : withinTime(timeLimitsFor(source) * timeLimit, work);
    return withinOutput(source, rendered.html, { emojiIn, mayHoldFormula }) ? rendered : null;
  } catch (error) {
    if (tookTooLong(error)) requireUnharmed();
    return null; // Too deep for the stack, too large a table, or a fault of the parser: the sender is told the same.
  }
}

const SAMPLE = `# A text with *everything*

See **this** :smile:, \`that\`, [these](https://example.com "title"), https://example.com and ~~those~~ \\* &amp; @**all**.

- [ ] one
  1. two

> quoted _words_

| a | b |
|---|---|
| c | d |

\`\`\`
code
\`\`\``;

const sampleHtml = (): string => render(SAMPLE, EMPTY_DIRECTORY).html;
const SAMPLE_HTML = sampleHtml();

/** A parser that was given up in the midst of a text must read the next one as if nothing had been: else we die. */
function requireUnharmed(): void {
  if (sampleHtml() !== SAMPLE_HTML)
    throw new Error('A text that was given up has changed how others are rendered.');
}

/** The first renders take ten times as long as later ones; better before anybody waits for them. */
export function warm(): void {
  for (let round = 0; round < 10; round += 1) requireUnharmed();
}

/** What KaTeX thinks of people's formulas is for nobody to read. */
export const silenceWarnings = (): void => void Object.assign(console, { warn: () => undefined });
