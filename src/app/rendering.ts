/** The renderer of a server: what is lost is logged and counted, and a start shows whether it works. */
import type { Metrics } from '../api/http/metrics.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';

/** Milliseconds after the renderer is made, in which the rest of the server has the processors. A text starts its host earlier. */
const WARM_UP_DELAY = 1_000;

/** How a server renders; tests choose otherwise. */
export interface RenderingOptions {
  /** Whether hosts start without being asked, and render a long text before they are ready; true unless given. */
  readonly isWarmed?: boolean;
  /** Bounds what hosts may spend: real time unless given, whatever time the server is told. */
  readonly clock?: Clock;
}

/** Makes the renderer. Its hosts start after `WARM_UP_DELAY`, or on first use. */
export function startRenderer(
  { isWarmed = true, clock = systemClock }: RenderingOptions,
  logger: Logger,
  { render }: Metrics,
): Renderer {
  const renderer = createRenderer({
    clock,
    onLost(host, reason) {
      render.lost[host] = (render.lost[host] ?? 0) + 1;
      logger.error(
        { event: 'render.host_lost', host, reason },
        `What renders ${host === 'short' ? 'short' : 'long'} texts has ended: ${reason}.`,
      );
    },
  });
  if (isWarmed) systemClock.after(WARM_UP_DELAY, () => void renderer.warm());
  return renderer;
}
