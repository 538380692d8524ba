/** Messages that were read before, for a start without waiting and for reading without a connection. */
import type { Message } from './data.ts';
import { keep, stored } from './database.ts';
import { isReaderConfirmed } from './reader.ts';

/** Newest messages that are kept of one list. */
const MAX_CACHED_MESSAGES = 60;

export function cacheMessages(key: string, page: readonly Message[]): void {
  if (isReaderConfirmed() && !key.startsWith('search '))
    void keep('feeds', key, page.slice(-MAX_CACHED_MESSAGES));
}

export async function cachedMessages(key: string): Promise<readonly Message[]> {
  return ((await stored('feeds', key)) as readonly Message[] | undefined) ?? [];
}
