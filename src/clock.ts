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
  /** Calls `action` once after `delay` ms; the timer does not keep the process alive. */
  after(delay: number, action: () => void): CancelTimer;
  /** Calls `action` every `period` ms; the timer does not keep the process alive. */
  every(period: number, action: () => void): CancelTimer;
}

/** Resolves after `delay` ms of the given clock. */
export const pause = (clock: Clock, delay: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(delay, resolve);
  });

/** The real time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delay, action) {
    const timer = setTimeout(action, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
  every(period, action) {
    const timer = setInterval(action, period);
    timer.unref();
    return () => clearInterval(timer);
  },
};
