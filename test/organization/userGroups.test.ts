import { expect } from 'chai';
import { SYSTEM_GROUP_NAMES, type SystemGroupName } from '../../src/events/userGroups.ts';
import type { Role } from '../../src/events/users.ts';
import { ROOT_ORGANIZATION, type UserGroupId, type UserId } from '../../src/ids.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import {
  canonical,
  holdersOf,
  isInSystemGroup,
  membersOf,
  satisfies,
  systemGroupId,
} from '../../src/organization/userGroups.ts';
import { example, foldOn, organizationAfter } from '../support/examples.ts';

const ada = 1 as UserId;
const grace = 2 as UserId;
const value = (directMembers: number[], directSubgroups: number[]) => ({
  directMembers: directMembers as UserId[],
  directSubgroups: directSubgroups as UserGroupId[],
});

const groupsOf = (state: OrganizationState, userId: UserId): SystemGroupName[] =>
  SYSTEM_GROUP_NAMES.filter((name) => isInSystemGroup(state, userId, name));

const groupsOfRole: readonly [Role, string, readonly SystemGroupName[]][] = [
  [600, ' guest', ['role:internet', 'role:everyone']],
  [400, ' member', ['role:internet', 'role:everyone', 'role:members', 'role:fullmembers']],
  [300, ' moderator', SYSTEM_GROUP_NAMES.slice(0, 5)],
  [200, 'n administrator', SYSTEM_GROUP_NAMES.slice(0, 6)],
  [100, 'n owner', SYSTEM_GROUP_NAMES.slice(0, 7)],
];

describe('system groups', () => {
  it('have the IDs 1 to 8 in the order of their names', () => {
    const { byId, idByName, nextUserGroupId } = organizationAfter().userGroups;
    expect([...byId.keys()]).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(SYSTEM_GROUP_NAMES.map((name) => idByName.get(name))).to.deep.equal(
      SYSTEM_GROUP_NAMES.map(systemGroupId),
    );
    expect(nextUserGroupId.get()).to.equal(9);
  });

  for (const [role, title, groups] of groupsOfRole) {
    it(`hold a${title} in ${groups.length} of them`, () => {
      expect(groupsOf(organizationAfter(example.userCreated({ role })), ada)).to.deep.equal(groups);
    });
  }

  it('hold bots that people make, and none of the organization’s own', () => {
    const bot = (isSystem: boolean) => ({ type: 1 as const, ownerId: isSystem ? null : 2, isSystem });
    const after = (isSystem: boolean) => organizationAfter(example.userCreated({ bot: bot(isSystem) }));
    expect(groupsOf(after(false), ada)).to.include('role:members');
    expect(groupsOf(after(true), ada)).to.deep.equal([]);
  });

  it('follow every change of role', () => {
    const state = organizationAfter(example.userCreated());
    let oldRole: Role = 400;
    for (const [newRole, , groups] of [...groupsOfRole, ...[...groupsOfRole].reverse()]) {
      if (newRole !== oldRole) foldOn(state, example.userRoleChanged({ oldRole, newRole }));
      expect(groupsOf(state, ada)).to.deep.equal(groups);
      oldRole = newRole;
    }
  });

  it('hold nobody who is inactive, and hold him again when he comes back', () => {
    const state = organizationAfter(example.userCreated({ role: 100 }), example.userDeactivated());
    expect(groupsOf(state, ada)).to.deep.equal([]);
    foldOn(state, example.userRoleChanged({ oldRole: 100, newRole: 300 }));
    expect(groupsOf(state, ada)).to.deep.equal([]);
    foldOn(state, example.userReactivated());
    expect(groupsOf(state, ada)).to.deep.equal(SYSTEM_GROUP_NAMES.slice(0, 5));
  });

  it('list their members ascending', () => {
    const state = organizationAfter(
      example.userCreated({ userId: 9, role: 200 }),
      example.userCreated({ userId: 2 }),
      example.userCreated({ userId: 5, role: 600 }),
    );
    expect([...membersOf(state, systemGroupId('role:everyone'))]).to.deep.equal([2, 5, 9]);
    expect([...membersOf(state, systemGroupId('role:members'))]).to.deep.equal([2, 9]);
    expect([...membersOf(state, systemGroupId('role:nobody'))]).to.deep.equal([]);
  });

  it('take in people who were there before them', () => {
    const state = emptyOrganization(ROOT_ORGANIZATION);
    foldOn(
      state,
      example.organizationFounded(),
      example.userCreated({ role: 200 }),
      example.systemGroupsCreated(),
    );
    expect(groupsOf(state, ada)).to.deep.equal(SYSTEM_GROUP_NAMES.slice(0, 6));
  });
});

describe('a group-setting value', () => {
  const state = organizationAfter(
    example.userCreated({ userId: 1, role: 300 }),
    example.userCreated({ userId: 2, role: 600 }),
    example.userCreated({ userId: 3, role: 600 }),
    example.userDeactivated({ userId: 3 }),
  );
  const moderators = systemGroupId('role:moderators');
  const nobody = systemGroupId('role:nobody');

  it('names people by group, by subgroup and by name', () => {
    expect(satisfies(state, ada, moderators)).to.equal(true);
    expect(satisfies(state, grace, moderators)).to.equal(false);
    expect(satisfies(state, ada, value([2], [moderators]))).to.equal(true);
    expect(satisfies(state, grace, value([2], [moderators]))).to.equal(true);
    expect(satisfies(state, grace, value([1], [nobody]))).to.equal(false);
    expect([...holdersOf(state, value([2, 3], [moderators]))]).to.deep.equal([1, 2]);
    expect([...holdersOf(state, moderators)]).to.deep.equal([1]);
  });

  it('names nobody who is inactive', () => {
    expect(satisfies(state, 3 as UserId, value([3], []))).to.equal(false);
  });

  it('has one canonical form', () => {
    expect(canonical(state, moderators)).to.equal(moderators);
    expect(canonical(state, value([], [moderators]))).to.equal(moderators);
    expect(canonical(state, value([], [moderators, moderators]))).to.equal(moderators);
    expect(canonical(state, value([], []))).to.equal(nobody);
    expect(canonical(state, value([3], []))).to.equal(nobody);
    expect(canonical(state, value([3], [moderators]))).to.equal(moderators);
    expect(canonical(state, value([2, 1, 2], [moderators, 2]))).to.deep.equal(value([1, 2], [2, moderators]));
  });

  it('stays as it is when it is canonical', () => {
    const once = canonical(state, value([2, 1, 3], [moderators]));
    expect(canonical(state, once)).to.deep.equal(once);
  });
});
