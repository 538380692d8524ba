import { expect } from 'chai';
import { eventId } from '../../../src/live/queues/eventIds.ts';
import type { BufferedEvent } from '../../../src/live/queues/bufferedEvent.ts';
import { EntryPacker, type PackedEntries, unpackEntries } from '../../../src/live/queues/packedEntry.ts';
import { Bitset } from '../../../src/organization/containers/bitset.ts';
import type { UserId } from '../../../src/base/ids.ts';

const people = (...ids: number[]) => Bitset.of(ids as UserId[]);
const bufferedEvent = (revision: number, event: object): BufferedEvent =>
  ({ id: eventId(revision, 0), revision, time: 5, bytes: 100, event }) as BufferedEvent;
const payload = { type: 'typing' };

/** With members instead of sets, which hide theirs from comparisons. */
const plain = (entries: readonly BufferedEvent[]): unknown =>
  JSON.parse(
    JSON.stringify(entries, (_key, value: unknown) =>
      value instanceof Bitset || value instanceof Map ? [...(value as Iterable<unknown>)] : value,
    ),
  );

function packedFrom(entries: readonly BufferedEvent[]): PackedEntries {
  const packer = new EntryPacker();
  for (const entry of entries) packer.add(entry);
  return packer.packed;
}

describe('packed entries', () => {
  it('come back with everything that is known of them', () => {
    const entries = [
      bufferedEvent(1, {
        payload,
        to: people(1, 70),
        offeredTo: people(2),
        flagged: { read: people(1) },
        queueId: 'q',
      }),
      { ...bufferedEvent(2, { payload, to: people(3) }), unknownTo: new Map([[7 as UserId, people(3)]]) },
      bufferedEvent(3, { to: people(4), endsQueues: true }),
    ];
    // As between threads.
    expect(plain(unpackEntries(structuredClone(packedFrom(entries))))).to.deep.equal(plain(entries));
  });

  it('hold the same set of people once, also where each entry has made its own', () => {
    const entries = Array.from({ length: 100 }, (_, index) =>
      bufferedEvent(index, { payload, to: people(1, 2, 3) }),
    );
    const packed = packedFrom(entries);
    expect(packed.audiences).to.have.length(1);
    expect(new Set(unpackEntries(packed).map(({ event }) => event.to)).size).to.equal(1);
  });
});
