import { expect } from 'chai';
import { projections } from '../../../src/projections/catalog.ts';
import { example } from '../../support/examples.ts';
import { MemoryViews } from '../../support/memoryViews.ts';
import { direct, idsOf, narrow, page, sent, town } from '../../support/messageViews.ts';

const unread = narrow({ kind: 'unread' });
const starred = narrow({ kind: 'starred' });
const read = (messages: readonly (number | readonly [number, number])[], userId = 2) =>
  example.messagesMarkedRead({ userId, messages });

describe('flags in the views', () => {
  it('take every event twice as once', async () => {
    const world = await town();
    const messageId = await world.happen(sent());
    const messages = [messageId];
    await world.happen(
      read(messages),
      example.messagesStarred({ userId: 2, messages }),
      example.messagesCollapsed({ userId: 2, messages }),
      example.messagesMarkedUnread({ userId: 2, conversations: [{ channelId: 1, messages }] }),
      example.messagesUncollapsed({ userId: 2, messages }),
      example.messagesUnstarred({ userId: 2, messages }),
    );
    const twice = new MemoryViews(projections);
    for (const event of world.events) await twice.take([event]);
    const once = twice.content();
    await twice.take(world.events);
    expect(twice.content()).to.equal(once).and.to.equal(world.views.content());
  });

  it('leave a read message read where it is moved, and an unread one unread', async () => {
    const world = await town();
    const one = await world.happen(sent());
    const other = await world.happen(sent());
    await world.happen(read([one]), example.messagesMoved({ messageId: one, messageIds: [one, other] }));
    expect(await idsOf(world, 2, unread)).to.deep.equal([other]);
    const topic = { kind: 'topic', topic: 'farewells' };
    const inTopic = narrow({ kind: 'channel', channelId: 1 }, topic, { kind: 'unread' });
    expect(await idsOf(world, 2, inTopic)).to.deep.equal([other]);
  });

  it('find what is unread without looking at all that is read', async () => {
    const world = await town();
    const first = await world.happen(sent());
    const last = await world.happen(...Array.from({ length: 3000 }, () => sent()));
    await world.happen(read([[first, last - 1]]));
    world.views.reads = 0;
    expect((await page(world, 2, { anchor: 'firstUnread', before: 0, after: 5 })).anchor).to.equal(last);
    expect(await idsOf(world, 2, unread)).to.deep.equal([last]);
    expect(world.views.reads).to.be.below(40);
  });

  it('find the oldest unread message again that was read before', async () => {
    const world = await town();
    const [one, two] = [await world.happen(sent()), await world.happen(sent())];
    await world.happen(read([[1, two]]), read([two]));
    const conversations = [{ channelId: 1, messages: [one] }];
    await world.happen(example.messagesMarkedUnread({ userId: 2, conversations }));
    expect(await idsOf(world, 2, unread)).to.deep.equal([one]);
    expect((await page(world, 2, { anchor: 'firstUnread' })).anchor).to.equal(one);
  });

  it('show what was unread again to who never received it, of older events whatever they name', async () => {
    const world = await town();
    const [old, recent] = [await world.happen(sent()), await world.happen(sent())];
    const unreadAgain = (messages: readonly number[], fields: { unreceived?: readonly number[] }) =>
      example.messagesMarkedUnread({ userId: 3, conversations: [{ channelId: 1, messages, ...fields }] });
    await world.happen(unreadAgain([old], {}), unreadAgain([recent], { unreceived: [recent] }));
    expect(await idsOf(world, 3, unread)).to.deep.equal([old, recent]);
    await world.happen(read([old, recent], 3));
    expect(await idsOf(world, 3)).to.deep.equal([old, recent]);
  });

  it('show what is starred as long as it may be read', async () => {
    const world = await town();
    const open = await world.happen(sent());
    const closed = await world.happen(sent({ channelId: 2 }));
    const personal = await world.happen(direct(1, 1, 3));
    await world.happen(example.messagesStarred({ userId: 1, messages: [open, closed, personal] }));
    await world.happen(example.messagesStarred({ userId: 3, messages: [open] }));
    expect(await idsOf(world, 1, starred)).to.deep.equal([open, closed, personal]);
    expect(await idsOf(world, 3, starred)).to.deep.equal([open]);
    await world.happen(example.usersUnsubscribed({ channelIds: [2], userIds: [1] }));
    await world.happen(example.messagesDeleted({ messageIds: [open], channelId: 1, topic: 'greetings' }));
    expect(await idsOf(world, 1, starred)).to.deep.equal([personal]);
    expect(await idsOf(world, 1, { ...starred, anchor: 'oldest', before: 0, after: 9 })).to.deep.equal([
      personal,
    ]);
  });
});
