import { expect } from 'chai';
import { NEWEST_END } from '../../../src/projections/messages/indexRanges.ts';
import { example } from '../../support/examples.ts';
import { World } from '../../support/memoryViews.ts';
import { idsOf, page, sent, town } from '../../support/messageViews.ts';

describe('a page of messages', () => {
  /** Twelve messages of channel 1, and their IDs. */
  const twelve = async () => {
    const world = await town();
    const last = await world.happen(...Array.from({ length: 12 }, () => sent()));
    return { world, ids: Array.from({ length: 12 }, (_, index) => last - 11 + index) };
  };

  it('ends at the newest message', async () => {
    const { world, ids } = await twelve();
    const { messages, ...found } = await page(world, 1, { before: 5 });
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal(ids.slice(-5));
    expect(found).to.deep.equal({
      anchor: NEWEST_END,
      foundAnchor: false,
      foundOldest: false,
      foundNewest: true,
    });
  });

  it('begins at the oldest message', async () => {
    const { world, ids } = await twelve();
    const { messages, ...found } = await page(world, 1, { anchor: 'oldest', before: 0, after: 12 });
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal(ids);
    expect(found).to.deep.equal({ anchor: 0, foundAnchor: false, foundOldest: true, foundNewest: false });
  });

  it('lies around a message, with or without it', async () => {
    const { world, ids } = await twelve();
    const around = { anchor: ids[5]!, before: 2, after: 3 };
    expect(await idsOf(world, 1, around)).to.deep.equal(ids.slice(3, 9));
    const without = await page(world, 1, { ...around, before: 0, includeAnchor: false });
    expect(without.messages.map(({ messageId }) => messageId)).to.deep.equal(ids.slice(6, 9));
    expect(without.foundAnchor).to.equal(false);
  });

  it('begins at the first message that is received and not read', async () => {
    const { world } = await twelve();
    expect((await page(world, 1, { anchor: 'firstUnread' })).anchor).to.equal(NEWEST_END);
    const unread = await world.happen(sent({ senderId: 2 }));
    await world.happen(sent({ senderId: 2 }));
    expect(await page(world, 1, { anchor: 'firstUnread', before: 0 })).to.deep.include({
      anchor: unread,
      foundAnchor: true,
    });
  });

  it('asks only the channels whose messages can be on it', async () => {
    const world = await World.after(example.userCreated());
    const channelIds = Array.from({ length: 300 }, (_, index) => index + 1);
    await world.happen(...channelIds.map((channelId) => example.channelCreated({ channelId })));
    await world.happen(example.usersSubscribed({ channelIds }));
    await world.happen(...channelIds.map((channelId) => sent({ channelId })));
    world.views.reads = 0;
    expect(await idsOf(world, 1, { before: 10 })).to.have.length(10);
    expect(world.views.reads).to.be.below(30);
  });
});
