import type { LogFilter, StoredEvent } from '../eventLog.ts';
import { matching } from '../filter.ts';
import { isOrdinary } from './events.ts';

/** Applies the whole filter here, because the server does not filter reads; its own events never match. */
export function matchingHere(filter: LogFilter = {}): (event: StoredEvent) => boolean {
  const matches = matching(filter);
  return (event) => isOrdinary(event) && matches(event);
}
