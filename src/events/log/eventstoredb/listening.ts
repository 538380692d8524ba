import type { CancelTimer, Clock } from '../../../clock.ts';

/** Milliseconds; unless the process is busy, a turn of the event loop is shorter. */
const SLICE_MS = 100;

/**
 * Calls `expire` when the process has been able to listen for so many milliseconds without hearing anything.
 * Time during which its event loop was blocked does not count, because an answer may have arrived meanwhile.
 */
export function afterSilence(clock: Clock, milliseconds: number, expire: () => void): CancelTimer {
  let left = milliseconds;
  let cancel: CancelTimer = () => {};
  let cancelled = false;
  const listen = (): void => {
    const slice = Math.min(left, SLICE_MS);
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
