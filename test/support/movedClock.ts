import { type CancelTimer, type Clock, systemClock } from '../../src/clock.ts';

/** The time of the machine, so that nothing waits, until a test moves the wall clock on. */
export class MovedClock implements Clock {
  #ahead = 0;
  readonly #rounds = new Set<() => void>();
  readonly monotonic = systemClock.monotonic;
  readonly after = systemClock.after;

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  every(period: number, action: () => void): CancelTimer {
    const cancel = systemClock.every(period, action);
    this.#rounds.add(action);
    return () => {
      this.#rounds.delete(action);
      cancel();
    };
  }

  /** Moves time on by so many milliseconds; what is done now and then is done once. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
    for (const action of this.#rounds) action();
  }
}
