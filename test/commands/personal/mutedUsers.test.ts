import { expect } from 'chai';
import { muteUser, unmuteUser } from '../../../src/commands/personal/status.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import { PEOPLE, town } from '../../live/scene.ts';
import { verdictOn } from '../verdict.ts';

const { member, outsider, stranger, owner } = PEOPLE;
const id = (userId: number) => ({ mutedUserId: userId as UserId });
const no = (says: string) => ({ refused: 'BAD_REQUEST', says });

describe('muting a user', () => {
  it('is recorded once', () => {
    const state = town();
    expect(verdictOn(state, muteUser, id(outsider), member)).to.deep.equal([
      { type: 'UserMuted', data: { userId: member, mutedUserId: outsider } },
    ]);
    expect(verdictOn(state, muteUser, id(outsider), member)).to.deep.equal(no('User already muted'));
  });

  it('is refused of oneself, and of whom one may not know', () => {
    expect(verdictOn(town(), muteUser, id(member), member)).to.deep.equal(no('Cannot mute self'));
    expect(verdictOn(town(), muteUser, id(99), member)).to.deep.equal(no('No such user'));
    const limited = town(
      example.organizationPermissionChanged({ permission: 'can_access_all_users_group', newValue: 3 }),
    );
    expect(verdictOn(limited, muteUser, id(outsider), stranger)).to.deep.equal(no('No such user'));
    expect(verdictOn(limited, unmuteUser, id(outsider), stranger)).to.deep.equal(no('No such user'));
  });

  it('ends also where the muted user may not be known any more', () => {
    const state = town(
      example.userMuted({ userId: stranger, mutedUserId: outsider }),
      example.organizationPermissionChanged({ permission: 'can_access_all_users_group', newValue: 3 }),
    );
    expect(verdictOn(state, unmuteUser, id(outsider), stranger)).to.deep.equal([
      { type: 'UserUnmuted', data: { userId: stranger, mutedUserId: outsider } },
    ]);
    expect(verdictOn(town(), unmuteUser, id(owner), member)).to.deep.equal(no('User is not muted'));
  });

  it('is done 1,000 times by one person', () => {
    const others = Array.from({ length: 1_000 }, (_, index) => 1_000 + index);
    const state = town(
      ...others.map((userId) => example.userCreated({ userId })),
      ...others.slice(1).map((mutedUserId) => example.userMuted({ userId: member, mutedUserId })),
    );
    expect(verdictOn(state, muteUser, id(1_000), member)).to.have.length(1);
    expect(verdictOn(state, muteUser, id(owner), member)).to.deep.equal(
      no('Too many muted users (maximum 1000).'),
    );
    expect(verdictOn(state, muteUser, id(owner), outsider)).to.have.length(1);
  });
});
