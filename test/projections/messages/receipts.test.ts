import { expect } from 'chai';
import type { MessageId, UserId } from '../../../src/base/ids.ts';
import { filterUnread } from '../../../src/projections/messages/receipts.ts';
import { example } from '../../support/examples.ts';
import { sent, town } from '../../support/messageViews.ts';

describe('who is to be told of a message that they have unread', () => {
  const both = [1, 2] as UserId[];

  it('is who may read it, and nobody who was put out of its channel since', async () => {
    const world = await town();
    await world.happen(example.usersSubscribed({ channelIds: [2], userIds: [2] }));
    const messageId: MessageId = await world.happen(sent({ senderId: 1, channelId: 2 }));
    const unread = () => filterUnread(world.views, world.organization, messageId, both);
    expect(await unread()).to.include(2);
    await world.happen(example.usersUnsubscribed({ channelIds: [2], userIds: [2] }));
    expect(await unread()).to.not.include(2);
  });
});
