/**
 * Time, injected. Nothing else in `src/` may call `Date.now`, `new Date()` or `setTimeout`: a test holds it.
 */

/** Cancels a timer; harmless when it has fired already. */
export type CancelTimer = () => void;

/** Now and timers. Times are UNIX milliseconds; durations are milliseconds. */
export interface Clock {
  /** Wall-clock time in UNIX milliseconds; may be set back by the operator. */
  now(): number;
  /** Milliseconds that never run backwards, for measuring durations. */
  monotonic(): number;
  /** Calls `action` once after `delay` ms; a timer of more than a second does not keep the process alive. */
  after(delay: number, action: () => void): CancelTimer;
  /** Calls `action` every `period` ms; the timer does not keep the process alive. */
  every(period: number, action: () => void): CancelTimer;
}

/** Resolves after `delay` ms of the given clock. */
export const pause = (clock: Clock, delay: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(delay, resolve);
  });

/** Milliseconds. */
const SHORT = 1_000;

/** The real time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delay, action) {
    const timer = setTimeout(action, delay);
    // Who starts, and waits for a short one alone, must not end by that.
    if (delay > SHORT) timer.unref();
    return () => clearTimeout(timer);
  },
  every(period, action) {
    const timer = setInterval(action, period);
    timer.unref();
    return () => clearInterval(timer);
  },
};
