import { expect } from 'chai';
import type { UserId } from '../../src/base/ids.ts';
import { findScheduledMessages } from '../../src/projections/personal.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const HOUR = 60 * 60 * 1000;
const TIME = Date.UTC(2026, 0, 2);

const shownTo = (world: World, userId = 1) =>
  findScheduledMessages(world.views, world.organization, userId as UserId);
const idsOf = async (world: World, userId = 1) =>
  (await shownTo(world, userId)).map(({ scheduledMessageId }) => scheduledMessageId);
const scheduled = (scheduledMessageId: number, hours = 0) =>
  example.messageScheduled({ scheduledMessageId, deliverAt: TIME + hours * HOUR });

describe('the scheduled messages view', () => {
  it('shows every field of a message for a channel', async () => {
    const world = await World.after(example.messageScheduled({ html: '<p>Good <em>morning</em></p>' }));
    expect(await shownTo(world)).to.deep.equal([
      {
        scheduledMessageId: 1,
        authorId: 1,
        channelId: 1,
        topic: 'greetings',
        content: 'Good morning',
        html: '<p>Good <em>morning</em></p>',
        deliverAt: TIME,
        isFailed: false,
      },
    ]);
  });

  it('shows who takes part in a direct one', async () => {
    const [message] = await shownTo(await World.after(example.messageScheduled({ participantIds: [1, 2] })));
    expect(message).to.have.deep.property('participantIds', [1, 2]);
    expect(message).to.not.have.any.keys('channelId', 'topic', 'html');
  });

  it('shows an author’s own, in the order of their times', async () => {
    const others = example.messageScheduled({ scheduledMessageId: 4, authorId: 2 });
    const world = await World.after(scheduled(1, 2), scheduled(2, 1), scheduled(3, 2), others);
    expect(await idsOf(world)).to.deep.equal([2, 1, 3]);
    expect(await idsOf(world, 2)).to.deep.equal([4]);
    expect(await idsOf(world, 3)).to.deep.equal([]);
  });

  it('shows a message as it was edited, in its new place among the others', async () => {
    const world = await World.after(scheduled(1), scheduled(2, 1));
    const edited = example.scheduledMessageEdited({ participantIds: [1, 2], deliverAt: TIME + 2 * HOUR });
    await world.happen(edited);
    const [, message] = await shownTo(world);
    expect(message).to.include({
      scheduledMessageId: 1,
      content: 'Good evening',
      deliverAt: TIME + 2 * HOUR,
    });
    expect(message).to.not.have.property('channelId');
  });

  it('shows one that is being sent, and one that failed, until its author edits it', async () => {
    const world = await World.after(scheduled(1), example.scheduledSendStarted());
    expect(await shownTo(world)).to.have.length(1);
    await world.happen(example.scheduledSendFailed());
    expect((await shownTo(world))[0]).to.include({ isFailed: true });
    await world.happen(example.scheduledMessageEdited());
    expect((await shownTo(world))[0]).to.include({ isFailed: false });
  });

  it('shows none that was sent or deleted', async () => {
    const world = await World.after(scheduled(1), scheduled(2), scheduled(3));
    await world.happen(example.scheduledMessageSent(), example.scheduledMessageDeleted());
    expect(await idsOf(world)).to.deep.equal([1]);
  });

  it('shows empty texts where they have been erased', async () => {
    const world = await World.erasedAfter(
      example.messageScheduled({ html: '<p>x</p>' }),
      example.scheduledSendFailed(),
    );
    expect((await shownTo(world))[0]).to.include({ content: '', html: '', topic: '', isFailed: true });
  });

  it('takes every event twice as once', async () => {
    const world = await World.after(scheduled(1), scheduled(2), scheduled(3));
    await world.happen(
      example.scheduledMessageEdited(),
      example.scheduledSendStarted(),
      example.scheduledSendFailed(),
      example.scheduledMessageSent(),
      example.scheduledMessageDeleted(),
    );
    const once = world.views.content();
    await world.views.take(world.events);
    expect(world.views.content()).to.equal(once);
  });
});
