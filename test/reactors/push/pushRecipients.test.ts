import { expect } from 'chai';
import { mentionedByEdit } from '../../../src/reactors/push/pushRecipients.ts';
import { CHANNELS, PEOPLE, town } from '../../live/fixture.ts';
import { example, foldOn } from '../../support/examples.ts';

const { owner, outsider } = PEOPLE;

describe('who is pushed an edit that names him', () => {
  it('is also who received the message where it was sent, before it was moved to a protected channel', () => {
    const device = { deviceId: 7, userId: outsider };
    const sent = foldOn(
      town(
        example.deviceRegistered(device),
        example.pushKeyChanged(device),
        example.pushTokenOffered(device),
        example.pushTokenAccepted(device),
        example.usersSubscribed({ channelIds: [CHANNELS.public], userIds: [outsider] }),
      ),
      example.messageSent({ senderId: owner, channelId: CHANNELS.public }),
    );
    const messageId = sent.revision + 1;
    const joined = foldOn(
      sent,
      example.usersSubscribed({ channelIds: [CHANNELS.protected], userIds: [outsider] }),
    );
    const naming = {
      messageId,
      channelId: CHANNELS.protected,
      senderId: owner,
      mentionedUserIds: [outsider],
    };
    const arrival = { sentToChannelIds: [CHANNELS.public], arrivalRevision: joined.revision };
    const named = (fields: object) =>
      mentionedByEdit(joined, example.messageEdited(fields).data).map(({ userId }) => userId);
    expect(named({ ...naming, ...arrival })).to.deep.equal([outsider]);
    expect(named(naming)).to.deep.equal([]);
  });
});
