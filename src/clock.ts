/**
 * Time, injected. Nothing else in `src/` may call `Date.now`, `new Date()` or `setTimeout`: a test enforces
 * it.
 */
import { MessageChannel } from 'node:worker_threads';

/** Cancels a timer; harmless if it has fired already. */
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

/**
 * Waits `delay` ms, or until the signal aborts; returns whether it did. Leaves no timer or listener behind.
 */
export const pauseUnlessAborted = (signal: AbortSignal, clock: Clock, delay: number): Promise<boolean> =>
  new Promise((resolve) => {
    const wake = (): void => {
      cancel();
      signal.removeEventListener('abort', wake);
      resolve(signal.aborted);
    };
    const cancel = clock.after(signal.aborted ? 0 : delay, wake);
    signal.addEventListener('abort', wake);
  });

/** Keeps the process alive while it waits, because the work itself may only wait for a timer. */
export async function keepProcessAlive<Value>(work: Promise<Value>): Promise<Value> {
  const { port1: held } = new MessageChannel();
  held.ref();
  try {
    return await work;
  } finally {
    held.close();
  }
}

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

/** A delay in milliseconds as log sentences show it: "0.4 s". */
export const inSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
