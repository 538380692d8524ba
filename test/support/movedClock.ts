import { type CancelTimer, type Clock, systemClock } from '../../src/base/clock.ts';

/** The time of the machine, so that nothing waits, until a test moves the wall clock on, or lets time pass. */
export class MovedClock implements Clock {
  #ahead = 0;
  #passed = 0;
  readonly #rounds = new Set<() => void>();
  readonly after = systemClock.after;

  monotonic(): number {
    return systemClock.monotonic() + this.#passed;
  }

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

  /** Lets so many milliseconds pass that nobody noticed. */
  pass(milliseconds: number): void {
    this.#passed += milliseconds;
    this.advance(milliseconds);
  }

  /** Moves time on by so many milliseconds; what is done now and then is done once. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
    for (const action of this.#rounds) action();
  }
}
