import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { example } from '../support/examples.ts';
import { CHANNELS, PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { owner, member } = PEOPLE;
const uploaded = example.fileUploaded({ fileId: 1, ownerId: member });
const sent = example.messageSent({ senderId: owner, channelId: CHANNELS.public, fileIds: [1] });
const payloadOf = (before: readonly DomainEvent[], event: DomainEvent): unknown =>
  theOne(town(...before), event, 'attachment').payload;

describe('a file', () => {
  it('is told to its owner alone: that it is there, and that it has been removed', () => {
    expect(toWhom(town(), uploaded)).to.deep.equal([`attachment/add → ${member}`]);
    expect(payloadOf([], uploaded)).to.deep.include({ op: 'add', upload_space_used: 1_000 });
    const removed = example.fileRemoved({ fileId: 1, ownerId: member });
    expect(payloadOf([uploaded], removed)).to.deep.equal({
      type: 'attachment',
      op: 'remove',
      attachment: { id: 1 },
      upload_space_used: 0,
    });
  });

  it('is told with the messages that show it', () => {
    const before = town(uploaded);
    const { payload } = theOne(before, sent, 'attachment');
    expect(payload).to.have.property('op', 'update');
    expect(payload).to.have.nested.property('attachment.message_ids').with.length(1);
  });

  it('is told to be gone with the last message that showed it', () => {
    const after = town(uploaded, sent);
    const messageIds = [...after.files.showing.keys()];
    const deleted = example.messagesDeleted({ messageIds, channelId: CHANNELS.public });
    expect(payloadOf([uploaded, sent], deleted)).to.deep.include({ op: 'remove', attachment: { id: 1 } });
    const edited = example.messageEdited({ messageId: messageIds[0]!, channelId: CHANNELS.public });
    expect(payloadOf([uploaded, sent], edited)).to.have.nested.property('attachment.message_ids').that.is
      .empty;
  });
});

describe('an avatar', () => {
  it('is told to who knows the person', () => {
    const changed = example.avatarChanged({ userId: member });
    const { payload } = theOne(town(), changed, 'realm_user');
    expect(payload).to.have.property('person').that.deep.includes({
      user_id: member,
      avatar_source: 'U',
      avatar_version: 2,
    });
  });
});
