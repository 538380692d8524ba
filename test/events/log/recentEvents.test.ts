import { expect } from 'chai';
import type { StoredEvent } from '../../../src/events/log/eventLog.ts';
import { RecentEvents } from '../../../src/events/log/recentEvents.ts';

const event = (position: number, type = 'Said', size = 10): StoredEvent => ({
  id: `id-${position}`,
  type,
  data: 'd'.repeat(size),
  metadata: '{}',
  stream: position % 2 === 0 ? 'even' : 'odd',
  revision: position,
  position,
});

const positionsOf = (page: ReturnType<RecentEvents['page']>) => page?.events.map(({ position }) => position);
const upTo = Infinity;

describe('The newest events', () => {
  it('has the events that came after it was opened, and nothing from before', () => {
    const recent = new RecentEvents(7);
    recent.add([event(9), event(12)]);
    expect(recent.head).to.equal(12);
    expect(positionsOf(recent.page({ after: 7, upTo }))).to.deep.equal([9, 12]);
    expect(positionsOf(recent.page({ after: 9, upTo }))).to.deep.equal([12]);
    expect(recent.page({ after: 6, upTo })).to.equal(undefined);
  });

  it('says how far a page has looked, whatever its filter leaves out', () => {
    const recent = new RecentEvents(0);
    recent.add([event(1), event(2), event(3), event(5)]);
    const page = recent.page({ after: 0, upTo: 4, filter: { streamPrefixes: ['ev'] } });
    expect(positionsOf(page)).to.deep.equal([2]);
    expect(page?.scanned, 'which need not be an event’s position').to.equal(4);
    expect(recent.page({ after: 3, upTo, filter: { types: ['Heard'] } })).to.deep.equal({
      events: [],
      scanned: 5,
    });
    expect(recent.page({ after: 0, upTo, limit: 2 })).to.deep.include({ scanned: 2 });
  });

  it('ends a page before it gets too large, but never before its first event', () => {
    const recent = new RecentEvents(0);
    recent.add([event(1, 'Said', 900_000), event(2, 'Said', 200_000), event(3, 'Said', 1_500_000)]);
    expect(positionsOf(recent.page({ after: 0, upTo }))).to.deep.equal([1]);
    expect(positionsOf(recent.page({ after: 1, upTo }))).to.deep.equal([2]);
    expect(positionsOf(recent.page({ after: 2, upTo }))).to.deep.equal([3]);
  });

  it('forgets its older half once it holds more than it may', () => {
    const recent = new RecentEvents(0);
    for (let position = 1; position <= 3_000; position += 1) recent.add([event(position)]);
    expect(recent.page({ after: 0, upTo })).to.equal(undefined);
    expect(positionsOf(recent.page({ after: 2_990, upTo }))).to.have.length(10);
    for (let position = 3_001; position <= 3_010; position += 1)
      recent.add([event(position, 'Said', 900_000)]);
    expect(recent.page({ after: 2_990, upTo })).to.equal(undefined);
    expect(positionsOf(recent.page({ after: 3_009, upTo }))).to.deep.equal([3_010]);
  });
});
