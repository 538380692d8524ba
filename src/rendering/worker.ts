/**
 * The thread that renders: takes jobs in batches and answers each batch with as many outcomes, null where the text
 * cannot be rendered. It counts finished jobs in shared memory, so that the lane knows which one does not end.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { withinOutput } from './bounds.ts';
import { loadHighlighter, mayHoldCode } from './code.ts';
import { EMPTY_DIRECTORY } from './directory.ts';
import { emojiIn } from './emojiSpans.ts';
import { loadFormulas, mayHoldFormula } from './formulas.ts';
import { render } from './markdown.ts';
import type { RenderJob, Rendered } from './rendered.ts';

if (!parentPort) throw new Error('rendering/worker runs in a worker thread only.');
const port = parentPort;
const { finished, loading } = workerData as { finished: Int32Array; loading: Int32Array };

/** The libraries that a text may need; the lane knows that the time this takes is not the text's. */
function loadFor(source: string): void {
  Atomics.store(loading, 0, 1);
  if (mayHoldFormula(source)) loadFormulas();
  if (mayHoldCode(source)) loadHighlighter();
  Atomics.store(loading, 0, 0);
}

function outcome({ source, directory }: RenderJob): Rendered | null {
  try {
    loadFor(source);
    const rendered = render(source, directory);
    return withinOutput(source, rendered.html, emojiIn) ? rendered : null;
  } catch {
    return null; // Too deep for the stack, too large a table, or a fault of the parser: the sender is told the same.
  } finally {
    Atomics.add(finished, 0, 1);
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

/** The first renders take ten times as long as later ones; better before anybody waits for them. */
for (let round = 0; round < 10; round += 1) render(SAMPLE, EMPTY_DIRECTORY);
port.postMessage('ready');
