/** Retry schedule: eight attempts within a day, at growing intervals (docs/decisions/0017). */

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/**
 * Milliseconds after each attempt; there is none after the eighth. The total is less than a day, jitter
 * included.
 */
const PAUSES = [1, 10, 60, 600, 3_600, 18_000, 50_400].map((seconds) => seconds * SECOND_MS);
/** Maximum relative change of an interval. */
const JITTER = 0.15;

/** A failed attempt. Times are UNIX milliseconds. */
interface FailedAttempt {
  /** Number of attempts, this one included. */
  readonly attempts: number;
  /** When the delivery was started. */
  readonly triggeredAt: number;
  readonly now: number;
  /** The receiver's `Retry-After`, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** At least 0 and below 1. */
  readonly random: number;
}

/** When the next attempt is due; undefined if there is none. */
export function nextAttemptAt(failed: FailedAttempt): number | undefined {
  const { attempts, triggeredAt, now, retryAfter = 0, random } = failed;
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  const due = now + Math.max(jittered, retryAfter);
  return due > triggeredAt + DAY_MS ? undefined : due;
}

/** A `Retry-After` header in milliseconds from now; it contains seconds or a date. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}
