/** Events on their way to a thread: one list of numbers and texts is copied faster than many objects. */
import type { Position, StoredEvent } from '../../../events/log/eventLog.ts';

/** The fields of all events, one after the other. */
export type PackedEvents = readonly (number | string)[];

type Fields = [
  position: Position,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

const FIELDS = 7;

export function packed(events: readonly StoredEvent[]): PackedEvents {
  const all: (number | string)[] = [];
  for (const { position, stream, revision, id, type, data, metadata } of events)
    all.push(position, stream, revision, id, type, data, metadata);
  return all;
}

export function unpacked(all: PackedEvents): StoredEvent[] {
  const events: StoredEvent[] = [];
  for (let start = 0; start < all.length; start += FIELDS) {
    const fields = all.slice(start, start + FIELDS) as Fields;
    const [position, stream, revision, id, type, data, metadata] = fields;
    events.push({ position, stream, revision, id, type, data, metadata });
  }
  return events;
}
