import { expect } from 'chai';
import { presencesSeenBy, recordsPresence, seesPresence } from '../../src/organization/access/presence.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { UserId } from '../../src/base/ids.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { PEOPLE, town } from '../live/fixture.ts';
import { example } from '../support/examples.ts';

const { owner, member, guest, stranger, gone } = PEOPLE;
const everybody = Object.values(PEOPLE);
const BOT = 7;

const limited = example.organizationPermissionChanged({
  permission: 'can_access_all_users_group',
  oldValue: 2,
  newValue: 3,
});
const disabled = example.organizationSettingChanged({
  property: 'presenceDisabled',
  oldValue: false,
  newValue: true,
});
const hidden = example.personalSettingChanged({
  userId: member,
  property: 'presenceEnabled',
  oldValue: true,
  newValue: false,
});
const withBot = example.userCreated({ userId: BOT, bot: { type: 1, ownerId: owner, isSystem: false } });

describe('who is seen to be there', () => {
  const sees = (state: OrganizationState, viewer: number, userId: number) =>
    seesPresence(state, viewer as UserId, userId as UserId);
  const seenBy = (viewer: number, ...events: readonly DomainEvent[]) =>
    everybody.filter((userId) => sees(town(...events), viewer, userId));

  it('is everybody who is active, but by limited guests only who is known to them', () => {
    expect(seenBy(member)).to.deep.equal(everybody.filter((userId) => userId !== gone));
    expect(seenBy(guest, limited)).to.deep.equal([member, guest]);
    expect(seenBy(stranger, limited)).to.deep.equal([stranger]);
    expect(seenBy(owner, limited)).to.include(stranger);
  });

  it('is nobody where the organization has turned it off, and never a bot', () => {
    expect(seenBy(owner, disabled)).to.deep.equal([]);
    expect(sees(town(withBot), owner, BOT)).to.equal(false);
  });

  it('is the same when it is asked of everybody at once', () => {
    for (const state of [town(), town(limited), town(disabled), town(withBot, limited)])
      for (const viewer of everybody.filter((userId) => userId !== gone))
        for (const userId of [...everybody, BOT])
          expect(presencesSeenBy(state, viewer as UserId)(userId as UserId)).to.equal(
            sees(state, viewer, userId),
          );
  });
});

describe('whose reports are recorded', () => {
  const recorded = (...events: readonly DomainEvent[]) =>
    [...everybody, BOT].filter((userId) => recordsPresence(town(...events), userId as UserId));

  it('are active people who have not turned it off, in organizations that have not', () => {
    expect(recorded(withBot)).to.deep.equal(everybody.filter((userId) => userId !== gone));
    expect(recorded(hidden)).to.not.include(member);
    expect(recorded(disabled)).to.deep.equal([]);
  });
});
