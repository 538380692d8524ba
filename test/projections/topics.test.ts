import { expect } from 'chai';
import type { ChannelId } from '../../src/base/ids.ts';
import { findTopics } from '../../src/projections/topics.ts';
import type { Views } from '../../src/projections/running/views.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

const listed = (world: World, viewer = 1, channelId = 1) =>
  findTopics(world.views, world.accessOf(viewer), world.organization, channelId as ChannelId);

const sendTo = (world: World, topic: string, channelId = 1) =>
  world.happen(example.messageSent({ topic, channelId }));

describe('the topics of a channel', () => {
  it('are those of no other channel, whatever their names begin with', async () => {
    const channels = [1, 2, 12].map((channelId) => example.channelCreated({ channelId }));
    const world = await World.after(example.userCreated(), ...channels);
    await sendTo(world, 'elsewhere', 12);
    await sendTo(world, 'elsewhere', 2);
    const first = await sendTo(world, '');
    const second = await sendTo(world, '\u{1F600} last by code point');
    expect(await listed(world)).to.deep.equal([
      { name: '\u{1F600} last by code point', lastMessageId: second },
      { name: '', lastMessageId: first },
    ]);
  });

  it('go with the messages that are moved and deleted', async () => {
    const world = await World.after(example.userCreated(), example.channelCreated());
    const kept = await sendTo(world, 'old');
    const moved = await sendTo(world, 'old');
    await world.happen(
      example.messagesMoved({
        messageId: moved,
        messageIds: [moved],
        oldTopic: 'old',
        newTopic: 'new',
        remaining: { firstMessageId: kept, lastMessageId: kept },
      }),
    );
    expect(await listed(world)).to.deep.equal([
      { name: 'new', lastMessageId: moved },
      { name: 'old', lastMessageId: kept },
    ]);
    await world.happen(example.messagesDeleted({ messageIds: [moved], topic: 'new' }));
    expect(await listed(world)).to.deep.equal([{ name: 'old', lastMessageId: kept }]);
  });

  it('of a protected history end with the newest message that the viewer received', async () => {
    const world = await World.after(example.userCreated(), example.channelCreated({ privacy: 'private' }));
    await sendTo(world, 'before');
    await world.happen(example.usersSubscribed());
    const received = await sendTo(world, 'before');
    await world.happen(example.usersUnsubscribed());
    await sendTo(world, 'before');
    await sendTo(world, 'between');
    expect(await listed(world)).to.deep.equal([]);
    await world.happen(example.usersSubscribed());
    expect(await listed(world)).to.deep.equal([{ name: 'before', lastMessageId: received }]);
  });

  it('are read by the five hundred, between which others have their turn', async () => {
    const world = await World.after(example.userCreated(), example.channelCreated());
    for (let number = 0; number < 1_001; number += 1) await sendTo(world, `topic ${number}`);
    const sizes: number[] = [];
    const views: Views = {
      slices: world.views.slices,
      findIds: (...parameters) => world.views.findIds(...parameters),
      get: (...parameters) => world.views.get(...parameters),
      load: (...parameters) => world.views.load(...parameters),
      async find(...parameters) {
        const found = await world.views.find(...parameters);
        sizes.push(found.length);
        return found;
      },
    };
    const shown = await findTopics(views, world.accessOf(1), world.organization, 1 as ChannelId);
    expect(new Set(shown.map(({ name }) => name)).size).to.equal(1_001);
    expect(sizes).to.deep.equal([500, 500, 1]);
  });

  it('of a protected history are looked up by the hundred, between which others have their turn', async () => {
    const world = await World.after(example.userCreated(), example.channelCreated({ privacy: 'private' }));
    await world.happen(example.usersSubscribed());
    for (let number = 0; number < 250; number += 1) await sendTo(world, `topic ${number}`);
    let turns = 0;
    const counting = (): void => {
      turns += 1;
      next = setImmediate(counting);
    };
    let next = setImmediate(counting);
    const shown = await listed(world);
    clearImmediate(next);
    expect(shown.length).to.equal(250);
    expect(turns).to.be.at.least(3);
  });
});
