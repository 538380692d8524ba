/** The renderer of a server: what is lost is logged and counted, and a start shows whether it works. */
import type { Metrics } from '../api/http/metrics.ts';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';

/**
 * Starts its hosts, which render a long text before they are ready; nobody has to wait for that. Their limits are real time,
 * whatever time the server is told: they bound what a process may spend.
 */
export function startRenderer(logger: Logger, { render }: Metrics): Renderer {
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
  void renderer.warm();
  return renderer;
}
