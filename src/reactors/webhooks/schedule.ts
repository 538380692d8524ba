/** When a delivery is tried again: eight attempts within a day, at growing distances (docs/decisions/0017). */

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/** Milliseconds after each attempt; after the eighth there is none. They add up to less than a day, jitter included. */
const PAUSES = [1, 10, 60, 600, 3_600, 18_000, 50_400].map((seconds) => seconds * SECOND);
/** By how much of itself a pause is shortened or lengthened at most. */
const JITTER = 0.15;

/** What is known after an attempt has failed. Times are UNIX milliseconds. */
interface FailedAttempt {
  /** How many have been made, this one included. */
  readonly attempts: number;
  /** When the delivery was begun: its day starts then. */
  readonly triggeredAt: number;
  readonly now: number;
  /** The receiver's `Retry-After`, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** At least 0 and below 1. */
  readonly random: number;
}

/** When the next attempt is due; undefined where there is none any more. */
export function nextAttemptAt(failed: FailedAttempt): number | undefined {
  const { attempts, triggeredAt, now, retryAfter = 0, random } = failed;
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  const due = now + Math.max(jittered, retryAfter);
  return due > triggeredAt + DAY ? undefined : due;
}

/** What a `Retry-After` asks for, in milliseconds from now: it has seconds, or a date. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}
