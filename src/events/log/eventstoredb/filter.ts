import type { LogFilter, StoredEvent } from '../eventLog.ts';
import { matching } from '../filter.ts';

/** Applies the whole filter here, because the server does not filter reads; what is not ours never matches. */
export function matchingLocally(
  isOwn: (stream: string) => boolean,
  filter: LogFilter = {},
): (event: StoredEvent) => boolean {
  const matches = matching(filter);
  return (event) => isOwn(event.stream) && matches(event);
}
