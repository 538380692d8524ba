import { expect } from 'chai';
import { deleteMessage } from '../../../src/commands/messages/change.ts';
import type { MessageId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import type { World } from '../../support/memoryViews.ts';
import { decide, refusal, sendMessageIn, town } from '../messageFixture.ts';

const DAY = 24 * 60 * 60_000;

describe('a decision to delete a message', () => {
  const remove = (world: World, messageId: number, actor: number, later = 0) =>
    decide(world, deleteMessage, { messageId: messageId as MessageId }, actor, later);

  it('is for administrators always, and for its sender in time', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const forbidden = "You don't have permission to delete this message";
    expect(await refusal(remove(world, id, 3))).to.equal(forbidden);
    const late = 'The time limit for deleting this message has passed';
    expect(await refusal(remove(world, id, 2, DAY))).to.equal(late);
    expect(await refusal(remove(world, id, 1, DAY))).to.equal('accepted');
  });

  it('leaves the views without the message, and the channel with its new beginning', async () => {
    const world = await town();
    const [first, second] = [await sendMessageIn(world), await sendMessageIn(world)];
    await remove(world, first, 2);
    expect(world.views.document('messages', first)).to.equal(undefined);
    expect(world.views.document('channelActivity', 1)).to.include({ firstMessageId: second });
    await remove(world, second, 2);
    expect(world.views.document('channelActivity', 1)).to.include({ firstMessageId: null });
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.equal(undefined);
    expect(await refusal(remove(world, second, 2))).to.equal('Invalid message(s)');
  });

  it('leaves what the topic is to people, even with the last message', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    await world.happen(
      example.topicPolicySet({ userIds: [3], channelId: 1, topic: 'lunch', newPolicy: 'muted' }),
    );
    const { events } = await remove(world, id, 2);
    expect(events.map(({ type }) => type)).to.deep.equal(['MessagesDeleted']);
  });

  it('is the owner’s for the messages of a bot', async () => {
    const world = await town();
    await world.happen(
      example.userCreated({ userId: 5, bot: { type: 1, ownerId: 3, isSystem: false } as never }),
      example.usersSubscribed({ channelIds: [1], userIds: [5] }),
    );
    const id = await sendMessageIn(world, 'lunch', 5);
    expect(await refusal(remove(world, id, 2))).to.equal("You don't have permission to delete this message");
    expect(await refusal(remove(world, id, 3))).to.equal('accepted');
  });
});
