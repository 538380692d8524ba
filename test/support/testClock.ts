import type { CancelTimer, Clock } from '../../src/base/clock.ts';

interface Timer {
  due: number;
  readonly period: number | undefined;
  readonly action: () => void;
}

/** Time that stands still until a test moves it. */
export class TestClock implements Clock {
  #now: number;
  #elapsed = 0;
  readonly #timers = new Set<Timer>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(delay: number, action: () => void): CancelTimer {
    return this.#add({ due: this.#elapsed + delay, period: undefined, action });
  }

  every(period: number, action: () => void): CancelTimer {
    return this.#add({ due: this.#elapsed + period, period, action });
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Sets the wall clock, as an operator would; timers are not moved. */
  set(now: number): void {
    this.#now = now;
  }

  /**
   * Moves time on by so many milliseconds. Timers fire in the order in which they are due, and everything that
   * one sets off and that needs no I/O has happened before the next fires, and before this resolves.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settled();
    for (let timer = this.#nextDue(end); timer; timer = this.#nextDue(end)) {
      this.#moveTo(Math.max(timer.due, this.#elapsed));
      if (timer.period === undefined) this.#timers.delete(timer);
      else timer.due += Math.max(timer.period, 1);
      timer.action();
      await settled();
    }
    this.#moveTo(end);
  }

  #add(timer: Timer): CancelTimer {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  #nextDue(end: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.due <= end);
    return due.toSorted((one, other) => one.due - other.due)[0];
  }

  #moveTo(elapsed: number): void {
    this.#now += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }
}

/** Resolves when all promises that wait for nothing outside have settled. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
