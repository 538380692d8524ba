import type { LogFilter, StoredEvent } from './eventLog.ts';

type Named = Pick<StoredEvent, 'stream' | 'type'>;

/** Tells whether a filter lets an event through. */
export function matching({ streamPrefixes, types }: LogFilter): (event: Named) => boolean {
  const known = types && new Set(types);
  return ({ stream, type }) =>
    (known?.has(type) ?? true) && (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true);
}
