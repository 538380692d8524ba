import { expect } from 'chai';
import { OrganizationPermission } from '../../../src/events/organizations.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { canCreateUserGroup } from '../../../src/organization/access/userGroups.ts';
import { allowsPasswords, permissionOf, settingsOf } from '../../../src/organization/slices/organizations.ts';
import { isInSystemGroup, systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const ada = 1 as UserId;
const gus = 2 as UserId;

describe('the settings of an organization', () => {
  it('are those of the contract until they are changed', () => {
    expect(settingsOf(organizationAfter())).to.deep.include({
      allowMessageEditing: true,
      messageContentEditLimitSeconds: 600,
      moveMessagesBetweenChannelsLimitSeconds: 604_800,
      messageEditHistoryVisibilityPolicy: 'all',
      topicsPolicy: 'allow_empty_topic',
      waitingPeriodDays: 0,
      sendChannelEventsMessages: false,
      announcementChannelId: null,
    });
  });

  it('change one by one', () => {
    const before = organizationAfter();
    const state = organizationAfter(
      example.organizationSettingChanged({
        property: 'messageContentEditLimitSeconds',
        oldValue: 600,
        newValue: null,
      }),
      example.organizationSettingChanged({
        property: 'authenticationMethods',
        oldValue: ['Email'],
        newValue: ['SAML'],
      }),
    );
    expect(settingsOf(state)).to.deep.equal({
      ...settingsOf(before),
      messageContentEditLimitSeconds: null,
      authenticationMethods: ['SAML'],
    });
    expect([allowsPasswords(before), allowsPasswords(state)]).to.deep.equal([true, false]);
  });

  it('do not touch its name, its description and whether it is active, which change by themselves', () => {
    const state = organizationAfter(example.organizationRenamed(), example.organizationDescribed());
    expect(state.organization.profile.get()).to.include({
      name: 'The House',
      description: 'Who we are',
      renderedDescription: '<p>Who we are</p>',
      active: true,
    });
    foldOn(state, example.organizationDeactivated());
    expect(state.organization.profile.get()).to.include({ name: 'The House', active: false });
  });
});

describe('a permission of an organization', () => {
  it('belongs to a system group until it is given to others', () => {
    const state = organizationAfter(example.userCreated(), example.userCreated({ userId: 2 }));
    for (const permission of OrganizationPermission.options)
      expect(permissionOf(state, permission), permission).to.be.within(1, 8);
    expect(permissionOf(state, 'can_manage_all_groups')).to.equal(systemGroupId('role:owners'));
    foldOn(state, example.organizationPermissionChanged());
    expect([ada, gus].map((who) => canCreateUserGroup(state, who))).to.deep.equal([true, false]);
  });

  it('is never held by guests where it cannot be given to everyone', () => {
    const state = organizationAfter(
      example.userCreated({ userId: 2, role: 600 }),
      example.organizationPermissionChanged({ newValue: { directMembers: [2], directSubgroups: [] } }),
    );
    expect(canCreateUserGroup(state, gus)).to.equal(false);
    foldOn(state, example.userRoleChanged({ userId: 2, oldRole: 600, newRole: 400 }));
    expect(canCreateUserGroup(state, gus)).to.equal(true);
  });
});

describe('full membership', () => {
  const waiting = (days: number) =>
    example.organizationSettingChanged({ property: 'waitingPeriodDays', oldValue: 0, newValue: days });
  const isFull = (state: ReturnType<typeof organizationAfter>, userId: UserId): boolean =>
    isInSystemGroup(state, userId, 'role:fullmembers');

  it('is immediate where there is no waiting period', () => {
    expect(isFull(organizationAfter(example.userCreated()), ada)).to.equal(true);
  });

  it('comes by an event where there is one, and can be taken back by one', () => {
    const state = organizationAfter(example.userCreated({ userId: 2 }), waiting(3), example.userCreated());
    expect([ada, gus].map((who) => isFull(state, who))).to.deep.equal([false, true]);
    expect(isInSystemGroup(state, ada, 'role:members')).to.equal(true);
    foldOn(state, example.usersBecameFullMembers());
    expect(isFull(state, ada)).to.equal(true);
    foldOn(state, example.usersBecameNewMembers());
    expect(isFull(state, ada)).to.equal(false);
  });

  it('does not depend on the roles somebody has had', () => {
    const state = organizationAfter(waiting(3), example.userCreated({ role: 600 }));
    foldOn(state, example.userRoleChanged({ oldRole: 600, newRole: 400 }));
    expect(isFull(state, ada)).to.equal(false);
    foldOn(state, example.userRoleChanged({ oldRole: 400, newRole: 300 }));
    expect(isFull(state, ada)).to.equal(true);
    foldOn(state, example.usersBecameFullMembers());
    foldOn(state, example.userRoleChanged({ oldRole: 300, newRole: 400 }));
    expect(isFull(state, ada)).to.equal(true);
  });
});
