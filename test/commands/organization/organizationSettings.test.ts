import { expect } from 'chai';
import { admitFullMembers } from '../../../src/commands/organization/settings.ts';
import { changeOrganization } from '../../../src/commands/organization/settings.ts';
import { deactivateOrganization } from '../../../src/commands/organization/organizations.ts';
import type { UserId } from '../../../src/base/ids.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { isInSystemGroup } from '../../../src/organization/slices/userGroups.ts';
import { decided } from '../../support/decide.ts';
import { example, EXAMPLE_START, organizationAfter } from '../../support/examples.ts';

const DAY = 24 * 60 * 60 * 1000;
const owner = { actor: 1 };
const clock = (days: number) => ({ actor: null, now: EXAMPLE_START + days * DAY });

const nothing = {
  name: undefined,
  description: undefined,
  settings: {},
  authenticationMethods: undefined,
  permissions: {},
};
const waiting = (waitingPeriodDays: number) => ({ ...nothing, settings: { waitingPeriodDays } });

/** An owner and a member, who both came within the first minute. */
const founded = (): OrganizationState =>
  organizationAfter(example.userCreated({ role: 100 }), example.userCreated({ userId: 2 }));
const isFull = (state: OrganizationState): boolean => isInSystemGroup(state, 2 as UserId, 'role:fullmembers');

describe('another waiting period', () => {
  it('makes new members of those who have not been here so long', () => {
    const state = founded();
    const { events } = decided(state, changeOrganization, waiting(3), { ...owner, now: clock(2).now });
    expect(events.map(({ type }) => type)).to.deep.equal([
      'OrganizationSettingChanged',
      'UsersBecameNewMembers',
    ]);
    expect(isFull(state)).to.equal(false);
  });

  it('leaves those alone who have been here long enough', () => {
    const state = founded();
    const { events } = decided(state, changeOrganization, waiting(3), { ...owner, now: clock(4).now });
    expect(events).to.have.length(1);
    expect(isFull(state)).to.equal(true);
  });

  it('makes full members at once when it is shorter', () => {
    const state = founded();
    decided(state, changeOrganization, waiting(30), owner);
    decided(state, changeOrganization, waiting(5), { ...owner, now: clock(4).now });
    expect(isFull(state)).to.equal(false);
    const { events } = decided(state, changeOrganization, waiting(0), { ...owner, now: clock(4).now });
    expect(events.at(-1)).to.deep.include({ type: 'UsersBecameFullMembers', data: { userIds: [1, 2] } });
    expect(isFull(state)).to.equal(true);
  });
});

describe('the clock', () => {
  it('admits full members once, on the day on which they have waited long enough', () => {
    const state = founded();
    decided(state, changeOrganization, waiting(3), owner);
    expect(decided(state, admitFullMembers, undefined, clock(2)).events).to.deep.equal([]);
    const { events } = decided(state, admitFullMembers, undefined, clock(3.001));
    expect(events).to.deep.include({ type: 'UsersBecameFullMembers', data: { userIds: [1, 2] } });
    expect(decided(state, admitFullMembers, undefined, clock(4)).events).to.deep.equal([]);
  });
});

describe('a deactivated organization', () => {
  it('lets nobody decide anything but the operator', () => {
    const state = founded();
    decided(state, deactivateOrganization, { deletionDelayDays: null }, owner);
    const rename = { ...nothing, name: 'Too late' };
    expect(() => decided(state, changeOrganization, rename, owner)).to.throw('has been deactivated');
    expect(decided(state, changeOrganization, rename, { actor: null }).events).to.have.length(1);
  });
});
