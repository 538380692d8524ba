import { expect } from 'chai';
import { Refused } from '../../../src/base/errors.ts';
import { example } from '../../support/examples.ts';
import { direct, idsOf, narrow, page, sent, town } from '../../support/messageViews.ts';

describe('a narrow', () => {
  it('keeps to a channel, a topic without case, a sender or one message', async () => {
    const world = await town();
    const one = await world.happen(sent({ topic: 'Lunch' }));
    const two = await world.happen(sent({ senderId: 2 }));
    const three = await world.happen(sent({ channelId: 2, topic: 'LUNCH' }));
    const four = await world.happen(direct(2, 1, 2));
    const channel = { kind: 'channel', channelId: 1 };
    expect(await idsOf(world, 1, narrow(channel))).to.deep.equal([one, two]);
    expect(await idsOf(world, 1, narrow({ kind: 'topic', topic: 'lunch' }))).to.deep.equal([one, three]);
    expect(await idsOf(world, 1, narrow(channel, { kind: 'topic', topic: 'lUnch' }))).to.deep.equal([one]);
    expect(await idsOf(world, 1, narrow({ kind: 'sender', senderId: 2 }))).to.deep.equal([two, four]);
    expect(await idsOf(world, 1, narrow({ kind: 'id', messageId: three }))).to.deep.equal([three]);
    expect(await idsOf(world, 1, narrow({ ...channel, negated: true }))).to.deep.equal([three, four]);
  });

  it('leaves out what is in a channel now, and not what was sent there and is elsewhere', async () => {
    const world = await town();
    await world.happen(example.channelCreated({ channelId: 3 }));
    const moved = await world.happen(sent());
    const stayed = await world.happen(sent());
    await world.happen(
      example.messagesMoved({ messageId: moved, oldChannelId: 1, newChannelId: 3, newTopic: 'elsewhere' }),
    );
    expect(await idsOf(world, 2)).to.deep.equal([moved, stayed]);
    const notThere = { kind: 'channel', channelId: 1, negated: true };
    expect(await idsOf(world, 2, narrow(notThere))).to.deep.equal([moved]);
    expect(await idsOf(world, 2, narrow(notThere, { kind: 'topic', topic: 'elsewhere' }))).to.deep.equal([
      moved,
    ]);
  });

  it('keeps to direct messages, one conversation of them, or channels', async () => {
    const world = await town();
    const one = await world.happen(direct(1, 1, 2));
    const two = await world.happen(direct(1, 1));
    const three = await world.happen(sent());
    const four = await world.happen(direct(3, 1, 2, 3));
    expect(await idsOf(world, 1, narrow({ kind: 'direct' }))).to.deep.equal([one, two, four]);
    expect(await idsOf(world, 1, narrow({ kind: 'direct', negated: true }))).to.deep.equal([three]);
    expect(await idsOf(world, 1, narrow({ kind: 'directWith', userIds: [2] }))).to.deep.equal([one]);
    expect(await idsOf(world, 1, narrow({ kind: 'directWith', userIds: [3, 1, 2] }))).to.deep.equal([four]);
    expect(await idsOf(world, 1, narrow({ kind: 'directWith', userIds: [] }))).to.deep.equal([two]);
    expect(await idsOf(world, 3, narrow({ kind: 'directWith', userIds: [1, 2] }))).to.deep.equal([four]);
  });

  it('shows a public channel’s whole history to those who were not there', async () => {
    const world = await town();
    const messageId = await world.happen(sent());
    expect(await idsOf(world, 3)).to.deep.equal([]);
    const { messages } = await page(world, 3, narrow({ kind: 'channel', channelId: 1 }));
    expect(messages.map((message) => message.messageId)).to.deep.equal([messageId]);
    expect(messages[0]?.flags).to.include({ read: true, historical: true });
    const personal = narrow({ kind: 'channel', channelId: 1 }, { kind: 'direct', negated: true });
    expect(await idsOf(world, 3, personal)).to.deep.equal([]);
    const named = await world.happen(sent({ mentionedUserIds: [3] }));
    expect(await idsOf(world, 3, personal)).to.deep.equal([named]);
  });

  it('shows of a protected history what was sent while subscribed', async () => {
    const world = await town();
    await world.happen(sent({ channelId: 2 }));
    await world.happen(example.usersSubscribed({ channelIds: [2], userIds: [2] }));
    const received = await world.happen(sent({ channelId: 2 }));
    expect(await idsOf(world, 2, narrow({ kind: 'channel', channelId: 2 }))).to.deep.equal([received]);
    await world.happen(example.usersUnsubscribed({ channelIds: [2], userIds: [2] }));
    expect(await idsOf(world, 2)).to.deep.equal([]);
  });

  it('finds what names the viewer in a channel that he may read but does not follow', async () => {
    const world = await town();
    const messageId = await world.happen(sent({ mentionedUserIds: [3] }));
    await world.happen(sent({ channelId: 2, mentionedUserIds: [3] }));
    expect(await idsOf(world, 3)).to.deep.equal([messageId]);
  });

  it('of an unreadable channel or of two channels finds nothing, and both ends of it', async () => {
    const world = await town();
    await world.happen(sent(), sent({ channelId: 2 }));
    const nothing = { messages: [], foundAnchor: false, foundOldest: true, foundNewest: true };
    const around = { anchor: 3, before: 0, after: 0 };
    const [one, two] = [1, 2].map((channelId) => ({ kind: 'channel', channelId }));
    expect(await page(world, 2, { ...around, ...narrow(two!) })).to.deep.include(nothing);
    expect(await page(world, 1, { ...around, ...narrow(one!, two!) })).to.deep.include(nothing);
  });

  it('that asks for channel messages and direct ones at once is refused', async () => {
    const world = await town();
    const refusal = async (...terms: readonly object[]) => {
      const error: unknown = await page(world, 1, narrow(...terms)).catch((reason: unknown) => reason);
      return error instanceof Refused ? error.code : error;
    };
    const channel = { kind: 'channel', channelId: 1 };
    expect(await refusal(channel, { kind: 'direct' })).to.equal('BAD_NARROW');
    expect(await refusal({ kind: 'directWith', userIds: [2] }, channel)).to.equal('BAD_NARROW');
    expect(await refusal({ kind: 'direct', negated: true }, { kind: 'direct' })).to.equal('BAD_NARROW');
    expect(
      await idsOf(world, 1, narrow(channel, { kind: 'directWith', userIds: [2], negated: true })),
    ).to.deep.equal([]);
  });
});
