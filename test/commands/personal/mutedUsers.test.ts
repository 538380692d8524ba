import { expect } from 'chai';
import { muteUser, unmuteUser } from '../../../src/commands/personal/status.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const { member, outsider, stranger, owner } = PEOPLE;
const id = (userId: number) => ({ mutedUserId: userId as UserId });

describe('muting a user', () => {
  it('is recorded once', () => {
    const state = town();
    expect(eventsOrRefusal(state, muteUser, id(outsider), member)).to.deep.equal([
      { type: 'UserMuted', data: { userId: member, mutedUserId: outsider } },
    ]);
    expect(eventsOrRefusal(state, muteUser, id(outsider), member)).to.deep.equal(
      refused('User already muted'),
    );
  });

  it('is refused of oneself, and of whom one may not know', () => {
    expect(eventsOrRefusal(town(), muteUser, id(member), member)).to.deep.equal(refused('Cannot mute self'));
    expect(eventsOrRefusal(town(), muteUser, id(99), member)).to.deep.equal(refused('No such user'));
    const limited = town(
      example.organizationPermissionChanged({ permission: 'can_access_all_users_group', newValue: 3 }),
    );
    expect(eventsOrRefusal(limited, muteUser, id(outsider), stranger)).to.deep.equal(refused('No such user'));
    expect(eventsOrRefusal(limited, unmuteUser, id(outsider), stranger)).to.deep.equal(
      refused('No such user'),
    );
  });

  it('ends also where the muted user may not be known any more', () => {
    const state = town(
      example.userMuted({ userId: stranger, mutedUserId: outsider }),
      example.organizationPermissionChanged({ permission: 'can_access_all_users_group', newValue: 3 }),
    );
    expect(eventsOrRefusal(state, unmuteUser, id(outsider), stranger)).to.deep.equal([
      { type: 'UserUnmuted', data: { userId: stranger, mutedUserId: outsider } },
    ]);
    expect(eventsOrRefusal(town(), unmuteUser, id(owner), member)).to.deep.equal(
      refused('User is not muted'),
    );
  });

  it('is done 1,000 times by one person', () => {
    const others = Array.from({ length: 1_000 }, (_, index) => 1_000 + index);
    const state = town(
      ...others.map((userId) => example.userCreated({ userId })),
      ...others.slice(1).map((mutedUserId) => example.userMuted({ userId: member, mutedUserId })),
    );
    expect(eventsOrRefusal(state, muteUser, id(1_000), member)).to.have.length(1);
    expect(eventsOrRefusal(state, muteUser, id(owner), member)).to.deep.equal(
      refused('Too many muted users (maximum 1000).'),
    );
    expect(eventsOrRefusal(state, muteUser, id(owner), outsider)).to.have.length(1);
  });
});
