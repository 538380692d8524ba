/** The people whom a permission's new value may name, for permissions of every area. */
import { expect } from 'chai';
import { updateChannel } from '../../../src/commands/channels/channels.ts';
import { subscribe } from '../../../src/commands/channels/subscriptions.ts';
import type { GroupSettingUpdate } from '../../../src/commands/groups/settings.ts';
import { createUserGroup, updateUserGroup } from '../../../src/commands/groups/userGroups.ts';
import { changeOrganization } from '../../../src/commands/organization/settings.ts';
import type { GroupSettingValue, UserGroupId } from '../../../src/events/userGroups.ts';
import type { UserId } from '../../../src/base/ids.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { example } from '../../support/examples.ts';
import { plainChannels, subscribingTo } from '../../support/subscribing.ts';
import { MEMBERS, PEOPLE, town, updating } from '../channelFixture.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const { owner, member, insider } = PEOPLE;
const GROUP = 20 as UserGroupId;

const people = (...userIds: number[]): GroupSettingValue => ({
  directMembers: userIds as UserId[],
  directSubgroups: [MEMBERS],
});
const unchanged = { name: undefined, description: undefined };
const changing = (state: OrganizationState, canJoin: GroupSettingUpdate) =>
  eventsOrRefusal(
    state,
    updateUserGroup,
    { groupId: GROUP, ...unchanged, reactivate: false, permissions: { canJoin } },
    owner,
  );

/** What comes of a value that the owner gives to a permission, in each area. */
const WAYS: Readonly<Record<string, (state: OrganizationState, value: GroupSettingValue) => unknown>> = {
  'a new channel': (state, canSendMessage) =>
    eventsOrRefusal(
      state,
      subscribe,
      subscribingTo(['fresh'], { newChannels: { ...plainChannels, permissions: { canSendMessage } } }),
      owner,
    ),
  'a channel': (state, value) =>
    eventsOrRefusal(
      state,
      updateChannel,
      updating('open', { permissions: { canDeleteAnyMessage: { new: value } } }),
      owner,
    ),
  'a new group': (state, canJoin) =>
    eventsOrRefusal(
      state,
      createUserGroup,
      { name: 'crew', description: '', memberIds: [], subgroupIds: [], permissions: { canJoin } },
      owner,
    ),
  'a group': (state, value) => changing(state, { new: value }),
  'the organization': (state, value) =>
    eventsOrRefusal(
      state,
      changeOrganization,
      {
        ...unchanged,
        settings: {},
        authenticationMethods: undefined,
        permissions: { can_resolve_topics_group: { new: value } },
      },
      owner,
    ),
};

const group = example.userGroupCreated({ groupId: GROUP });
const left = example.userDeactivated({ userId: member });

describe('a permission’s new value', () => {
  for (const [where, give] of Object.entries(WAYS))
    it(`names active people alone, in a permission of ${where}`, () => {
      const value = people(insider, member);
      expect(give(town(group, left), value)).to.deep.equal(refused(`Invalid user ID: ${member}`));
      expect(give(town(group, left), people(99))).to.deep.equal(refused('Invalid user ID: 99'));
      const back = example.userReactivated({ userId: member });
      for (const state of [town(group), town(group, left, back)])
        expect(give(state, value)).to.be.an('array').that.has.length.above(0);
    });

  it('does not name those either who have left since they were named, while `old` may', () => {
    const named = example.userGroupPermissionChanged({ groupId: GROUP, newValue: people(insider, member) });
    const state = () => town(group, named, left);
    const [stored, shown] = [people(member, insider), people(insider)];
    expect(changing(state(), { new: stored, old: shown })).to.deep.equal(
      refused(`Invalid user ID: ${member}`),
    );
    for (const old of [stored, shown])
      expect(changing(state(), { new: shown, old }))
        .to.be.an('array')
        .with.length(1);
  });
});
