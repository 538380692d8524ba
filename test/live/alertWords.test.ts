import { expect } from 'chai';
import type { MessageId } from '../../src/base/ids.ts';
import { pushRecipients } from '../../src/reactors/push/pushRecipients.ts';
import { example, foldOn } from '../support/examples.ts';
import { CHANNELS, PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { member, guest, outsider } = PEOPLE;

describe('an alert word', () => {
  it('is told to the one who has it, with all others', () => {
    const event = example.alertWordsAdded({ userId: member, words: ['b'] });
    expect(toWhom(town(), event)).to.deep.equal([`alert_words → ${member}`]);
    const before = town(example.alertWordsAdded({ userId: member, words: ['a'] }));
    expect(theOne(before, event, 'alert_words').payload).to.deep.equal({
      type: 'alert_words',
      alert_words: ['a', 'b'],
    });
    const removed = example.alertWordsRemoved({ userId: member, words: ['a'] });
    expect(theOne(before, removed, 'alert_words').payload).to.have.deep.property('alert_words', []);
  });

  it('flags the message for those whom the message names', () => {
    const sent = example.messageSent({ channelId: CHANNELS.public, alertedUserIds: [guest, outsider] });
    const { flagged } = theOne(town(), sent, 'message');
    expect([...(flagged?.has_alert_word ?? [])]).to.deep.equal([guest]);
  });

  it('calls the phone of those who want that and have not muted the topic', () => {
    const device = { deviceId: 7, userId: member };
    const state = town(
      example.deviceRegistered(device),
      example.pushKeyChanged(device),
      example.pushTokenOffered(device),
      example.pushTokenAccepted(device),
    );
    const { data } = example.messageSent({ channelId: CHANNELS.public, alertedUserIds: [member] });
    const receivers = () => pushRecipients(state, 99 as MessageId, data).map(({ userId }) => userId);
    expect(receivers()).to.deep.equal([member]);
    const topic = { userIds: [member], channelId: CHANNELS.public, topic: 'greetings' };
    foldOn(state, example.topicPolicySet({ ...topic, oldPolicy: 'none', newPolicy: 'muted' }));
    expect(receivers()).to.deep.equal([]);
    foldOn(
      state,
      example.topicPolicySet({ ...topic, oldPolicy: 'muted', newPolicy: 'none' }),
      example.personalSettingChanged({
        userId: member,
        property: 'offlinePushNotifications',
        oldValue: true,
        newValue: false,
      }),
    );
    expect(receivers()).to.deep.equal([]);
  });
});
