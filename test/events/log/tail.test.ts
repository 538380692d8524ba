import { expect } from 'chai';
import type { StoredEvent } from '../../../src/events/log/eventLog.ts';
import { Tail } from '../../../src/events/log/sqlite/tail.ts';

const event = (position: number, type = 'Said', size = 10): StoredEvent => ({
  id: `id-${position}`,
  type,
  data: 'd'.repeat(size),
  metadata: '{}',
  stream: position % 2 === 0 ? 'even' : 'odd',
  revision: position,
  position,
});

const positionsOf = (page: ReturnType<Tail['page']>) => page?.events.map(({ position }) => position);
const upTo = Infinity;

describe('the tail of the log', () => {
  it('has the events that came after it was opened, and nothing from before', () => {
    const tail = new Tail(7);
    tail.add([event(9), event(12)]);
    expect(tail.head).to.equal(12);
    expect(positionsOf(tail.page({ after: 7, upTo }))).to.deep.equal([9, 12]);
    expect(positionsOf(tail.page({ after: 9, upTo }))).to.deep.equal([12]);
    expect(tail.page({ after: 6, upTo })).to.equal(undefined);
  });

  it('says how far a page has looked, whatever its filter leaves out', () => {
    const tail = new Tail(0);
    tail.add([event(1), event(2), event(3), event(5)]);
    const page = tail.page({ after: 0, upTo: 4, filter: { streamPrefixes: ['ev'] } });
    expect(positionsOf(page)).to.deep.equal([2]);
    expect(page?.scanned).to.equal(3);
    expect(tail.page({ after: 3, upTo, filter: { types: ['Heard'] } })).to.deep.equal({
      events: [],
      scanned: 5,
    });
    expect(tail.page({ after: 0, upTo, limit: 2 })).to.deep.include({ scanned: 2 });
  });

  it('ends a page before it gets too large, but never before its first event', () => {
    const tail = new Tail(0);
    tail.add([event(1, 'Said', 900_000), event(2, 'Said', 200_000), event(3, 'Said', 1_500_000)]);
    expect(positionsOf(tail.page({ after: 0, upTo }))).to.deep.equal([1]);
    expect(positionsOf(tail.page({ after: 1, upTo }))).to.deep.equal([2]);
    expect(positionsOf(tail.page({ after: 2, upTo }))).to.deep.equal([3]);
  });

  it('forgets its older half once it holds more than it may', () => {
    const tail = new Tail(0);
    for (let position = 1; position <= 3_000; position += 1) tail.add([event(position)]);
    expect(tail.page({ after: 0, upTo })).to.equal(undefined);
    expect(positionsOf(tail.page({ after: 2_990, upTo }))).to.have.length(10);
    for (let position = 3_001; position <= 3_010; position += 1) tail.add([event(position, 'Said', 900_000)]);
    expect(tail.page({ after: 2_990, upTo })).to.equal(undefined);
    expect(positionsOf(tail.page({ after: 3_009, upTo }))).to.deep.equal([3_010]);
  });
});
