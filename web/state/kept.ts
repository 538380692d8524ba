/** Messages that were read before, for a start without waiting and for reading without a connection. */
import type { Message } from './data.ts';
import { isReaderConfirmed, keep, stored } from './database.ts';

/** Newest messages that are kept of one list. */
const MOST_KEPT = 60;

export function keepMessages(key: string, page: readonly Message[]): void {
  if (isReaderConfirmed() && !key.startsWith('search ')) void keep('feeds', key, page.slice(-MOST_KEPT));
}

export async function keptMessages(key: string): Promise<readonly Message[]> {
  return ((await stored('feeds', key)) as readonly Message[] | undefined) ?? [];
}
