import { expect } from 'chai';
import type { MessageId } from '../../../src/base/ids.ts';
import { findMessage } from '../../../src/projections/messages/page.ts';
import { example } from '../../support/examples.ts';
import { World } from '../../support/memoryViews.ts';
import { direct, idsOf, narrow, page, sent, town } from '../../support/messageViews.ts';

describe('the messages view', () => {
  it('shows what was sent', async () => {
    const world = await town();
    const messageId = await world.happen(
      sent({ content: '*hi*', html: '<p><em>hi</em></p>', rendererVersion: 1 }),
    );
    const [message] = (await page(world, 2)).messages;
    expect(message).to.deep.equal({
      messageId,
      recipientId: 2,
      conversation: 'c:1:greetings',
      channelId: 1,
      topic: 'greetings',
      senderId: 1,
      content: '*hi*',
      html: '<p><em>hi</em></p>',
      rendererVersion: 1,
      history: [],
      sentAt: world.organization.time,
      client: 'test',
      readBySender: true,
      flags: {
        read: false,
        starred: false,
        collapsed: false,
        alerted: false,
        historical: false,
        mentioned: false,
        channelWildcardMentioned: false,
        topicWildcardMentioned: false,
      },
    });
  });

  it('adds and removes reactions', async () => {
    const world = await town();
    const messageId = await world.happen(sent());
    const reactions = async () => (await page(world, 1)).messages[0]?.reactions;
    await world.happen(example.reactionAdded({ messageId }), example.reactionAdded({ messageId, userId: 2 }));
    const tada = { emojiName: 'tada', emojiCode: '1f389', reactionType: 'unicode_emoji' };
    expect(await reactions()).to.deep.equal([
      { userId: 1, ...tada },
      { userId: 2, ...tada },
    ]);
    await world.happen(example.reactionRemoved({ messageId, emojiName: 'another name' }));
    expect(await reactions()).to.deep.equal([{ userId: 2, ...tada }]);
    await world.happen(example.reactionRemoved({ messageId, userId: 2 }));
    expect(await reactions()).to.equal(undefined);
  });

  it('takes every event twice as once', async () => {
    const world = await town();
    const messageId = await world.happen(sent());
    await world.happen(direct(1, 1, 2), example.reactionAdded({ messageId }));
    await world.happen(
      example.reactionRemoved({ messageId }),
      example.reactionAdded({ messageId, userId: 2 }),
    );
    const once = world.views.content();
    for (const event of world.events) await world.views.take([event]);
    await world.views.take(world.events);
    expect(world.views.content()).to.equal(once);
  });

  it('shows empty texts where everything has been erased', async () => {
    const world = await World.erasedAfter(example.userCreated(), example.channelCreated());
    await world.happen(example.usersSubscribed());
    const messageId = await world.happen(sent());
    await world.happen(example.reactionAdded({ messageId }), sent({ html: '<p>x</p>' }), direct(1, 1, 2));
    const { messages } = await page(world, 1);
    expect(messages.map(({ content, html, topic }) => ({ content, html, topic }))).to.deep.equal([
      { content: '', html: '', topic: '' },
      { content: '', html: '', topic: '' },
      { content: '', html: '', topic: undefined },
    ]);
  });

  it('gives one recipient number to a channel and one to each direct conversation', async () => {
    const world = await town();
    await world.happen(direct(1, 1, 2), sent(), direct(1, 1, 3), direct(2, 1, 2));
    const [first, channel, other, again] = (await page(world, 1)).messages.map(
      ({ recipientId }) => recipientId,
    );
    expect(again).to.equal(first);
    expect(new Set([first, channel, other]).size).to.equal(3);
  });
});

describe('the flags of a message', () => {
  const flagsFor = async (world: World, viewer: number) => {
    const { messages } = await page(world, viewer);
    const flags = Object.entries(messages.at(-1)?.flags ?? {});
    return flags.filter(([, holds]) => holds).map(([name]) => name);
  };

  it('say read of one’s own message where the client read it', async () => {
    const world = await town();
    await world.happen(sent());
    expect(await flagsFor(world, 1)).to.deep.equal(['read']);
    await world.happen(sent({ readBySender: false }));
    expect(await flagsFor(world, 1)).to.deep.equal([]);
  });

  it('say mentioned of those named as persons or through a group', async () => {
    const world = await town();
    await world.happen(sent({ mentionedUserIds: [2] }));
    expect(await flagsFor(world, 2)).to.deep.equal(['mentioned']);
    expect(await flagsFor(world, 1)).to.deep.equal(['read']);
    await world.happen(sent({ mentionedGroupIds: [3] }));
    expect(await flagsFor(world, 2)).to.deep.equal(['mentioned']);
    await world.happen(sent({ mentionedGroupIds: [7] }));
    expect(await flagsFor(world, 2)).to.deep.equal([]);
  });

  it('say mentioned of those who were in the group when it was named, whoever is in it later', async () => {
    const world = await town();
    const groupId = 9;
    await world.happen(example.userGroupCreated({ groupId, memberIds: [1] }));
    const messageId = await world.happen(sent({ senderId: 2, mentionedGroupIds: [groupId] }));
    await world.happen(
      example.userGroupMembersAdded({ groupId, userIds: [2] }),
      example.userGroupMembersRemoved({ groupId, userIds: [1] }),
    );
    expect(await flagsFor(world, 1)).to.include('mentioned');
    expect(await flagsFor(world, 2)).not.to.include('mentioned');
    expect(await idsOf(world, 1, narrow({ kind: 'mentioned' }))).to.deep.equal([messageId]);
    expect(await idsOf(world, 2, narrow({ kind: 'mentioned' }))).to.deep.equal([]);
    await world.happen(example.messageEdited({ messageId, senderId: 2, mentionedGroupIds: [groupId] }));
    expect(await flagsFor(world, 1)).not.to.include('mentioned');
    expect(await flagsFor(world, 2)).to.include('mentioned');
  });

  it('say of a channel wildcard that everybody who received it is meant', async () => {
    const world = await town();
    await world.happen(sent({ wildcards: ['channel'] }));
    expect(await flagsFor(world, 2)).to.deep.equal(['channelWildcardMentioned']);
  });

  it('say of a topic wildcard that those who take part are meant', async () => {
    const world = await town();
    await world.happen(sent({ wildcards: ['topic'], topicParticipantIds: [1] }));
    expect(await flagsFor(world, 2)).to.deep.equal([]);
    await world.happen(sent({ wildcards: ['topic'], topicParticipantIds: [1, 2] }));
    expect(await flagsFor(world, 2)).to.deep.equal(['topicWildcardMentioned']);
  });

  it('say nothing of a topic wildcard to those who take part later, nor in direct messages', async () => {
    const world = await town();
    const messageId = await world.happen(sent({ wildcards: ['topic'], topicParticipantIds: [1] }));
    await world.happen(example.reactionAdded({ userId: 2, messageId }));
    expect(await flagsFor(world, 2)).to.deep.equal([]);
    await world.happen(sent({ senderId: 1, participantIds: [1, 2], wildcards: ['topic'] }));
    expect(await flagsFor(world, 2)).to.deep.equal([]);
  });

  it('say of an edited text whom it calls now', async () => {
    const world = await town();
    const messageId = await world.happen(sent({ wildcards: ['topic'], topicParticipantIds: [1, 2] }));
    await world.happen(example.messageEdited({ messageId, editorId: 1 }));
    expect(await flagsFor(world, 2)).to.deep.equal([]);
  });

  it('say read and historical of what was never received', async () => {
    const world = await town();
    const messageId = await world.happen(sent({ wildcards: ['channel'] }));
    const message = await findMessage(world.views, world.accessOf(3), world.organization, messageId);
    expect(message?.flags).to.include({ read: true, historical: true, channelWildcardMentioned: false });
  });
});

describe('one message', () => {
  const read = async (world: World, viewer: number, messageId: number) =>
    (await findMessage(world.views, world.accessOf(viewer), world.organization, messageId as MessageId))
      ?.messageId;

  it('is shown to those who may read it', async () => {
    const world = await town();
    const inPrivate = await world.happen(sent({ channelId: 2 }));
    const between = await world.happen(direct(1, 1, 2));
    expect([await read(world, 1, inPrivate), await read(world, 1, between)]).to.deep.equal([
      inPrivate,
      between,
    ]);
    expect(await read(world, 2, between)).to.equal(between);
  });

  it('is absent for everybody else, like one that was never sent', async () => {
    const world = await town();
    const inPrivate = await world.happen(sent({ channelId: 2 }));
    const between = await world.happen(direct(1, 1, 2));
    expect([await read(world, 2, inPrivate), await read(world, 3, between)]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect([await read(world, 1, 1), await read(world, 1, 999), await read(world, 1, 1e16)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
