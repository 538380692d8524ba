/** How often an effect that fails is tried again, and when no more. */
import { type Clock, pause } from '../clock.ts';
import { NotReady, Refused } from '../errors.ts';
import type { Effect } from './define.ts';

/** How an effect ended: `interrupted` when the server stopped meanwhile, `abandoned` for good. */
export type Fate =
  { readonly status: 'done' | 'interrupted' } | { readonly status: 'abandoned'; readonly error: Error };

export interface AttemptOptions {
  readonly clock: Clock;
  /** Resolves when the server stops. */
  readonly ending: Promise<unknown>;
  /** Spreads the attempts; a number of at least 0 and below 1. */
  readonly random?: () => number;
  readonly onFailure: (error: Error, delay: number) => void;
}

/** Of an effect that fails by our fault. What is not ready yet is waited for as long as that takes. */
const MOST_FAULTS = 8;
const FIRST_DELAY = 100;
const LONGEST_DELAY = 30_000;

/** Carries an effect out, again and again with growing pauses where it fails. */
export async function carriedOut(effect: Effect, options: AttemptOptions): Promise<Fate> {
  const { clock, ending, random = Math.random, onFailure } = options;
  for (let [faults, longest] = [0, FIRST_DELAY]; ; longest = Math.min(longest * 2, LONGEST_DELAY)) {
    const error = await failureOf(effect);
    if (error === undefined) return { status: 'done' };
    if (!(error instanceof NotReady)) faults += 1;
    if (error instanceof Refused || faults === MOST_FAULTS) return { status: 'abandoned', error };
    const delay = Math.round(longest * (0.5 + random() / 2));
    onFailure(error, delay);
    const isEnding = await Promise.race([pause(clock, delay).then(() => false), ending.then(() => true)]);
    if (isEnding) return { status: 'interrupted' };
  }
}

async function failureOf(effect: Effect): Promise<Error | undefined> {
  try {
    await effect.carryOut();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
