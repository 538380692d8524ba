import { expect } from 'chai';
import { RevisionWaiters } from '../../../src/commands/lane/revisionWaiters.ts';
import { TestClock } from '../../support/testClock.ts';

describe('waiting for a revision', () => {
  let clock: TestClock;
  let waiters: RevisionWaiters;
  let results: string[];

  const wait = (revision: number, timeoutMs: number) =>
    void waiters.waitFor(revision, timeoutMs).then((isThere) => results.push(`${revision} ${isThere}`));

  beforeEach(() => {
    clock = new TestClock();
    waiters = new RevisionWaiters(clock);
    results = [];
  });

  it('ends for all whose revision is there, and goes on for the others', async () => {
    for (const revision of [3, 4, 5]) wait(revision, 500);
    waiters.announce(4);
    await clock.advance(499);
    expect(results).to.deep.equal(['3 true', '4 true']);
  });

  it('ends for each when its own patience does', async () => {
    wait(3, 500);
    await clock.advance(300);
    wait(3, 500);
    await clock.advance(200);
    expect(results).to.deep.equal(['3 false']);
    waiters.announce(3);
    await clock.advance(1000);
    expect(results).to.deep.equal(['3 false', '3 true']);
  });
});
