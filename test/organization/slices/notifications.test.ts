import { expect } from 'chai';
import type { ChannelId, UserId } from '../../../src/base/ids.ts';
import { Bitset } from '../../../src/organization/containers/bitset.ts';
import { peopleWithChannelSetting } from '../../../src/organization/slices/notifications.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { CHANNELS, PEOPLE, town } from '../../live/fixture.ts';
import { example, foldOn } from '../../support/examples.ts';

const channelId = CHANNELS.public as ChannelId;
const people = Bitset.of([PEOPLE.member, PEOPLE.guest] as UserId[]);
const pushed = (state: OrganizationState): readonly number[] => [
  ...peopleWithChannelSetting(state, channelId, people, ['pushNotifications', 'channelPushNotifications']),
];

describe('the push default of a channel', () => {
  it('is for subscribers who have set nothing for the channel', () => {
    const state = town();
    expect(pushed(state)).to.deep.equal([]);
    foldOn(state, example.channelPushDefaultChanged({ channelId, isPushed: true }));
    expect(pushed(state)).to.deep.equal([PEOPLE.member, PEOPLE.guest]);
    foldOn(
      state,
      example.subscriptionSettingChanged({
        userId: PEOPLE.guest,
        channelId,
        property: 'pushNotifications',
        oldValue: null,
        newValue: false,
      }),
    );
    expect(pushed(state)).to.deep.equal([PEOPLE.member]);
    foldOn(state, example.channelPushDefaultChanged({ channelId, isPushed: false }));
    expect(pushed(state)).to.deep.equal([]);
  });
});
