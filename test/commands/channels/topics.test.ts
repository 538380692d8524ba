import { expect } from 'chai';
import {
  policiesAfterParticipation,
  policiesAfterSend,
  setTopicPolicy,
  unmuteTopic,
} from '../../../src/commands/channels/topics.ts';
import { checkedTopic } from '../../../src/commands/text.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { PersonalSettings } from '../../../src/events/users.ts';
import type { ChannelId, MessageId, UserId } from '../../../src/base/ids.ts';
import { example, organizationAfter } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const SENDER = 1 as UserId;
const OTHER = 2 as UserId;
const conversation = { kind: 'channel', channelId: 1 as ChannelId, topic: 'greetings' } as const;

/** A topic in which somebody has sent a message. */
const known = (first: number, last = first) => ({
  topic: 'greetings',
  firstMessageId: first as MessageId,
  lastMessageId: last as MessageId,
  participants: [OTHER],
});

const organization = (...more: readonly DomainEvent[]) =>
  organizationAfter(
    example.userCreated(),
    example.userCreated({ userId: 2 }),
    example.channelCreated(),
    example.usersSubscribed({ userIds: [1, 2] }),
    ...more,
  );
const setting = (property: keyof PersonalSettings, newValue: boolean | number, userId = 1) =>
  example.personalSettingChanged({ userId, property, oldValue: false, newValue });
const following = (value: number) => setting('automaticallyFollowTopics', value);
const unmuting = (value: number) => setting('automaticallyUnmuteTopics', value);
const muted = example.subscriptionSettingChanged();
const having = (newPolicy: 'muted' | 'unmuted' | 'followed', userId = 1) =>
  example.topicPolicySet({ userIds: [userId], newPolicy });

/** The policy of the sender's topic after a first message, after another one, and after a reaction. */
function becomes(...more: readonly DomainEvent[]) {
  const state = organization(...more);
  const sent = { senderId: SENDER, conversation, mentionedUserIds: [] };
  const [reacted] = policiesAfterParticipation(state, SENDER, conversation);
  return [
    policiesAfterSend(state, { ...sent, known: undefined }).ofSender,
    policiesAfterSend(state, { ...sent, known: known(9) }).ofSender,
    reacted?.type === 'TopicPolicySet' ? reacted.data.newPolicy : undefined,
  ];
}

const mentioning = (...more: readonly DomainEvent[]) =>
  policiesAfterSend(organization(...more), {
    senderId: SENDER,
    conversation,
    mentionedUserIds: [OTHER],
    known: known(9),
  }).events.map(({ data }) => data);

describe('taking part in a topic', () => {
  it('makes who has set nothing follow what he starts, and nothing else', () => {
    expect(becomes()).to.deep.equal(['followed', undefined, undefined]);
  });

  for (const [policy, expected] of [
    [1, ['followed', 'followed', 'followed']],
    [2, ['followed', 'followed', undefined]],
    [3, ['followed', undefined, undefined]],
    [4, [undefined, undefined, undefined]],
  ] as const)
    it(`makes a topic followed as policy ${policy} says`, () => {
      expect(becomes(following(policy))).to.deep.equal(expected);
    });

  for (const [policy, expected] of [
    [1, ['unmuted', 'unmuted', 'unmuted']],
    [2, ['unmuted', 'unmuted', undefined]],
    [3, ['unmuted', undefined, undefined]],
    [4, [undefined, undefined, undefined]],
  ] as const)
    it(`makes a topic of a muted channel unmuted as policy ${policy} says`, () => {
      expect(becomes(following(4), unmuting(policy), muted)).to.deep.equal(expected);
      expect(becomes(following(4), unmuting(policy))).to.deep.equal([undefined, undefined, undefined]);
    });

  it('raises a muted or unmuted topic, and leaves a followed one', () => {
    expect(becomes(following(2), having('muted'))).to.deep.equal(['followed', 'followed', undefined]);
    expect(becomes(following(2), having('unmuted'))).to.deep.equal(['followed', 'followed', undefined]);
    expect(becomes(following(2), having('followed'))).to.deep.equal([undefined, undefined, undefined]);
    const unmutingOnly = [following(4), unmuting(2), muted];
    expect(becomes(...unmutingOnly, having('muted'))[1]).to.equal('unmuted');
    expect(becomes(...unmutingOnly, having('unmuted'))[1]).to.equal(undefined);
    expect(becomes(...unmutingOnly, having('followed'))[1]).to.equal(undefined);
  });

  it('is nothing to bots, nor in direct conversations', () => {
    const bot = { type: 1 as const, ownerId: 2, isSystem: false };
    const state = organizationAfter(example.userCreated({ bot }), example.channelCreated());
    const sent = { senderId: SENDER, mentionedUserIds: [], known: undefined };
    expect(policiesAfterSend(state, { ...sent, conversation }).events).to.deep.equal([]);
    const direct = { kind: 'direct', participantIds: [SENDER, OTHER] } as const;
    expect(policiesAfterSend(organization(), { ...sent, conversation: direct }).events).to.deep.equal([]);
    expect(policiesAfterParticipation(organization(following(1)), SENDER, direct)).to.deep.equal([]);
  });

  it('starts a topic where none of its messages can be read', () => {
    const state = organizationAfter(
      example.userCreated(),
      example.channelCreated({ privacy: 'private' }),
      example.usersSubscribed(),
    );
    const after = (last: number) =>
      policiesAfterSend(state, {
        senderId: SENDER,
        conversation,
        mentionedUserIds: [],
        known: known(1, last),
      });
    expect(after(state.revision).ofSender).to.equal('followed');
    expect(after(state.revision + 2).ofSender).to.equal(undefined);
  });
});

describe('being mentioned in a topic', () => {
  const followed = { userIds: [OTHER], channelId: 1, topic: 'greetings', newPolicy: 'followed' };

  it('makes who has set nothing follow it', () => {
    expect(mentioning()).to.deep.equal([{ ...followed, oldPolicy: 'none' }]);
    expect(mentioning(having('unmuted', 2))).to.deep.equal([{ ...followed, oldPolicy: 'unmuted' }]);
  });

  it('changes nothing for who has muted it, follows it already or does not want it', () => {
    expect(mentioning(having('muted', 2))).to.deep.equal([]);
    expect(mentioning(having('followed', 2))).to.deep.equal([]);
    expect(mentioning(setting('automaticallyFollowWhereMentioned', false, 2))).to.deep.equal([]);
  });

  it('changes nothing for the deactivated, and who may not read the channel', () => {
    expect(mentioning(example.userDeactivated({ userId: 2 }))).to.deep.equal([]);
    const guest = [
      example.usersUnsubscribed({ userIds: [2] }),
      example.userRoleChanged({ userId: 2, newRole: 600 }),
    ];
    expect(mentioning(...guest)).to.deep.equal([]);
  });

  it('is one event with the sender where both begin to follow it', () => {
    const sent = { senderId: SENDER, conversation, mentionedUserIds: [OTHER, SENDER], known: undefined };
    const { ofSender, events } = policiesAfterSend(organization(), sent);
    expect(ofSender).to.equal('followed');
    expect(events.map(({ data }) => data)).to.deep.equal([
      { ...followed, userIds: [SENDER, OTHER], oldPolicy: 'none' },
    ]);
  });
});

describe('a topic that somebody unmutes', () => {
  const unmute = (channelId: number, ...more: readonly DomainEvent[]) =>
    eventsOrRefusal(
      organization(...more),
      unmuteTopic,
      { channel: { id: channelId as ChannelId }, topic: checkedTopic('greetings') },
      SENDER,
    );
  const notMuted = { refused: 'BAD_REQUEST', message: 'Topic is not muted' };

  it('has no policy afterwards, and none of its own is nothing to do', () => {
    const none = example.topicPolicySet({ userIds: [SENDER], oldPolicy: 'muted', newPolicy: 'none' });
    expect(unmute(1, having('muted'))).to.deep.equal([none]);
    expect(unmute(1)).to.deep.equal([]);
  });

  it('is let go of in a channel that they cannot read any more', () => {
    const leaving = [
      having('muted'),
      example.channelPrivacyChanged(),
      example.usersUnsubscribed({ userIds: [SENDER] }),
    ];
    expect(unmute(1, ...leaving)).to.have.length(1);
  });

  it('is answered alike in hidden and absent channels', () => {
    const hidden = example.channelCreated({ channelId: 2, privacy: 'private' });
    expect(unmute(2, hidden)).to.deep.equal(notMuted);
    expect(unmute(9)).to.deep.equal(notMuted);
    const input = {
      channel: { id: 9 as ChannelId },
      topic: checkedTopic('greetings'),
      policy: 'muted',
    } as const;
    expect(eventsOrRefusal(organization(), setTopicPolicy, input, SENDER)).to.deep.equal({
      ...notMuted,
      message: 'Invalid channel ID',
    });
  });
});
