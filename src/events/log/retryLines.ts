import { inSeconds } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import { RefusedRight } from './refusedRights.ts';

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
