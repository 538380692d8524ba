import { expect } from 'chai';
import fc from 'fast-check';
import type { ChannelId, UserId } from '../../../src/base/ids.ts';
import {
  channelsEverOf,
  channelsOf,
  isSubscribed,
  NO_END,
  subscribersOf,
  subscriptionIntervals,
} from '../../../src/organization/slices/subscriptions.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const ada = 1 as UserId;
const lobby = 1 as ChannelId;
const both = { channelIds: [1, 2], userIds: [3, 1] };

/** The founding takes revisions 0 and 1, so the first event given to `organizationAfter` is revision 2. */
describe('subscriptions', () => {
  it('are known from both ends', () => {
    const state = organizationAfter(example.usersSubscribed(both));
    expect([...subscribersOf(state, lobby)]).to.deep.equal([1, 3]);
    expect([...channelsOf(state, ada)]).to.deep.equal([1, 2]);
    expect(isSubscribed(state, ada, lobby)).to.equal(true);
    expect(isSubscribed(state, 2 as UserId, lobby)).to.equal(false);
    expect([...subscribersOf(state, 9 as ChannelId)]).to.deep.equal([]);
  });

  it('end for those who are named only', () => {
    const state = organizationAfter(
      example.usersSubscribed(both),
      example.usersUnsubscribed({ channelIds: [2], userIds: [1] }),
    );
    expect([...channelsOf(state, ada)]).to.deep.equal([1]);
    expect([...channelsEverOf(state, ada)]).to.deep.equal([1, 2]);
    expect([...subscribersOf(state, 2 as ChannelId)]).to.deep.equal([3]);
  });

  it('contain the messages after the event that began them', () => {
    const state = organizationAfter(example.usersSubscribed());
    expect(subscriptionIntervals(state, ada, lobby)).to.deep.equal([{ from: 4, to: NO_END }]);
  });

  it('keep the revision of each subscriber when others join', () => {
    const state = organizationAfter(
      example.usersSubscribed({ userIds: [5, 3] }),
      example.usersSubscribed({ userIds: [4, 9, 1] }),
    );
    const from = [1, 3, 4, 5, 9].map(
      (userId) => subscriptionIntervals(state, userId as UserId, lobby)[0]?.from,
    );
    expect(from).to.deep.equal([5, 4, 5, 4, 5]);
  });

  it('leave an interval behind when they end', () => {
    const state = organizationAfter(
      example.usersSubscribed(),
      example.messageSent(),
      example.messageSent(),
      example.usersUnsubscribed(),
      example.messageSent(),
      example.usersSubscribed(),
    );
    expect(subscriptionIntervals(state, ada, lobby)).to.deep.equal([
      { from: 4, to: 5 },
      { from: 9, to: NO_END },
    ]);
  });

  it('leave nothing behind when no message could come between', () => {
    const state = organizationAfter(example.usersSubscribed(), example.usersUnsubscribed());
    expect(subscriptionIntervals(state, ada, lobby)).to.deep.equal([]);
  });

  it('agree with a plain record of who came and went', () => {
    const step = fc.record({
      joins: fc.boolean(),
      userIds: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const state = organizationAfter();
        const since = new Map<number, number>();
        for (const { joins, userIds } of steps) {
          const concerned = userIds.filter((userId) => since.has(userId) !== joins);
          if (concerned.length === 0) continue;
          foldOn(
            state,
            joins
              ? example.usersSubscribed({ userIds: concerned })
              : example.usersUnsubscribed({ userIds: concerned }),
          );
          for (const userId of concerned) if (joins) since.set(userId, state.revision);
          for (const userId of concerned) if (!joins) since.delete(userId);
        }
        expect([...subscribersOf(state, lobby)]).to.deep.equal([...since.keys()].sort((a, b) => a - b));
        for (const [userId, revision] of since) {
          const last = subscriptionIntervals(state, userId as UserId, lobby).at(-1);
          expect(last).to.deep.equal({ from: revision + 2, to: NO_END });
        }
      }),
    );
  });
});
