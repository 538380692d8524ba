/**
 * One reading of a log for two threads: one reads and lends every page to the other, which is a few pages
 * behind.
 */
import type { MessagePort } from 'node:worker_threads';
import {
  type LogReads,
  LogUnavailable,
  type Position,
  type ReadAllOptions,
  type StoredEvent,
} from './eventLog.ts';

/** Messages of the lender: the head at the start of a pass (null for an empty log), pages, and the end. */
type SharedMessage =
  { readonly head: Position | null } | { readonly page: readonly StoredEvent[] } | 'end of pass';

/** Pages in transit: they limit the memory used. */
const MAX_PAGES_IN_TRANSIT = 8;

/**
 * A log that lends the pages read from it; events of further types are read for the borrower. It listens at
 * once, because the borrower may end before the log is open.
 */
export function shareReads(port: MessagePort, types: readonly string[]): (log: LogReads) => LogReads {
  let underWay = 0;
  let isClosed = false;
  let go: () => void = () => {};
  port.on('message', () => {
    underWay -= 1;
    go();
  });
  port.on('close', () => {
    isClosed = true;
    go();
  });
  const lend = async (lent: SharedMessage): Promise<void> => {
    while (underWay >= MAX_PAGES_IN_TRANSIT && !isClosed)
      await new Promise<void>((resolve) => (go = resolve));
    if (isClosed) return; // the borrower has given up, which is no reason to
    underWay += 1;
    port.postMessage(lent);
  };
  return (log) => ({
    async head() {
      const head = await log.head();
      await lend({ head });
      return head;
    },
    async *readAll(options: ReadAllOptions = {}) {
      const { filter } = options;
      const all = filter?.types && {
        filter: { ...filter, types: [...new Set([...filter.types, ...types])] },
      };
      for await (const page of log.readAll({ ...options, ...all })) {
        await lend({ page });
        yield page;
      }
      await lend('end of pass');
    },
  });
}

/**
 * The log as the borrower sees it: the passes and pages it was lent. Fails with LogUnavailable if the lender
 * ends.
 */
export function receiveReads(port: MessagePort): LogReads {
  const lent: SharedMessage[] = [];
  let isClosed = false;
  let go: () => void = () => {};
  port.on('message', (next: SharedMessage) => {
    lent.push(next);
    go();
  });
  port.on('close', () => {
    isClosed = true;
    go();
  });
  const next = async (): Promise<SharedMessage> => {
    while (lent.length === 0 && !isClosed) await new Promise<void>((resolve) => (go = resolve));
    const found = lent.shift();
    if (found === undefined) throw new LogUnavailable('The thread that reads the log has ended.');
    port.postMessage('taken');
    return found;
  };
  return {
    async head() {
      const pass = await next();
      return typeof pass === 'object' && 'head' in pass ? pass.head : null;
    },
    async *readAll() {
      for (;;) {
        const found = await next();
        if (typeof found === 'string' || !('page' in found)) return;
        yield found.page;
      }
    },
  };
}
