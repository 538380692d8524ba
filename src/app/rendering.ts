/** The renderer of a server: what is lost is logged and counted, and a start shows whether it works. */
import type { Metrics } from '../api/http/metrics.ts';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';

/** Milliseconds that its hosts leave the processors to the rest of a server that starts; who needs one earlier starts it. */
const STARTING = 1_000;

/**
 * With `isWarmed` its hosts start soon, and render a long text before they are ready; else on first use. Their limits are real
 * time, whatever time the server is told: they bound what a process may spend.
 */
export function startRenderer(isWarmed: boolean, logger: Logger, { render }: Metrics): Renderer {
  const renderer = createRenderer({
    clock: systemClock,
    onLost(host, reason) {
      render.lost[host] = (render.lost[host] ?? 0) + 1;
      logger.error(
        { event: 'render.host_lost', host, reason },
        `What renders ${host === 'short' ? 'short' : 'long'} texts has ended: ${reason}.`,
      );
    },
  });
  if (isWarmed) systemClock.after(STARTING, () => void renderer.warm());
  return renderer;
}
