/**
 * The thread that renders: takes jobs in batches and answers each batch with as many outcomes, null where the text
 * cannot be rendered. It counts finished jobs in shared memory, so that the lane knows which one does not end.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { withinOutput } from './bounds.ts';
import { render } from './markdown.ts';
import type { RenderJob, Rendered } from './rendered.ts';

if (!parentPort) throw new Error('rendering/worker runs in a worker thread only.');
const port = parentPort;
const { finished } = workerData as { finished: Int32Array };

function outcome({ source, directory }: RenderJob): Rendered | null {
  try {
    const rendered = render(source, directory);
    return withinOutput(source, rendered.html) ? rendered : null;
  } catch {
    return null; // Too deep for the stack, too large a table, or a fault of the parser: the sender is told the same.
  } finally {
    Atomics.add(finished, 0, 1);
  }
}

port.on('message', (jobs: RenderJob[]) => port.postMessage(jobs.map(outcome)));

const SAMPLE = `# A text with *everything*

See **this**, \`that\`, [these](https://example.com "title"), https://example.com and ~~those~~ \\* &amp; @**all**.

- [ ] one
  1. two

> quoted _words_

| a | b |
|---|---|
| c | d |

\`\`\`js
code
\`\`\``;

/** The first renders take ten times as long as later ones; better before anybody waits for them. */
for (let round = 0; round < 10; round += 1) render(SAMPLE, { users: [], groups: [] });
port.postMessage('ready');
