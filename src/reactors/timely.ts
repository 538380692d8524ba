/** How long mails are useful. */
import type { Clock } from '../clock.ts';
import { Refused } from '../errors.ts';

const MAIL_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** Refuses an outdated mail; `time` is when it was due, in UNIX milliseconds. */
export function refuseOutdatedMail(clock: Pick<Clock, 'now'>, time: number): void {
  if (clock.now() - time > MAIL_EXPIRY_MS) throw new Refused('The mail could not be sent within a day.');
}
