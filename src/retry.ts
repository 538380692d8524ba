/** Trying again what fails because an engine is unavailable, later and later. */
import { type Clock, pauseUnless } from './clock.ts';
import { isPassing } from './errors.ts';

/** How long somebody goes on trying. */
export interface Patience {
  readonly clock: Clock;
  /** Milliseconds after which the last failure is what comes of it; without end unless given. */
  readonly milliseconds?: number;
  /** Told why it failed, and in how many milliseconds it is tried again. */
  readonly onRetry?: (error: Error, delay: number) => void;
  /** Ends the trying, with the last failure. */
  readonly signal?: AbortSignal;
}

/** Milliseconds from one try to the next: each twice the one before, up to the longest. */
export function* growingDelays(first = 100, longest = 5_000): Generator<number, never> {
  for (let delay = first; ; delay = Math.min(delay * 2, longest)) yield delay;
}

/** What the work comes to at last. Fails with what does not pass by itself, and where patience ends. */
export async function retried<Result>(work: () => Promise<Result>, patience: Patience): Promise<Result> {
  const { clock, milliseconds = Infinity, onRetry, signal = new AbortController().signal } = patience;
  const end = clock.monotonic() + milliseconds;
  for (const delay of growingDelays()) {
    try {
      return await work();
    } catch (error) {
      const left = end - clock.monotonic();
      if (!isPassing(error) || left <= 0 || signal.aborted) throw error;
      onRetry?.(error, delay);
      await pauseUnless(signal, clock, Math.min(delay, left));
    }
  }
  throw new Error('unreachable');
}
