/** The process behind `RenderProcess`: 64 texts are always under way. */
import { systemClock } from '../../src/base/clock.ts';
import { NotReady } from '../../src/base/errors.ts';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { createRenderer } from '../../src/rendering/renderer.ts';
import type { RenderJob } from './rendering.ts';

const AT_ONCE = 64;
const renderer = createRenderer({ clock: systemClock });

/** On a busy machine a text may wait too long and be sent away: it does not count, and the next one is tried. */
function sentAway(error: unknown): undefined {
  if (!(error instanceof NotReady)) throw error;
  return undefined;
}

async function run({ source, milliseconds }: RenderJob): Promise<{ perSecond: number }> {
  const started = performance.now();
  let rendered = 0;
  const renderOn = async (_: unknown, ownerId: number): Promise<void> => {
    const asker = { organizationId: 1, ownerId };
    while (performance.now() - started < milliseconds) {
      const answered = await renderer.render(source, EMPTY_DIRECTORY, asker).catch(sentAway);
      if (answered) rendered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, renderOn));
  return { perSecond: (rendered / (performance.now() - started)) * 1000 };
}

process.on('message', (job: RenderJob) => void run(job).then((result) => process.send?.(result)));
