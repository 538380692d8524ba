import type { Filter } from '@eventstore/db-client';
import type { LogFilter, StoredEvent } from '../eventLog.ts';
import { matching } from '../filter.ts';
import { isOrdinary } from './events.ts';

/** Events that the server scans between two checkpoints, in units of its search window of 32. */
const CHECKPOINT_INTERVAL = 8;

/** The server can filter by one thing only: streams where they are named, else types, else all but its own. */
export function serverFilter(
  filter: LogFilter | undefined,
  checkpointReached: NonNullable<Filter['checkpointReached']>,
): Filter {
  const common = { checkpointInterval: CHECKPOINT_INTERVAL, checkpointReached };
  const prefixes = filter?.streamPrefixes ?? [];
  if (prefixes.length > 0 && !prefixes.includes(''))
    return { ...common, filterOn: 'streamName', prefixes: [...prefixes] };
  const types = filter?.types ?? [];
  if (types.length > 0) return { ...common, filterOn: 'eventType', prefixes: [...types] };
  return { ...common, filterOn: 'streamName', regex: '^[^$]' };
}

/** Asks for the whole filter what the server cannot filter or filters too coarsely; its own events never match. */
export function matchingHere(filter: LogFilter = {}): (event: StoredEvent) => boolean {
  const matches = matching(filter);
  return (event) => isOrdinary(event) && matches(event);
}
