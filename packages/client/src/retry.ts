/** Retries until there is an answer. */
import { Refusal, Unreachable } from './errors.ts';

/** Options of a call that waits for an unreachable server. */
export interface RetryOptions {
  /** Ends the waiting; the call then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait, with the error and the milliseconds until the next attempt. */
  readonly onWait?: (error: Refusal | Unreachable, milliseconds: number) => void;
  /** Called when an attempt after a wait has succeeded. */
  readonly onAnswer?: () => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** Functions that end a wait early, for instance when the network is back. */
const waiting = new Set<() => void>();

/** Lets everything that waits try again now. */
export function retryNow(): void {
  for (const wake of [...waiting]) wake();
}

/** Repeats a call while the server is unreachable or temporarily refuses, at growing intervals. */
export async function withRetries<Result>(
  call: (signal: AbortSignal | undefined) => Promise<Result>,
  { signal, onWait, onAnswer }: RetryOptions,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await call(signal);
      if (attempt > 0) onAnswer?.();
      return result;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      const milliseconds = waitAfter(error, attempt);
      onWait?.(error, milliseconds);
      await pause(milliseconds, signal);
    }
  }
}

const isTemporary = (error: unknown): error is Refusal | Unreachable =>
  error instanceof Unreachable || (error instanceof Refusal && error.isTemporary);

/** The wait that the server requests, or else twice as long each time with a random part, so that clients do not return together. */
function waitAfter(error: Refusal | Unreachable, attempt: number): number {
  if (error instanceof Refusal && error.retryAfter !== undefined) return error.retryAfter * 1000 + 50;
  const longest = Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT);
  return longest * (0.5 + Math.random() / 2);
}

/** Resolves after the time or when woken; fails with the signal's reason. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      waiting.delete(finish);
      signal?.removeEventListener('abort', finish);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    waiting.add(finish);
    signal?.addEventListener('abort', finish);
    if (signal?.aborted) finish();
  });
