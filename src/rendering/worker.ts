/**
 * The thread that renders: takes jobs in batches and answers each batch with as many outcomes, null where the text
 * cannot be rendered. It counts finished jobs in shared memory, so that the lane knows at which one it died.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { withinOutput } from './bounds.ts';
import { loadHighlighter, mayHoldCode } from './code.ts';
import { EMPTY_DIRECTORY } from './directory.ts';
import { emojiIn } from './emojiSpans.ts';
import { loadFormulas, mayHoldFormula } from './formulas.ts';
import { render } from './markdown.ts';
import { isShort, type RenderJob, type Rendered } from './rendered.ts';
import { tookTooLong, withinTime } from './timeLimit.ts';

if (!parentPort) throw new Error('rendering/worker runs in a worker thread only.');
const port = parentPort;
const { finished, loading, timeLimit } = workerData as {
  readonly finished: Int32Array;
  readonly loading: Int32Array;
  /** Milliseconds for one text. */
  readonly timeLimit: number;
};

/** The libraries that a text may need; the lane knows that the time this takes is not the text's. */
function loadFor(source: string): void {
  Atomics.store(loading, 0, 1);
  if (mayHoldFormula(source)) loadFormulas();
  if (mayHoldCode(source)) loadHighlighter();
  Atomics.store(loading, 0, 0);
}

function outcome(job: RenderJob): Rendered | null {
  const rendered = rendering(job);
  Atomics.add(finished, 0, 1);
  return rendered;
}

function rendering({ source, directory }: RenderJob): Rendered | null {
  try {
    loadFor(source);
    const work = (): Rendered => render(source, directory);
    const rendered = isShort(source) ? work() : withinTime(timeLimit, work);
    return withinOutput(source, rendered.html, emojiIn) ? rendered : null;
  } catch (error) {
    if (tookTooLong(error)) requireUnharmed();
    return null; // Too deep for the stack, too large a table, or a fault of the parser: the sender is told the same.
  }
}

// What KaTeX thinks of people's formulas is for nobody to read.
Object.assign(console, { warn: () => undefined });
port.on('message', (jobs: RenderJob[]) => port.postMessage(jobs.map(outcome)));

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
for (let round = 0; round < 10; round += 1) requireUnharmed();
port.postMessage('ready');
