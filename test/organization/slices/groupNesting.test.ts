import { expect } from 'chai';
import type { UserGroupId } from '../../../src/events/userGroups.ts';
import type { UserId } from '../../../src/base/ids.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import {
  groupsAbove,
  groupsBelow,
  isInGroup,
  membersOf,
} from '../../../src/organization/slices/userGroups.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const PEOPLE = [1, 2, 3, 4, 5, 6];
const GROUPS = [9, 10, 11, 12, 13, 14];
const FULL_MEMBERS = 4;
const EVERYONE = 2;

/** Numbers from 0 to below `limit`, the same for the same seed. */
function chooser(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The members of each group, found by walking down from the group at each call. */
class Model {
  readonly direct = new Map<number, Set<number>>();
  readonly subgroups = new Map<number, Set<number>>();
  readonly inactive = new Set<number>();

  constructor() {
    for (const groupId of GROUPS) {
      this.direct.set(groupId, new Set());
      this.subgroups.set(groupId, new Set());
    }
    this.direct.set(FULL_MEMBERS, new Set(PEOPLE));
    // Moderators, administrators, owners: nobody here is one.
    for (const narrower of [5, 6, 7]) this.subgroups.set(narrower - 1, new Set([narrower]));
  }

  below(groupId: number): Set<number> {
    const found = new Set<number>();
    for (const subgroup of this.subgroups.get(groupId) ?? [])
      for (const id of [subgroup, ...this.below(subgroup)]) found.add(id);
    return found;
  }

  members(groupId: number): number[] {
    const all = [groupId, ...this.below(groupId)].flatMap((id) => [...(this.direct.get(id) ?? [])]);
    return [...new Set(all)].filter((userId) => !this.inactive.has(userId)).sort((a, b) => a - b);
  }
}

/** One random change, made to the model and to the state; changes that would close a circle are left out. */
function change(model: Model, state: OrganizationState, choose: (limit: number) => number): void {
  const groupId = GROUPS[choose(GROUPS.length)]!;
  const userId = PEOPLE[choose(PEOPLE.length)]!;
  const subgroup = choose(5) === 0 ? FULL_MEMBERS : GROUPS[choose(GROUPS.length)]!;
  const direct = model.direct.get(groupId)!;
  const subgroups = model.subgroups.get(groupId)!;
  const kind = choose(6);
  if (kind < 2) {
    const leaves = direct.has(userId);
    const event = leaves ? example.userGroupMembersRemoved : example.userGroupMembersAdded;
    foldOn(state, event({ groupId, userIds: [userId] }));
    if (leaves) direct.delete(userId);
    else direct.add(userId);
  } else if (kind < 5) {
    if (subgroups.delete(subgroup))
      foldOn(state, example.userGroupSubgroupsRemoved({ groupId, subgroupIds: [subgroup] }));
    else if (subgroup !== groupId && !model.below(subgroup).has(groupId)) {
      subgroups.add(subgroup);
      foldOn(state, example.userGroupSubgroupsAdded({ groupId, subgroupIds: [subgroup] }));
    }
  } else if (model.inactive.delete(userId)) foldOn(state, example.userReactivated({ userId }));
  else {
    model.inactive.add(userId);
    foldOn(state, example.userDeactivated({ userId }));
  }
}

describe('nested groups', () => {
  for (const seed of [1, 2, 3, 4, 5])
    it(`hold whom walking down finds, through 120 random changes (seed ${seed})`, () => {
      const choose = chooser(seed);
      const model = new Model();
      const state = organizationAfter(
        ...PEOPLE.map((userId) => example.userCreated({ userId })),
        ...GROUPS.map((groupId) => example.userGroupCreated({ groupId, memberIds: [] })),
      );
      for (let step = 0; step < 120; step += 1) {
        change(model, state, choose);
        for (const groupId of GROUPS) {
          const what = `group ${groupId} after step ${step}`;
          expect([...membersOf(state, groupId as UserGroupId)], what).to.deep.equal(model.members(groupId));
          const below = [...model.below(groupId)].sort((a, b) => a - b);
          expect(groupsBelow(state, groupId as UserGroupId), what).to.deep.equal(below);
        }
      }
    });

  /** 200 floors of two groups, each of which holds both groups of the floor below: 2^200 ways from top to bottom. */
  const tower = (): OrganizationState => {
    const state = organizationAfter(example.userCreated());
    for (let floor = 0; floor < 200; floor += 1) {
      const [left, right] = [9 + 2 * floor, 10 + 2 * floor];
      const directSubgroups = floor === 0 ? [] : [left - 2, left - 1];
      for (const groupId of [left, right])
        foldOn(state, example.userGroupCreated({ groupId, memberIds: [], directSubgroups }));
    }
    return state;
  };

  it('are walked through once each, however many ways there are', () => {
    const state = tower();
    foldOn(state, example.userGroupMembersAdded({ groupId: 9, userIds: [1] }));
    const top = (9 + 2 * 199) as UserGroupId;
    expect(isInGroup(state, 1 as UserId, top)).to.equal(true);
    expect(groupsAbove(state, 9 as UserGroupId).size).to.equal(1 + 2 * 199);
    expect(groupsBelow(state, top)).to.have.length(2 * 199);
    foldOn(state, example.userGroupMembersRemoved({ groupId: 9, userIds: [1] }));
    expect(isInGroup(state, 1 as UserId, top)).to.equal(false);
  });

  it('follow roles where they hold a system group', () => {
    const state = organizationAfter(
      example.userCreated({ userId: 1, role: 600 }),
      example.userGroupCreated({ groupId: 9, memberIds: [], directSubgroups: [EVERYONE] }),
      example.userGroupCreated({ groupId: 10, memberIds: [], directSubgroups: [FULL_MEMBERS] }),
    );
    const groupsOfAda = () =>
      [9, 10].filter((groupId) => isInGroup(state, 1 as UserId, groupId as UserGroupId));
    expect(groupsOfAda()).to.deep.equal([9]);
    foldOn(state, example.userRoleChanged({ oldRole: 600, newRole: 400 }));
    expect(groupsOfAda()).to.deep.equal([9, 10]);
  });
});
