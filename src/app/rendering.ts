/** The renderer of a server: what is lost is logged and counted, and a start shows whether it works. */
import type { Metrics } from '../api/http/metrics.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';

/** Milliseconds that its hosts leave the processors to the rest of a server that starts; who needs one earlier starts it. */
const STARTING = 1_000;

export interface RenderingOptions {
  /** Whether hosts start by themselves, soon, and render a long text before they are ready: so unless told otherwise. */
  readonly isWarmed?: boolean;
  /** Bounds what hosts may spend: real time unless given, whatever time the server is told. */
  readonly clock?: Clock;
}

/** Makes it, with hosts that start soon or on first use. */
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
  if (isWarmed) systemClock.after(STARTING, () => void renderer.warm());
  return renderer;
}
