import { type Clock, systemClock } from '../../src/clock.ts';

/** The time of the machine, so that nothing waits, until a test moves the wall clock on. */
export class MovedClock implements Clock {
  #ahead = 0;
  readonly monotonic = systemClock.monotonic;
  readonly after = systemClock.after;
  readonly every = systemClock.every;

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}
