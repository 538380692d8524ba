import type { LogFilter, StoredEvent } from './eventLog.ts';

type FilteredEvent = Pick<StoredEvent, 'stream' | 'type'>;

/** Whether an event matches a filter. */
export function matching({ streamPrefixes, types }: LogFilter): (event: FilteredEvent) => boolean {
  const known = types && new Set(types);
  return ({ stream, type }) =>
    (known?.has(type) ?? true) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true);
}
