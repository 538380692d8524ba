import { expect } from 'chai';
import { pushRecipients } from '../../src/reactors/push/pushRecipients.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { MessageId } from '../../src/base/ids.ts';
import { example, foldOn } from '../support/examples.ts';
import { CHANNELS, PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { owner, member, guest } = PEOPLE;
const mute = { userId: member, mutedUserId: owner };

describe('a muted user', () => {
  it('is told to the one who has muted them, with all others', () => {
    const event = example.userMuted(mute);
    expect(toWhom(town(), event)).to.deep.equal([`muted_users → ${member}`]);
    const { payload } = theOne(
      town(example.userMuted({ ...mute, mutedUserId: guest })),
      event,
      'muted_users',
    );
    expect(payload).to.have.property('muted_users').with.length(2);
    const ended = theOne(town(example.userMuted(mute)), example.userUnmuted(mute), 'muted_users');
    expect(ended.payload).to.deep.equal({ type: 'muted_users', muted_users: [] });
  });

  it('sends what is read at once there, until the mute ends', () => {
    const sentMessage = example.messageSent({
      senderId: owner,
      channelId: CHANNELS.public,
      readBySender: false,
    });
    const readers = (...before: readonly DomainEvent[]) => [
      ...(theOne(town(...before), sentMessage, 'message').flagged?.read ?? []),
    ];
    expect(readers(example.userMuted(mute))).to.deep.equal([member]);
    expect(readers(example.userMuted(mute), example.userUnmuted(mute))).to.deep.equal([]);
  });

  it('calls nobody’s phone who has muted them', () => {
    const device = { deviceId: 7, userId: member };
    const pushed = town(
      example.deviceRegistered(device),
      example.pushKeyChanged(device),
      example.pushTokenOffered(device),
      example.pushTokenAccepted(device),
    );
    const sent = example.messageSent({
      senderId: owner,
      channelId: CHANNELS.public,
      mentionedUserIds: [member],
    });
    const receivers = () => pushRecipients(pushed, 99 as MessageId, sent.data).map(({ userId }) => userId);
    expect(receivers()).to.deep.equal([member]);
    foldOn(pushed, example.userMuted(mute));
    expect(receivers()).to.deep.equal([]);
  });
});
