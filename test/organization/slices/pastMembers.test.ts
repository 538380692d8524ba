import { expect } from 'chai';
import type { UserGroupId } from '../../../src/events/userGroups.ts';
import type { UserId } from '../../../src/base/ids.ts';
import {
  groupsEverOf,
  emptyMembershipHistory,
  wasInGroup,
} from '../../../src/organization/slices/memberships.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { example, foldOn, organizationAfter } from '../../support/examples.ts';

const [OUTER, INNER] = [9, 10];
const [EVERYBODY, ADMINISTRATORS] = [2, 6];

describe('who was in a group', () => {
  let organization: OrganizationState;
  beforeEach(() => {
    organization = organizationAfter(
      ...[1, 2, 3].map((userId) => example.userCreated({ userId })),
      example.userGroupCreated({ groupId: INNER, memberIds: [1] }),
      example.userGroupCreated({ groupId: OUTER, memberIds: [2] }),
    );
  });

  /** The revision at which this has happened. */
  const happen = (...events: Parameters<typeof foldOn>[1][]): number =>
    foldOn(organization, ...events).revision;
  const was = (userId: number, groupId: number, revision: number) =>
    wasInGroup(organization, userId as UserId, groupId as UserGroupId, revision);

  it('is told of each revision, whoever has come and left since', () => {
    const start = organization.revision;
    const came = happen(example.userGroupMembersAdded({ groupId: INNER, userIds: [3] }));
    const left = happen(example.userGroupMembersRemoved({ groupId: INNER, userIds: [1, 3] }));
    const back = happen(example.userGroupMembersAdded({ groupId: INNER, userIds: [3] }));
    const revisions = [start, came, left, back];
    expect(revisions.map((revision) => was(3, INNER, revision))).to.deep.equal([false, true, false, true]);
    expect(revisions.map((revision) => was(1, INNER, revision))).to.deep.equal([true, true, false, false]);
    expect(revisions.map((revision) => was(2, INNER, revision))).to.deep.equal([false, false, false, false]);
  });

  it('counts those of groups in it from the moment when these come to it', () => {
    const start = organization.revision;
    const joined = happen(example.userGroupSubgroupsAdded({ groupId: OUTER, subgroupIds: [INNER] }));
    const parted = happen(example.userGroupSubgroupsRemoved({ groupId: OUTER, subgroupIds: [INNER] }));
    expect([start, joined, parted].map((revision) => was(1, OUTER, revision))).to.deep.equal([
      false,
      true,
      false,
    ]);
  });

  it('follows roles, and forgets what was taken back within one event', () => {
    const start = organization.revision;
    const promoted = happen(example.userRoleChanged({ userId: 3, oldRole: 400, newRole: 200 }));
    expect([start, promoted].map((revision) => was(3, ADMINISTRATORS, revision))).to.deep.equal([
      false,
      true,
    ]);
    expect([start, promoted].map((revision) => was(3, EVERYBODY, revision))).to.deep.equal([true, true]);
    expect(organization.userGroups.turns.get(EVERYBODY as UserGroupId) ?? []).to.deep.equal([]);
  });

  it('takes little for very many', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => 100 + index);
    happen(...many.map((userId) => example.userCreated({ userId })));
    const start = organization.revision;
    happen(example.userGroupSubgroupsAdded({ groupId: OUTER, subgroupIds: [EVERYBODY] }));
    expect([was(4_000, OUTER, start), was(4_000, OUTER, organization.revision)]).to.deep.equal([false, true]);
    const saved = [...organization.userGroups.turns.save()];
    expect(JSON.stringify(saved).length).to.be.below(2_000);
    const loaded = emptyMembershipHistory();
    for (const row of saved) loaded.load(row);
    const again = { userGroups: { closedMembers: organization.userGroups.closedMembers, turns: loaded } };
    expect(wasInGroup(again, 4_000 as UserId, OUTER as UserGroupId, start)).to.equal(false);
  });

  it('names all groups that somebody is in or was in', () => {
    happen(example.userGroupMembersRemoved({ groupId: INNER, userIds: [1] }));
    const groups = groupsEverOf(organization, 1 as UserId);
    expect(groups).to.include(INNER);
    expect(groups).not.to.include(OUTER);
  });
});
