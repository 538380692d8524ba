import { expect } from 'chai';
import type { UserId } from '../../../src/base/ids.ts';
import { accessOf } from '../../../src/organization/access/access.ts';
import {
  findNewestMessage,
  findRecentConversations,
  findStarred,
  findUnread,
} from '../../../src/projections/messages/summaries.ts';
import { example } from '../../support/examples.ts';
import { sent, town } from '../../support/messageViews.ts';

type Town = Awaited<ReturnType<typeof town>>;

const [SENDER, READER] = [1, 2] as UserId[] as [UserId, UserId];

const asking = ({ views, organization }: Town, last = organization.revision + 1) => ({
  views,
  organization,
  last,
  access: accessOf(organization, READER),
});

/** The reader follows the first channel. */
async function following(): Promise<Town> {
  const world = await town();
  if (
    !accessOf(world.organization, READER)
      .subscribedChannels()
      .includes(1 as never)
  )
    await world.happen(example.usersSubscribed({ channelIds: [1], userIds: [READER] }));
  return world;
}

describe('what a client that starts is told of messages', () => {
  it('has unread ones by conversation, and none behind the last that is to be told of', async () => {
    const world = await following();
    const before = await findUnread(asking(world));
    const first = await world.happen(sent({ senderId: SENDER, channelId: 1, topic: 'one' }));
    const direct = await world.happen(sent({ senderId: SENDER, participantIds: [SENDER, READER] }));
    const last = world.organization.revision + 1;
    const later = await world.happen(sent({ senderId: SENDER, channelId: 1, topic: 'ONE' }));
    const unread = await findUnread(asking(world, last));
    expect(unread.count).to.equal(before.count + 2);
    expect(unread.topics).to.deep.include({ channelId: 1, topic: 'one', messageIds: [first] });
    expect(unread.direct).to.deep.include({ participantIds: [SENDER, READER], messageIds: [direct] });
    expect(unread.lacksOlder).to.equal(false);
    const all = await findUnread(asking(world));
    expect(all.topics).to.deep.include({ channelId: 1, topic: 'one', messageIds: [first, later] });
    expect(await findNewestMessage(asking(world, last))).to.equal(direct);
    expect(await findNewestMessage(asking(world))).to.equal(later);
  });

  it('counts what is muted among none, and names it as unread all the same', async () => {
    const world = await following();
    await world.happen(example.topicPolicySet({ userIds: [READER], topic: 'noise', newPolicy: 'muted' }));
    const before = await findUnread(asking(world));
    const muted = await world.happen(
      sent({ senderId: SENDER, channelId: 1, topic: 'noise', wildcards: ['channel'] }),
    );
    const named = await world.happen(
      sent({ senderId: SENDER, channelId: 1, topic: 'noise', mentionedUserIds: [READER] }),
    );
    const loud = await world.happen(
      sent({ senderId: SENDER, channelId: 1, topic: 'loud', wildcards: ['channel'] }),
    );
    const unread = await findUnread(asking(world));
    expect(unread.count).to.equal(before.count + 1);
    expect(unread.topics).to.deep.include({ channelId: 1, topic: 'noise', messageIds: [muted, named] });
    expect(unread.mentioning).to.include.members([named, loud]);
    expect(unread.mentioning).not.to.include(muted);
  });

  it('has starred ones ascending, and conversations with the newest first', async () => {
    const world = await following();
    const alone = await world.happen(sent({ senderId: READER, participantIds: [READER] }));
    const first = await world.happen(sent({ senderId: SENDER, participantIds: [SENDER, READER] }));
    const second = await world.happen(sent({ senderId: SENDER, participantIds: [SENDER, READER] }));
    await world.happen(example.messagesStarred({ userId: READER, messages: [second, alone] }));
    expect(await findStarred(asking(world))).to.deep.equal([alone, second]);
    const conversations = await findRecentConversations(asking(world));
    expect(conversations.slice(0, 2)).to.deep.equal([
      { participantIds: [SENDER, READER], newestId: second },
      { participantIds: [READER], newestId: alone },
    ]);
    expect(first).to.be.below(second);
  });
});
