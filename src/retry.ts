/** Retries while an engine is unavailable, at growing intervals. */
import { type Clock, inSeconds, pauseUnlessAborted } from './clock.ts';
import { isTransient, RefusedRight } from './errors.ts';
import type { Logger } from './logger.ts';

/** How long to retry. */
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
 * when patience ends.
 */
export async function retry<Result>(work: () => Promise<Result>, patience: RetryPolicy): Promise<Result> {
  const { clock, milliseconds = Infinity, onRetry, signal = new AbortController().signal } = patience;
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
