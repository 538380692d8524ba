/**
 * Two ways to append to one log. Patient appends wait a few milliseconds for an urgent one and share its
 * commit, so that the records of reactors cause no flush of their own while people are talking.
 */
import type { Clock } from '../clock.ts';
import type { Appended, EventLog } from '../events/log/eventLog.ts';

/** How long a patient append waits for an urgent one, in milliseconds. */
const MAX_DEFERRAL_MS = 5;

export interface AppendUrgencies {
  readonly immediate: EventLog;
  readonly deferred: EventLog;
}

export function withDeferredAppends(log: EventLog, clock: Clock): AppendUrgencies {
  let waiting: (() => void)[] = [];
  const goAlong = (): void => {
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  };
  return {
    immediate: withAppend(log, (...append) => {
      const appended = log.append(...append);
      goAlong();
      return appended;
    }),
    deferred: withAppend(
      log,
      (...append) =>
        new Promise<Appended>((resolve) => {
          if (waiting.length === 0) clock.after(MAX_DEFERRAL_MS, goAlong);
          waiting.push(() => resolve(log.append(...append)));
        }),
    ),
  };
}

/** The same log with another way to append. */
const withAppend = (log: EventLog, append: EventLog['append']): EventLog => ({
  append,
  readStream: (...asked) => log.readStream(...asked),
  truncate: (...asked) => log.truncate(...asked),
  readAll: (...asked) => log.readAll(...asked),
  nextPage: (after) => log.nextPage(after),
  watchAppends: (ring) => log.watchAppends(ring),
  recent: log.recent,
  head: () => log.head(),
  close: () => log.close(),
});
