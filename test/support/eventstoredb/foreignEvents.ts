/** What other programs leave in a log server: everything that a real one was seen to store. */
import type { Proposed, RecordStore } from './store.ts';

const proposed = (parts: Partial<Proposed> = {}): Proposed => ({
  id: crypto.randomUUID(),
  type: 'CartFilled',
  contentType: 'application/json',
  data: Buffer.from('{"cart":1}'),
  metadata: new Uint8Array(),
  ...parts,
});

/** Kinds of events, by their names. */
export const FOREIGN_EVENTS: Readonly<Record<string, Proposed>> = {
  'JSON of another program': proposed(),
  'bytes that are no text': proposed({
    contentType: 'application/octet-stream',
    data: Buffer.from([0, 255, 254, 128]),
  }),
  'no JSON where it says JSON': proposed({ data: Buffer.from('no JSON') }),
  'no data at all': proposed({ data: new Uint8Array() }),
  'broken metadata': proposed({ metadata: Buffer.from('{"a":') }),
  'metadata that is no object': proposed({ metadata: Buffer.from('null') }),
  'the type of one of ours': proposed({ type: 'MessageSent' }),
  'a link': proposed({ type: '$>', data: Buffer.from('0@organization-1') }),
};

/** Puts one of each into streams that are not ours, whose names look as if; returns how many. */
export function leaveForeignEvents(store: RecordStore): number {
  const streams = ['carts', 'organization-', 'organization-x', 'organization-01', 'servers', 'reactor-1'];
  for (const stream of streams) store.append(stream, 'any', Object.values(FOREIGN_EVENTS).map(renewed));
  store.tombstone('gone');
  return streams.length * Object.keys(FOREIGN_EVENTS).length + 1;
}

export const renewed = (event: Proposed): Proposed => ({ ...event, id: crypto.randomUUID() });
