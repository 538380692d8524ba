import type { LogFilter, StoredEvent } from './eventLog.ts';

/** Whether a filter lets an event through. */
export const matches = (
  { streamPrefixes, types }: LogFilter,
  { stream, type }: Pick<StoredEvent, 'stream' | 'type'>,
): boolean =>
  (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) && (types?.includes(type) ?? true);
