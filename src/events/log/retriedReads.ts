import { retry, type RetryPolicy } from '../../base/clock.ts';
import type { EventLog, EventPages, StoredEvent } from './eventLog.ts';

/**
 * The log for readers that can wait: failed reads are retried and continue after the last event delivered.
 */
export const withRetriedReads = (log: EventLog, retryPolicy: RetryPolicy): EventLog => ({
  append: (...append) => log.append(...append),
  truncate: (...truncate) => log.truncate(...truncate),
  watchAppends: (onAppend) => log.watchAppends(onAppend),
  recent: log.recent,
  close: () => log.close(),
  ...(log.damages && { damages: () => log.damages?.() ?? Promise.resolve([]) }),
  head: () => retry(() => log.head(), retryPolicy),
  nextPage: (after) => retry(() => log.nextPage(after), retryPolicy),
  readStream(stream, options = {}) {
    const step = options.direction === 'backwards' ? -1 : 1;
    return insistentPages(retryPolicy, options.limit, (last, limit) => {
      const from = last ? last.revision + step : options.from;
      if (from !== undefined && from < 0) return noPages();
      return log.readStream(stream, {
        ...options,
        ...(from !== undefined && { from }),
        ...(limit !== undefined && { limit }),
      });
    });
  },
  readAll(options = {}) {
    const isBackwards = options.direction === 'backwards';
    return insistentPages(retryPolicy, options.limit, (last, limit) =>
      log.readAll({
        ...options,
        ...(last && (isBackwards ? { upTo: last.position - 1 } : { after: last.position })),
        ...(limit !== undefined && { limit }),
      }),
    );
  },
});

async function* noPages(): EventPages {}

/** EventPages of a reading that restarts after the last event if it fails; every page resets the retries. */
async function* insistentPages(
  retryPolicy: RetryPolicy,
  limit: number | undefined,
  read: (last: StoredEvent | undefined, limit: number | undefined) => EventPages,
): EventPages {
  let last: StoredEvent | undefined;
  let left = limit;
  let pages: AsyncIterator<readonly StoredEvent[]> | undefined;
  const next = async () => {
    pages ??= read(last, left)[Symbol.asyncIterator]();
    try {
      return await pages.next();
    } catch (error) {
      pages = undefined;
      throw error;
    }
  };
  try {
    for (;;) {
      const { value, done } = await retry(next, retryPolicy);
      if (done === true) return;
      last = value.at(-1) ?? last;
      if (left !== undefined) left -= value.length;
      yield value;
      if (left === 0) return;
    }
  } finally {
    await pages?.return?.();
  }
}
