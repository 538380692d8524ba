import type { LogFilter, StoredEvent } from './eventLog.ts';

type Named = Pick<StoredEvent, 'stream' | 'type'>;

/** Whether an event matches a filter. */
export function matching({ streamPrefixes, types }: LogFilter): (event: Named) => boolean {
  const known = types && new Set(types);
  return ({ stream, type }) =>
    (known?.has(type) ?? true) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true);
}
