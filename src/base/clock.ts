/**
 * Time, injected. Nothing else in `src/` may call `Date.now`, `new Date()` or `setTimeout`: a test enforces
 * it.
 */
import { MessageChannel } from 'node:worker_threads';
import { isTransient, RefusedRight } from './errors.ts';
import type { Logger } from './logger.ts';

/** Milliseconds of an hour, and of a day. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

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

// Retries while an engine is unavailable, at growing intervals.

/** Limits of retrying. */
export interface RetryPolicy {
  readonly clock: Clock;
  /** Milliseconds after which the last error is thrown; unlimited unless given. */
  readonly milliseconds?: number;
  /** Receives the error and the milliseconds until the next attempt. */
  readonly onRetry?: (error: Error, delay: number) => void;
  /** Stops the retries with the last error. */
  readonly signal?: AbortSignal;
}

/** Milliseconds between attempts: each twice the one before, up to the longest. */
export function* backoffDelays(first = 100, longest = 5_000): Generator<number, never> {
  for (let delay = first; ; delay = Math.min(delay * 2, longest)) yield delay;
}

/**
 * The result of the first successful attempt. Fails with an error that is permanent, or with the last one
 * when the time is over.
 */
export async function retry<Result>(work: () => Promise<Result>, policy: RetryPolicy): Promise<Result> {
  const { clock, milliseconds = Infinity, onRetry, signal = new AbortController().signal } = policy;
  const end = clock.monotonic() + milliseconds;
  for (const delay of backoffDelays()) {
    try {
      return await work();
    } catch (error) {
      const left = end - clock.monotonic();
      if (!isTransient(error) || left <= 0 || signal.aborted) throw error;
      onRetry?.(error, delay);
      await pauseUnlessAborted(signal, clock, Math.min(delay, left));
    }
  }
  throw new Error('unreachable');
}

/**
 * Logs each failed read of the log and the milliseconds until the next attempt; `reader` begins the sentence. A
 * refused right is logged once, by who keeps them, and not here at every attempt.
 */
export const logRetries =
  (logger: Pick<Logger, 'warn'>, reader: string, labels: Readonly<Record<string, string>> = {}) =>
  (err: Error, delay: number): void => {
    if (err instanceof RefusedRight) return;
    logger.warn(
      { event: 'log.read_failed', ...labels, err, delay },
      `${reader} cannot read the event log; next attempt in ${inSeconds(delay)}.`,
    );
  };
