import type { CancelTimer, Clock } from '../../../clock.ts';

/** Milliseconds; longer than that the event loop does not stand still unless it is busy. */
const SLICE = 100;

/**
 * Calls `expire` when the process has been able to listen for so many milliseconds without hearing: time during which its
 * event loop stood still counts for nothing, for an answer may have arrived all the while.
 */
export function afterListening(clock: Clock, milliseconds: number, expire: () => void): CancelTimer {
  let left = milliseconds;
  let cancel: CancelTimer = () => {};
  let cancelled = false;
  const listen = (): void => {
    const slice = Math.min(left, SLICE);
    cancel = clock.after(slice, () => {
      left -= slice;
      if (left > 0) listen();
      else setImmediate(() => cancelled || expire()); // what has arrived in this turn counts
    });
  };
  listen();
  return () => {
    cancelled = true;
    cancel();
  };
}
