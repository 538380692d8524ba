/**
 * Watches the clock of this machine, which stamps what is recorded for ever: whether it jumps, and whether it is behind the log
 * after it ran ahead.
 */
import { type Clock, inSeconds } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';

/** Milliseconds between two looks. */
const INTERVAL_MS = 10_000;
/** Milliseconds by which the wall clock may move on more than time has passed. */
const MAX_JUMP_MS = 60_000;
/** Milliseconds by which nodes that share a log may differ. */
const TOLERANCE_MS = 2_000;

/** Milliseconds by which the newest event of any organization is later than the clock; 0 if none is. */
export function clockBehindLog(lanes: Pick<Lanes, 'all'>, clock: Pick<Clock, 'now'>): number {
  const now = clock.now();
  let behind = 0;
  for (const { state } of lanes.all()) behind = Math.max(behind, state.time - now);
  return behind > TOLERANCE_MS ? behind : 0;
}

/** Logs jumps of the clock, and for how long it is behind the log; returns what ends that. */
export function watchClock(lanes: Pick<Lanes, 'all'>, clock: Clock, logger: Logger): () => void {
  let [wall, passed] = [clock.now(), clock.monotonic()];
  let isBehind = false;
  const lookForJump = (): void => {
    const [now, elapsed] = [clock.now(), clock.monotonic()];
    const jump = now - wall - (elapsed - passed);
    [wall, passed] = [now, elapsed];
    if (Math.abs(jump) > MAX_JUMP_MS)
      logger.warn(
        { event: 'clock.jumped', milliseconds: jump },
        `The clock has moved ${jump > 0 ? 'forward' : 'back'} by ${inSeconds(Math.abs(jump))}: if it is wrong now, correct it before people write.`,
      );
  };
  const compareWithLog = (): void => {
    const milliseconds = clockBehindLog(lanes, clock);
    if (milliseconds > 0 && !isBehind)
      logger.warn(
        { event: 'clock.behind_log', milliseconds },
        `The newest event is ${inSeconds(milliseconds)} in the future of this clock, and what is recorded until then gets its time: see "A clock that ran ahead" in docs/operations.md.`,
      );
    if (milliseconds === 0 && isBehind)
      logger.info({ event: 'clock.past_log' }, 'The clock has reached the time of the newest event.');
    isBehind = milliseconds > 0;
  };
  compareWithLog();
  return clock.every(INTERVAL_MS, () => {
    lookForJump();
    compareWithLog();
  });
}
