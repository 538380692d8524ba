import { expect } from 'chai';
import {
  eventId,
  lastEventIdOf,
  logEventId,
  revisionOf,
  clientEventId,
} from '../../../src/live/queues/eventIds.ts';

describe('IDs of client events after restores', () => {
  const first = { revision: 100, raisedBy: 1_000_000 };
  const second = { revision: 50, raisedBy: 2_000_000 };
  const third = { revision: 70, raisedBy: 3_000_000 };
  /** The events sent by three servers: the second and third are on backups of 99 and of 49 and 69 revisions. */
  const lives = [[], [first], [second], [second, third]];

  it('are what they were up to the back-up, and higher than all before afterwards', () => {
    for (const revision of [-1, 0, 99]) {
      const id = lastEventIdOf(revision);
      expect(clientEventId(id, [first])).to.equal(id);
    }
    expect(revisionOf(clientEventId(eventId(100, 3), [first]))).to.equal(1_000_100);
    expect(revisionOf(clientEventId(eventId(70, 0), [second, third]))).to.equal(3_000_070);
    expect(revisionOf(clientEventId(eventId(69, 0), [second, third]))).to.equal(2_000_069);
  });

  it('are understood by whoever has told them', () => {
    for (const restorations of lives)
      for (let revision = -1; revision < 300; revision += 1)
        for (const id of [eventId(revision, 0), eventId(revision, 900), eventId(revision, 0) + 1023])
          expect(logEventId(clientEventId(id, restorations), restorations)).to.equal(id);
  });

  it('are unknown where what they stood for was lost', () => {
    const shown = (revision: number, restorations: readonly (typeof first)[]) =>
      clientEventId(eventId(revision, 0), restorations);
    expect(logEventId(shown(100, []), [first])).to.equal(undefined);
    expect(logEventId(shown(99, []), [first])).to.equal(eventId(99, 0));
    expect(logEventId(shown(100, [first]), [second])).to.equal(undefined);
    expect(logEventId(shown(50, []), [second, third])).to.equal(undefined);
    expect(logEventId(shown(70, [second]), [second, third])).to.equal(undefined);
    expect(logEventId(shown(69, [second]), [second, third])).to.equal(eventId(69, 0));
  });

  it('are refused where nobody can have told them', () => {
    expect(logEventId(eventId(1_000_000 + 7, 0), [first])).to.equal(undefined);
  });
});
