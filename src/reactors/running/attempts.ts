/** Retries of failed effects, and the limit after which they are abandoned. */
import { type Clock, pauseUnlessAborted } from '../../base/clock.ts';
import { asError, isTransient, Refused } from '../../base/errors.ts';
import type { Effect } from './define.ts';

/** The outcome of an effect: `interrupted` if the server stopped, `abandoned` for good. */
export type EffectOutcome =
  { readonly status: 'done' | 'interrupted' } | { readonly status: 'abandoned'; readonly error: Error };

export interface AttemptOptions {
  readonly clock: Clock;
  /** Aborted when the server stops. */
  readonly ending: AbortSignal;
  /** Jitter for the delays: a number of at least 0 and below 1. */
  readonly random?: () => number;
  readonly onFailure: (error: Error, delay: number) => void;
}

/** For failures that are our fault. Effects that wait for something unavailable are retried without limit. */
const MAX_FAULTS = 8;
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;
/** Milliseconds that a running effect gets when the server stops, because it may never end. */
const STOP_GRACE_MS = 3_000;

/** Carries an effect out, retrying at growing intervals. */
export async function runWithRetries(effect: Effect, options: AttemptOptions): Promise<EffectOutcome> {
  const { clock, ending, random = Math.random, onFailure } = options;
  for (let [faults, longest] = [0, MIN_DELAY_MS]; ; longest = Math.min(longest * 2, MAX_DELAY_MS)) {
    const failure = await outcomeOf(effect, options);
    if (failure === 'done' || failure === 'interrupted') return { status: failure };
    if (!isTransient(failure)) faults += 1;
    if (failure instanceof Refused || faults === MAX_FAULTS) return { status: 'abandoned', error: failure };
    const delay = Math.round(longest * (0.5 + random() / 2));
    onFailure(failure, delay);
    if (await pauseUnlessAborted(ending, clock, delay)) return { status: 'interrupted' };
  }
}

/**
 * The outcome of one attempt. One that outlasts the server may still succeed, and is repeated after the next
 * start.
 */
function outcomeOf(
  effect: Effect,
  { clock, ending }: AttemptOptions,
): Promise<Error | 'done' | 'interrupted'> {
  return new Promise((resolve) => {
    let cancel = (): void => {};
    const settle = (outcome: Error | 'done' | 'interrupted'): void => {
      cancel();
      ending.removeEventListener('abort', hurry);
      resolve(outcome);
    };
    const hurry = (): void => void (cancel = clock.after(STOP_GRACE_MS, () => settle('interrupted')));
    if (ending.aborted) hurry();
    else ending.addEventListener('abort', hurry);
    void failureOf(effect).then((failure) => settle(failure ?? 'done'));
  });
}

async function failureOf(effect: Effect): Promise<Error | undefined> {
  try {
    await effect.run();
    return undefined;
  } catch (error) {
    return asError(error);
  }
}
