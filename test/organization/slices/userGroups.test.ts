import { expect } from 'chai';
import {
  SYSTEM_GROUP_NAMES,
  type SystemGroupName,
  type UserGroupId,
} from '../../../src/events/userGroups.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { Role } from '../../../src/events/users.ts';
import { ROOT_ORGANIZATION, type UserId } from '../../../src/base/ids.ts';
import { emptyOrganization, type OrganizationState } from '../../../src/organization/state.ts';
import {
  canonical,
  holdersOf,
  isInSystemGroup,
  membersOf,
  satisfies,
  systemGroupId,
} from '../../../src/organization/slices/userGroups.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

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

  describe('hold a bot no higher than its owner', () => {
    const OTHER = 3 as UserId;
    const BOT = 9 as UserId;
    const owned = (ownerRole: Role, role: Role, ...more: readonly DomainEvent[]) =>
      organizationAfter(
        example.userCreated({ userId: grace, role: ownerRole }),
        example.userCreated({ userId: OTHER, role: 600 }),
        example.userCreated({ userId: BOT, role, bot: { type: 1, ownerId: grace, isSystem: false } }),
        ...more,
      );

    for (const [ownerRole] of groupsOfRole)
      for (const [role] of groupsOfRole)
        it(`role ${role}, of an owner of role ${ownerRole}`, () => {
          const [, , expected] = groupsOfRole.find(([one]) => one === Math.max(role, ownerRole))!;
          expect(groupsOf(owned(ownerRole, role), BOT)).to.deep.equal(expected);
          const changed = owned(400, 600);
          if (ownerRole !== 400)
            foldOn(changed, example.userRoleChanged({ userId: grace, oldRole: 400, newRole: ownerRole }));
          if (role !== 600)
            foldOn(changed, example.userRoleChanged({ userId: BOT, oldRole: 600, newRole: role }));
          expect(groupsOf(changed, BOT)).to.deep.equal(expected);
        });

    it('whoever that is by now', () => {
      const ownerChanged = example.botOwnerChanged({ botId: BOT, oldOwnerId: grace, newOwnerId: OTHER });
      expect(groupsOf(owned(200, 300, ownerChanged), BOT)).to.deep.equal(['role:internet', 'role:everyone']);
      const promoted = example.userRoleChanged({ userId: OTHER, oldRole: 600, newRole: 100 });
      expect(groupsOf(owned(200, 300, ownerChanged, promoted), BOT)).to.have.length(5);
    });

    it('and in none while the owner is deactivated, be it alone', () => {
      const [gone, back] = [
        example.userDeactivated({ userId: grace }),
        example.userReactivated({ userId: grace }),
      ];
      expect(groupsOf(owned(200, 400, gone), BOT)).to.deep.equal([]);
      expect(groupsOf(owned(200, 400, gone, back), BOT)).to.include('role:members');
      const ended = example.userDeactivated({ userId: BOT });
      expect(groupsOf(owned(200, 400, ended, gone, back), BOT)).to.deep.equal([]);
      const revived = example.userReactivated({ userId: BOT });
      expect(groupsOf(owned(200, 400, gone, ended, revived), BOT)).to.deep.equal([]);
      const taken = example.botOwnerChanged({ botId: BOT, oldOwnerId: grace, newOwnerId: OTHER });
      expect(groupsOf(owned(200, 400, gone, taken), BOT)).to.include('role:everyone');
    });

    it('also in the groups that hold such groups, and in those of its own', () => {
      const parentGroup = example.userGroupCreated({
        groupId: 9,
        memberIds: [BOT],
        directSubgroups: [systemGroupId('role:members')],
      });
      const demoted = example.userRoleChanged({ userId: grace, oldRole: 400, newRole: 600 });
      const left = example.userGroupMembersRemoved({ groupId: 9, userIds: [BOT] });
      const isIn = (...more: readonly DomainEvent[]) =>
        membersOf(owned(400, 400, parentGroup, ...more), 9 as UserGroupId).has(BOT);
      expect([isIn(), isIn(left), isIn(demoted), isIn(left, demoted)]).to.deep.equal([
        true,
        true,
        true,
        false,
      ]);
      expect(isIn(example.userDeactivated({ userId: grace }))).to.equal(false);
    });

    it('and not a full member before the owner is one', () => {
      const waiting = example.organizationSettingChanged({
        property: 'waitingPeriodDays',
        oldValue: 0,
        newValue: 3,
      });
      const fromTheFirstDay = (...more: readonly DomainEvent[]) =>
        organizationAfter(
          waiting,
          example.userCreated({ userId: grace }),
          example.userCreated({ userId: BOT, bot: { type: 1, ownerId: grace, isSystem: false } }),
          ...more,
        );
      const full = (...userIds: UserId[]) => example.usersBecameFullMembers({ userIds });
      const isFull = (state: OrganizationState) => isInSystemGroup(state, BOT, 'role:fullmembers');
      expect(isFull(fromTheFirstDay(full(BOT)))).to.equal(false);
      expect(isFull(fromTheFirstDay(full(BOT), full(grace)))).to.equal(true);
      expect(isFull(fromTheFirstDay(full(grace)))).to.equal(false);
      expect(isFull(fromTheFirstDay(full(grace), full(BOT)))).to.equal(true);
      expect(isFull(fromTheFirstDay(full(grace, BOT)))).to.equal(true);
      const again = example.usersBecameNewMembers({ userIds: [grace] });
      expect(isFull(fromTheFirstDay(full(grace, BOT), again))).to.equal(false);
    });
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
