import { expect } from 'chai';
import { type Call, RequestContext, LastWrites } from '../../../src/api/http/requestContext.ts';
import { pause } from '../../../src/base/clock.ts';
import { TestClock } from '../../support/testClock.ts';
import { channels } from '../../../src/projections/channels.ts';

const AT = 7;

/** A read by nobody in particular that knows of revision `AT`, which this node's state has after so long. */
function reading(clock: TestClock, isThereAfter: number) {
  const state = { revision: AT - 1 };
  const leveled: unknown[][] = [];
  const call = {
    request: { headers: { 'hansard-position': String(AT) } },
    actor: null,
    ownWrites: new LastWrites(),
    organization: {
      id: 1,
      state,
      async waitForRevision(revision: number) {
        await pause(clock, isThereAfter);
        state.revision = revision;
      },
    },
    services: { clock, views: { level: async (...parameters: unknown[]) => leveled.push(parameters) } },
  };
  return { context: new RequestContext(call as unknown as Call), leveled };
}

describe('a read that knows of more than this node', () => {
  it('is behind until the state has that, and waits for views only as long as is left', async () => {
    const clock = new TestClock();
    const { context, leveled } = reading(clock, 300);
    expect(context.isBehind).to.equal(true);
    const caughtUp = context.catchUp();
    await clock.advance(300);
    await caughtUp;
    expect(context.isBehind).to.equal(false);
    await context.level(channels);
    expect(leveled).to.deep.equal([[[channels], 1, AT, 300]]);
  });
});
