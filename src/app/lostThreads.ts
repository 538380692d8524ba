/** Threads that ended while they were needed, in the server's log. */
import type { Logger } from '../logger.ts';
import { type LostThread, lostThreads } from '../workerThread.ts';

/** Logs them from now on. Returns what ends that. */
export function logLostThreads(logger: Pick<Logger, 'error'>): () => void {
  const log = (message: unknown): void => {
    const { thread, reason } = message as LostThread;
    logger.error(
      { event: 'thread.ended', thread, reason },
      `The thread that ${thread} has ended: ${reason}.`,
    );
  };
  lostThreads.subscribe(log);
  return () => void lostThreads.unsubscribe(log);
}
