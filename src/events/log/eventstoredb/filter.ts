import type { LogFilter, StoredEvent } from '../eventLog.ts';
import { matching } from '../filter.ts';
import { isOrdinary } from './events.ts';

/** Asks for the whole filter here, for the server filters no reads; its own events never match. */
export function matchingHere(filter: LogFilter = {}): (event: StoredEvent) => boolean {
  const matches = matching(filter);
  return (event) => isOrdinary(event) && matches(event);
}
