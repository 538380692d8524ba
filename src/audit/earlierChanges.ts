/** What was changed in an imported message where it comes from, in the form of events' data. */
import type { EventData } from './references.ts';

/** A change: `time` in UNIX milliseconds, old and new values in `data`. */
export interface AuditedChange {
  readonly time: number;
  readonly editorId: number;
  readonly data: EventData;
}

/** The changes that a MessageSent tells of, oldest first, and its data without them. */
export function withoutEarlierChanges({ earlierChanges, ...data }: EventData): {
  readonly data: EventData;
  readonly earlier: readonly AuditedChange[];
} {
  if (!Array.isArray(earlierChanges)) return { data, earlier: [] };
  let content = data['content'];
  const newestFirst = (earlierChanges as readonly EventData[]).toReversed();
  const earlier = newestFirst.map(({ at, editorId, oldContent, ...places }) => {
    const texts = oldContent === undefined ? {} : { oldContent, newContent: content };
    content = oldContent ?? content;
    return { time: Number(at), editorId: Number(editorId), data: { ...texts, ...places } };
  });
  return { data, earlier: earlier.reverse() };
}
