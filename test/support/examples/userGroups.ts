/** Samples of events about user groups. */
import { userGroupEvents } from '../../../src/events/userGroups.ts';
import { sample } from './sample.ts';
import { EVERYONE, FIRST_GROUP, MEMBERS, NOBODY, systemGroups } from './systemGroups.ts';

export const userGroupExamples = {
  systemGroupsCreated: sample(userGroupEvents, 'SystemGroupsCreated', () => ({ groups: systemGroups })),
  userGroupCreated: sample(userGroupEvents, 'UserGroupCreated', ({ groupId = FIRST_GROUP }) => ({
    groupId,
    name: `group ${groupId}`,
    description: 'Who they are',
    creatorId: 1,
    memberIds: [1],
    directSubgroups: [],
    permissions: {
      canAddMembers: { directMembers: [1], directSubgroups: [] },
      canJoin: NOBODY,
      canLeave: EVERYONE,
      canManage: { directMembers: [1], directSubgroups: [] },
      canMention: EVERYONE,
      canRemoveMembers: NOBODY,
    },
  })),
  userGroupRenamed: sample(userGroupEvents, 'UserGroupRenamed', ({ groupId = FIRST_GROUP }) => ({
    groupId,
    oldName: `group ${groupId}`,
    newName: `renamed ${groupId}`,
  })),
  userGroupDescribed: sample(userGroupEvents, 'UserGroupDescribed', () => ({
    groupId: FIRST_GROUP,
    authorId: 1,
    description: 'What they do',
  })),
  userGroupPermissionChanged: sample(userGroupEvents, 'UserGroupPermissionChanged', () => ({
    groupId: FIRST_GROUP,
    permission: 'canJoin' as const,
    oldValue: NOBODY,
    newValue: MEMBERS,
  })),
  userGroupMembersAdded: sample(userGroupEvents, 'UserGroupMembersAdded', () => ({
    groupId: FIRST_GROUP,
    userIds: [2],
  })),
  userGroupMembersRemoved: sample(userGroupEvents, 'UserGroupMembersRemoved', () => ({
    groupId: FIRST_GROUP,
    userIds: [2],
  })),
  userGroupSubgroupsAdded: sample(userGroupEvents, 'UserGroupSubgroupsAdded', () => ({
    groupId: FIRST_GROUP,
    subgroupIds: [MEMBERS],
  })),
  userGroupSubgroupsRemoved: sample(userGroupEvents, 'UserGroupSubgroupsRemoved', () => ({
    groupId: FIRST_GROUP,
    subgroupIds: [MEMBERS],
  })),
  userGroupDeactivated: sample(userGroupEvents, 'UserGroupDeactivated', () => ({ groupId: FIRST_GROUP })),
  userGroupReactivated: sample(userGroupEvents, 'UserGroupReactivated', () => ({ groupId: FIRST_GROUP })),
  usersBecameNewMembers: sample(userGroupEvents, 'UsersBecameNewMembers', () => ({ userIds: [1] })),
  usersBecameFullMembers: sample(userGroupEvents, 'UsersBecameFullMembers', () => ({ userIds: [1] })),
};
