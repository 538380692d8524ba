import { expect } from 'chai';
import { type ChangeMessageInput, changeMessage } from '../../../src/commands/messages/change.ts';
import { deleteMessage } from '../../../src/commands/messages/change.ts';
import { MAX_EXCERPT_MESSAGES } from '../../../src/organization/slices/excerpts.ts';
import { example } from '../../support/examples.ts';
import type { World } from '../../support/memoryViews.ts';
import {
  change,
  channel,
  decide,
  refusal,
  sendMessageIn,
  text,
  town,
  type RequestedInput,
} from '../messageFixture.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('a decision to edit a message', () => {
  it('is its sender’s alone, whoever else may do what', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const forbidden = "You don't have permission to edit this message";
    expect(await refusal(decide(world, changeMessage, change(id, text('x')), 1))).to.equal(forbidden);
    expect(await refusal(decide(world, changeMessage, change(id, text('x')), 2))).to.equal('accepted');
  });

  it('is taken a thousand times', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const property = 'messageContentEditLimitSeconds';
    await world.happen(example.organizationSettingChanged({ property, oldValue: 600, newValue: null }));
    const edit = (count: number) =>
      refusal(decide(world, changeMessage, change(id, text(`soup ${count}`)), 2));
    for (let count = 1; count < 1_000; count += 1) await edit(count);
    expect(await edit(1_000)).to.equal('accepted');
    expect(await edit(1_001)).to.equal('This message has been changed too often.');
  });

  it('is taken a thousand times at most, and a move two thousand times, edits counted', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    for (const property of [
      'messageContentEditLimitSeconds',
      'moveMessagesWithinChannelLimitSeconds',
    ] as const)
      await world.happen(example.organizationSettingChanged({ property, oldValue: 600, newValue: null }));
    const move = (count: number) =>
      refusal(decide(world, changeMessage, change(id, { topic: `topic ${count}`, reach: 'all' }), 1));
    for (let count = 1; count < 2_000; count += 1) await move(count);
    expect(await refusal(decide(world, changeMessage, change(id, text('stew')), 2))).to.equal(
      'This message has been changed too often.',
    );
    expect(await move(2_000)).to.equal('accepted');
    expect(await move(2_001)).to.equal('A message has been changed too often to be moved.');
  });

  it('records the text before and after', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const { events } = await decide(world, changeMessage, change(id, text('stew')), 2);
    expect(events.map(({ type }) => type)).to.deep.equal(['MessageEdited']);
    expect(events[0]?.data).to.deep.include({ oldContent: 'soup', newContent: 'stew', channelId: 1 });
  });

  it('keeps to the limit of the organization, with twenty seconds of grace', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const late = 'The time limit for editing this message has passed';
    const edit = (after: number, content: string) =>
      refusal(decide(world, changeMessage, change(id, text(content)), 2, after));
    expect(await edit(10 * MINUTE + 20_001, 'late')).to.equal(late);
    expect(await edit(10 * MINUTE + 20_000, 'just in time')).to.equal('accepted');
    await world.happen(
      example.organizationSettingChanged({
        property: 'messageContentEditLimitSeconds',
        oldValue: 600,
        newValue: null,
      }),
    );
    expect(await edit(DAY, 'whenever')).to.equal('accepted');
  });

  it('is turned off where the organization does not want any', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    await world.happen(example.organizationSettingChanged());
    const off = 'Your organization has turned off message editing';
    expect(await refusal(decide(world, changeMessage, change(id, text('x')), 2))).to.equal(off);
  });
});

describe('a decision to move messages', () => {
  const moves = async (world: World, requested: ChangeMessageInput, actor = 2) => {
    const { events } = await decide(world, changeMessage, requested, actor);
    return events.flatMap(({ type, data }) =>
      type === 'MessagesMoved' ? [(data as { messageIds: readonly number[] }).messageIds] : [],
    );
  };

  it('takes the one message, those after it, or all of the topic', async () => {
    for (const [reach, expected] of [
      ['one', [1]],
      ['later', [1, 2]],
      ['all', [0, 1, 2]],
    ] as const) {
      const world = await town();
      const ids = [await sendMessageIn(world), await sendMessageIn(world), await sendMessageIn(world)];
      const moved = await moves(world, change(ids[1]!, { topic: 'dinner', reach }));
      expect(moved, reach).to.deep.equal([expected.map((index) => ids[index])]);
    }
  });

  it('leaves what is left known, and carries on where the topic is', async () => {
    const world = await town();
    const [first, middle, last] = [
      await sendMessageIn(world),
      await sendMessageIn(world),
      await sendMessageIn(world),
    ];
    await moves(world, change(middle, { topic: 'Dinner' }));
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.include({
      firstMessageId: first,
      lastMessageId: last,
    });
    await moves(world, change(first, { topic: 'DINNER', reach: 'all' }));
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.equal(undefined);
    expect(world.views.document('conversationFacts', 'c:1:dinner')).to.deep.equal({
      topic: 'Dinner',
      firstMessageId: first,
      lastMessageId: last,
      participants: [2],
    });
  });

  it('goes in parts where the topic is long, the named message last', async () => {
    const world = await town();
    const named = await sendMessageIn(world);
    await world.happen(
      ...Array.from({ length: MAX_EXCERPT_MESSAGES + 1 }, () => example.messageSent({ topic: 'lunch' })),
    );
    const all = change(named, { topic: 'dinner', reach: 'all', notifiesOldTopic: true });
    const parts: { messageIds: readonly number[]; notifiesOldTopic: boolean }[] = [];
    for (let status = 'more'; status === 'more';) {
      const { events, result } = await decide(world, changeMessage, all, 1);
      parts.push(events[0]?.data as never);
      status = result.status;
    }
    expect(parts.map(({ messageIds }) => messageIds.length)).to.deep.equal([MAX_EXCERPT_MESSAGES, 2]);
    expect(parts.map(({ messageIds }) => messageIds.includes(named))).to.deep.equal([false, true]);
    expect(parts.map(({ notifiesOldTopic }) => notifiesOldTopic)).to.deep.equal([false, true]);
  });

  it('tells which channel begins with another message now', async () => {
    const world = await town();
    const [first, second] = [await sendMessageIn(world), await sendMessageIn(world)];
    const { events } = await decide(world, changeMessage, change(first, channel(2)), 2);
    expect(events[0]?.data).to.have.deep.property('channelBeginnings', [
      { channelId: 1, oldMessageId: first, newMessageId: second },
      { channelId: 2, oldMessageId: null, newMessageId: first },
    ]);
    expect(world.views.document('channelActivity', 1)).to.include({ firstMessageId: second });
    expect(world.views.document('channelActivity', 2)).to.include({ firstMessageId: first });
  });

  it('carries over what an emptied topic was to people', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    await world.happen(
      example.topicPolicySet({ userIds: [3], channelId: 1, topic: 'lunch', newPolicy: 'followed' }),
    );
    const { events } = await decide(world, changeMessage, change(id, { topic: 'dinner' }), 2);
    expect(events.slice(1).map(({ data }) => data)).to.deep.equal([
      { userIds: [3], channelId: 1, topic: 'lunch', oldPolicy: 'followed', newPolicy: 'none' },
      { userIds: [3], channelId: 1, topic: 'dinner', oldPolicy: 'none', newPolicy: 'followed' },
    ]);
  });

  it('tells the new topic to nobody who may not read it there', async () => {
    const world = await town();
    await world.happen(
      example.channelCreated({ channelId: 3, privacy: 'private' }),
      example.usersSubscribed({ channelIds: [3], userIds: [2] }),
    );
    const muted = { channelId: 1, topic: 'lunch', newPolicy: 'muted' } as const;
    const id = await sendMessageIn(world);
    await world.happen(example.topicPolicySet({ ...muted, userIds: [2, 3] }));
    const { events } = await decide(world, changeMessage, change(id, { ...channel(3), topic: 'merger' }), 2);
    expect(events.slice(1).map(({ data }) => data)).to.deep.equal([
      { userIds: [2, 3], channelId: 1, topic: 'lunch', oldPolicy: 'muted', newPolicy: 'none' },
      { userIds: [2], channelId: 3, topic: 'merger', oldPolicy: 'none', newPolicy: 'muted' },
    ]);
  });

  it('keeps what a topic was to followers who are deactivated, and forgets those who have left', async () => {
    const world = await town();
    const kept = { channelId: 3, topic: 'lunch', newPolicy: 'muted' } as const;
    await world.happen(
      example.channelCreated({ channelId: 3, privacy: 'private' }),
      example.usersSubscribed({ channelIds: [3], userIds: [2, 3, 4] }),
      example.topicPolicySet({ ...kept, userIds: [3, 4] }),
      example.userDeactivated({ userId: 3 }),
      example.usersUnsubscribed({ channelIds: [3], userIds: [4] }),
    );
    const id = await world.happen(example.messageSent({ channelId: 3, topic: 'lunch', senderId: 2 }));
    const { events } = await decide(world, changeMessage, change(id, { topic: 'merger' }), 2);
    expect(events.slice(1).map(({ data }) => data)).to.deep.equal([
      { userIds: [3, 4], channelId: 3, topic: 'lunch', oldPolicy: 'muted', newPolicy: 'none' },
      { userIds: [3], channelId: 3, topic: 'merger', oldPolicy: 'none', newPolicy: 'muted' },
    ]);
  });

  it('spells a topic otherwise', async () => {
    const world = await town();
    const [one, other] = [await sendMessageIn(world), await sendMessageIn(world)];
    expect(await moves(world, change(one, { topic: 'Lunch', reach: 'all' }))).to.deep.equal([[one, other]]);
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.include({ topic: 'Lunch' });
    expect(await refusal(moves(world, change(one, { topic: 'Lunch' })))).to.equal('Nothing to change');
    await moves(world, change(one, { topic: 'LUNCH' }));
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.include({ topic: 'Lunch' });
    await moves(world, change(other, { topic: 'LUNCH' }));
    expect(world.views.document('conversationFacts', 'c:1:lunch')).to.include({ topic: 'LUNCH' });
  });

  it('is too late after a week, but for moderators and for resolving a topic', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const attempt = (requested: RequestedInput<ChangeMessageInput>, actor: number) =>
      refusal(decide(world, changeMessage, change(id, requested), actor, 8 * DAY));
    const late = "The time limit for editing this message's topic has passed.";
    expect(await attempt({ topic: 'dinner' }, 2)).to.equal(late);
    expect(await attempt(channel(2), 2)).to.equal(
      "The time limit for editing this message's channel has passed",
    );
    expect(await attempt({ topic: '✔ lunch' }, 2)).to.equal('accepted');
    expect(await attempt({ topic: 'dinner' }, 1)).to.equal('accepted');
  });

  it('changes nothing where only part of the topic may be moved', async () => {
    const world = await town();
    await sendMessageIn(world);
    world.time = world.organization.time + 8 * DAY;
    const id = await sendMessageIn(world);
    const all = change(id, { topic: 'dinner', reach: 'all' });
    const { events, result } = await decide(world, changeMessage, all, 2);
    expect(events).to.deep.equal([]);
    expect(result).to.include({ status: 'partly too old' });
    const later = change(id, { topic: 'dinner', reach: 'later' });
    expect(await moves(world, later)).to.deep.equal([[id]]);
  });

  it('asks for the permissions of the organization, or of the channel', async () => {
    const world = await town();
    const id = await sendMessageIn(world);
    const nobody = (permission: 'can_move_messages_between_topics_group' | 'can_resolve_topics_group') =>
      example.organizationPermissionChanged({ permission, oldValue: 2, newValue: 8 });
    await world.happen(nobody('can_move_messages_between_topics_group'), nobody('can_resolve_topics_group'));
    const attempt = (requested: RequestedInput<ChangeMessageInput>, actor = 2) =>
      refusal(decide(world, changeMessage, change(id, requested), actor));
    expect(await attempt({ topic: 'dinner' })).to.equal("You don't have permission to edit this message");
    expect(await attempt({ topic: '✔ lunch' })).to.equal(
      "You don't have permission to resolve topics in this channel.",
    );
    for (const resolving of [
      { topic: '✔ Lunch' },
      { topic: '✔ ✔ lunch' },
      { ...channel(2), topic: '✔ lunch' },
    ])
      expect(await attempt(resolving)).to.equal(
        "You don't have permission to resolve topics in this channel.",
      );
    expect(await attempt(channel(2), 4)).to.equal("You don't have permission to move this message");
    expect(await attempt(channel(2))).to.equal('accepted');
  });
});

describe('views of messages that were edited, moved and deleted', () => {
  it('take every event twice as once', async () => {
    const world = await town();
    const [one, other] = [await sendMessageIn(world), await sendMessageIn(world)];
    await decide(world, changeMessage, change(one, text('stew')), 2);
    await decide(world, changeMessage, change(one, channel(2)), 2);
    await decide(world, changeMessage, change(one, { topic: 'dinner' }), 2);
    await decide(world, deleteMessage, { messageId: other }, 2);
    const once = world.views.content();
    for (const event of world.events) await world.views.take([event]);
    expect(world.views.content()).to.equal(once);
  });
});
