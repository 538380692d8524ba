import { type Clock, systemClock } from '../../src/base/clock.ts';

/** The longest that anything waits for, in milliseconds. */
const MAX_DELAY_MS = 200;

/**
 * Time in which nobody waits for long: when a longer wait is over, so much time has gone by for everybody. What waits
 * side by side therefore ages together.
 */
export class HurriedClock implements Clock {
  #ahead = 0;

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#ahead;
  }

  after(delay: number, action: () => void) {
    const due = this.now() + delay;
    return systemClock.after(Math.min(delay, MAX_DELAY_MS), () => {
      this.#ahead += Math.max(0, due - this.now());
      action();
    });
  }

  readonly every = systemClock.every;
}
