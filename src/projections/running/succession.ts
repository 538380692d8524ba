/** How a node gets from the generation that it serves to the one that another node has put in its place. */
import { type Clock, pause } from '../../clock.ts';
import type { GenerationFollower } from './generationFollower.ts';
import { POINTER_POLL_INTERVAL_MS } from './retired.ts';
import type { SharedSubscription } from './sharedSubscription.ts';

interface Succession {
  readonly next: GenerationFollower;
  readonly old: GenerationFollower;
  readonly feed: SharedSubscription;
  readonly clock: Clock;
  /** Whether the next generation is still the one to be served. */
  readonly isServed: () => Promise<boolean>;
}

/**
 * Whether the next generation has become level with the old one. False if it is replaced before: it may be dropped
 * by then, even before it was opened, which made an empty one that never becomes level.
 */
export async function waitUntilLevel({ next, old, feed, clock, isServed }: Succession): Promise<boolean> {
  if (!(await isServed())) return false;
  next.start();
  const level = next.whenPast(feed.position).then(async () => {
    while (!isLevelWith(next, old)) await next.whenPast(old.writer.position);
    return true;
  });
  for (;;) {
    if (await Promise.race([level, pause(clock, POINTER_POLL_INTERVAL_MS)])) return true;
    // A pointer that cannot be read now says nothing.
    if (!(await isServed().catch(() => true))) return false;
  }
}

/** Whether one is as far as the other, or has stopped. */
const isLevelWith = (next: GenerationFollower, old: GenerationFollower): boolean =>
  next.isStopping || (next.writer.position ?? -1) >= (old.writer.position ?? -1);
