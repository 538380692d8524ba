import { expect } from 'chai';
import { projections } from '../../src/projections/catalog.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const idempotency = { keyHash: 'key', parametersHash: 'parameters' };
const tada = { emojiName: 'tada', emojiCode: '1f389', reactionType: 'unicode_emoji' };

describe('the messageFacts view', () => {
  it('keeps what decisions ask about a message, its conversation and its key', async () => {
    const world = await World.after();
    const messageId = await world.happen(example.messageSent({ senderId: 4, topic: 'Lunch', idempotency }));
    await world.happen(example.reactionAdded({ messageId, userId: 6, topic: 'Lunch' }));
    expect(world.views.document('messageFacts', messageId)).to.deep.equal({
      senderId: 4,
      conversation: { kind: 'channel', channelId: 1, topic: 'Lunch' },
      reactions: [{ userId: 6, ...tada }],
      readBySender: true,
    });
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.deep.equal({
      topic: 'Lunch',
      firstMessageId: messageId,
      lastMessageId: messageId,
      participants: [4, 6],
    });
    expect(world.views.document('sendKeys', 'key')).to.deep.equal({
      messageId,
      parametersHash: 'parameters',
    });
  });

  it('forgets a reaction that was taken back', async () => {
    const world = await World.after();
    const messageId = await world.happen(example.messageSent());
    await world.happen(example.reactionAdded({ messageId }), example.reactionRemoved({ messageId }));
    expect(world.views.document('messageFacts', messageId)).to.have.deep.property('reactions', []);
  });

  it('takes every event twice as once', async () => {
    const world = await World.after();
    const messageId = await world.happen(example.messageSent({ idempotency }), example.messageSent());
    await world.happen(example.reactionAdded({ messageId }), example.messageSent({ participantIds: [1, 2] }));
    const once = world.views.content();
    for (const event of world.events) await world.views.take([event]);
    expect(world.views.content()).to.equal(once);
  });
});

describe('the catalog of projections', () => {
  it('gives every name and every collection to one projection', () => {
    const names = projections.map(({ name }) => name);
    const collections = projections.flatMap((projection) => Object.keys(projection.collections));
    expect(new Set(names).size).to.equal(names.length);
    expect(new Set(collections).size).to.equal(collections.length);
  });
});
