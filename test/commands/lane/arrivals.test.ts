import { expect } from 'chai';
import { RevisionWaiters } from '../../../src/commands/lane/revisionWaiters.ts';
import { TestClock } from '../../support/testClock.ts';

describe('waiting for a revision', () => {
  let clock: TestClock;
  let arrivals: RevisionWaiters;
  let told: string[];

  const wait = (revision: number, patience: number) =>
    void arrivals.waitFor(revision, patience).then((isThere) => told.push(`${revision} ${isThere}`));

  beforeEach(() => {
    clock = new TestClock();
    arrivals = new RevisionWaiters(clock);
    told = [];
  });

  it('ends for all whose revision is there, and goes on for the others', async () => {
    for (const revision of [3, 4, 5]) wait(revision, 500);
    arrivals.announce(4);
    await clock.advance(499);
    expect(told).to.deep.equal(['3 true', '4 true']);
  });

  it('ends for each when its own patience does', async () => {
    wait(3, 500);
    await clock.advance(300);
    wait(3, 500);
    await clock.advance(200);
    expect(told).to.deep.equal(['3 false']);
    arrivals.announce(3);
    await clock.advance(1000);
    expect(told).to.deep.equal(['3 false', '3 true']);
  });
});
