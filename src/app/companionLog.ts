/**
 * Two doors to one log. What comes through the patient one waits a moment for somebody who is in a hurry and goes along
 * in their commit: what reactors put on record makes no flush of its own while people talk.
 */
import type { Clock } from '../clock.ts';
import type { Appended, EventLog } from '../events/log/eventLog.ts';

/** Milliseconds that a patient append waits for company. */
const PATIENCE = 5;

export interface LogDoors {
  readonly hasty: EventLog;
  readonly patient: EventLog;
}

export function doorsTo(log: EventLog, clock: Clock): LogDoors {
  let waiting: (() => void)[] = [];
  const goAlong = (): void => {
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  };
  return {
    hasty: withAppend(log, (...append) => {
      const appended = log.append(...append);
      goAlong();
      return appended;
    }),
    patient: withAppend(
      log,
      (...append) =>
        new Promise<Appended>((resolve) => {
          if (waiting.length === 0) clock.after(PATIENCE, goAlong);
          waiting.push(() => resolve(log.append(...append)));
        }),
    ),
  };
}

/** A log like the other one but for how events are appended. */
const withAppend = (log: EventLog, append: EventLog['append']): EventLog => ({
  append,
  readStream: (...asked) => log.readStream(...asked),
  truncate: (...asked) => log.truncate(...asked),
  readAll: (...asked) => log.readAll(...asked),
  nextPage: (after) => log.nextPage(after),
  bell: (ring) => log.bell(ring),
  recent: log.recent,
  head: () => log.head(),
  close: () => log.close(),
});
