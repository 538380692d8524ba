import { expect } from 'chai';
import { RateLimit } from '../../../src/api/http/rateLimits.ts';
import { TestClock } from '../../support/testClock.ts';

describe('what a call has cost beyond itself', () => {
  let clock: TestClock;
  let limit: RateLimit;
  beforeEach(() => {
    clock = new TestClock();
    limit = new RateLimit({ requests: 10, seconds: 1 }, clock);
  });

  it('takes up room in the window', async () => {
    limit.take('ann');
    limit.charge('ann', 9);
    expect(limit.take('ann').wait).to.equal(1_000);
    await clock.advance(1_000);
    expect(limit.take('ann')).to.include({ wait: 0, remaining: 9 });
  });

  it('is waited for where calls that began together have filled the window before', async () => {
    for (let call = 0; call < 10; call += 1) limit.take('ann');
    for (let call = 0; call < 10; call += 1) limit.charge('ann', 3);
    expect(limit.take('ann').wait, 'thirty calls at ten a second').to.equal(3_000);
    expect(limit.take('bob').wait).to.equal(0);
    await clock.advance(2_999);
    expect(limit.take('ann').wait).to.equal(1);
    await clock.advance(1);
    expect(limit.take('ann').wait).to.equal(0);
  });

  it('is forgotten with its window, not before', async () => {
    for (let call = 0; call < 10; call += 1) limit.take('ann');
    limit.charge('ann', 50);
    await clock.advance(1_500);
    limit.take('bob');
    expect(limit.take('ann').wait).to.equal(3_500);
  });
});
