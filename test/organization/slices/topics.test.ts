import { expect } from 'chai';
import type { ChannelId, UserId } from '../../../src/base/ids.ts';
import {
  isChannelMuted,
  peopleWithAnyPolicy,
  topicPolicyOf,
} from '../../../src/organization/slices/topics.ts';
import { emptyOrganization, type OrganizationState } from '../../../src/organization/state.ts';
import { ROOT_ORGANIZATION } from '../../../src/base/ids.ts';
import { example, foldOn, organizationAfter, recorded } from '../../support/examples.ts';

const channelId = 1 as ChannelId;
const policyOf = (state: OrganizationState, userId: number, topic = 'greetings') =>
  topicPolicyOf(state, userId as UserId, channelId, topic);
const muting = (given: { readonly newValue: boolean; readonly userId?: number }) =>
  example.subscriptionSettingChanged({ oldValue: !given.newValue, ...given });

describe('what topics and channels are to people', () => {
  it('is the same however the topic is spelled, and no other in another topic', () => {
    const state = organizationAfter(example.topicPolicySet({ userIds: [1, 2] }));
    expect(policyOf(state, 1, 'GREETINGS')).to.equal('followed');
    expect(policyOf(state, 2)).to.equal('followed');
    expect(policyOf(state, 3)).to.equal('none');
    expect(policyOf(state, 1, 'farewells')).to.equal('none');
  });

  it('is what was said last', () => {
    const state = organizationAfter(
      example.topicPolicySet({ userIds: [1, 2, 3], newPolicy: 'muted' }),
      example.topicPolicySet({ userIds: [3, 2], oldPolicy: 'muted', newPolicy: 'unmuted' }),
    );
    expect([1, 2, 3].map((userId) => policyOf(state, userId))).to.deep.equal(['muted', 'unmuted', 'unmuted']);
  });

  it('takes no room once it is nothing special', () => {
    const state = organizationAfter(
      example.topicPolicySet({ userIds: [1, 2] }),
      example.topicPolicySet({ userIds: [1], oldPolicy: 'followed', newPolicy: 'none' }),
    );
    expect(peopleWithAnyPolicy(state, channelId, 'greetings')).to.deep.equal([2]);
    foldOn(state, example.topicPolicySet({ userIds: [2], oldPolicy: 'followed', newPolicy: 'none' }));
    expect(state.topics.policies.size).to.equal(0);
  });

  it('is forgotten with the name of the topic', () => {
    const state = emptyOrganization(ROOT_ORGANIZATION);
    for (const event of recorded([example.topicPolicySet()], {}, () => true)) state.fold(event);
    expect(state.topics.policies.size).to.equal(0);
    expect(policyOf(state, 1, '')).to.equal('none');
  });

  it('knows muted channels until they are unmuted or left', () => {
    const state = organizationAfter(
      example.usersSubscribed({ userIds: [1, 2] }),
      muting({ newValue: true }),
      muting({ newValue: true, userId: 2 }),
    );
    const isMuted = (userId: number) => isChannelMuted(state, userId as UserId, channelId);
    expect([1, 2, 3].map(isMuted)).to.deep.equal([true, true, false]);
    foldOn(state, muting({ newValue: false }), example.usersUnsubscribed({ userIds: [2] }));
    expect([1, 2].map(isMuted)).to.deep.equal([false, false]);
  });

  it('takes nothing from the other settings of a subscription', () => {
    const pinning = example.subscriptionSettingChanged({ property: 'pinToTop' });
    expect(organizationAfter(pinning).topics.mutedChannels.size).to.equal(0);
  });
});
