/** Decisions about members of a user group: people, and other groups. */
import { requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import {
  canAddMembers,
  canJoinUserGroup,
  canLeaveUserGroup,
  canRemoveMembers,
} from '../../organization/access/userGroups.ts';
import { ascending, groupsAbove, type UserGroup } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent, type DecisionContext, requireCaller } from '../define.ts';
import { refuseTooManyMembers } from '../structureLimits.ts';
import { requireActiveGroups, requireActiveUsers } from './settings.ts';
import { existingUserGroup } from './userGroups.ts';

/** People and subgroups to add and remove; deactivated groups may be changed too. */
interface ChangeMembersInput {
  readonly groupId: UserGroupId;
  readonly addUsers: readonly UserId[];
  readonly removeUsers: readonly UserId[];
  readonly addSubgroups: readonly UserGroupId[];
  readonly removeSubgroups: readonly UserGroupId[];
}

/** Applies all changes or none. */
export const changeUserGroupMembers = command<ChangeMembersInput, void>({
  name: 'ChangeUserGroupMembers',
  decide(organization, { groupId, ...changes }, context) {
    const group = existingUserGroup(organization, groupId);
    const [addUsers, removeUsers] = [ascending(changes.addUsers), ascending(changes.removeUsers)];
    const [addSubgroups, removeSubgroups] = [
      ascending(changes.addSubgroups),
      ascending(changes.removeSubgroups),
    ];
    // Checked first: a limited guest must not learn who has been deactivated.
    requirePermission(organization, context, group, { addUsers, removeUsers, addSubgroups, removeSubgroups });
    requireActiveUsers(organization, [...addUsers, ...removeUsers]);
    requireActiveGroups(organization, addSubgroups);
    checkUsers(organization, groupId, addUsers, removeUsers);
    refuseTooManyMembers(organization, addUsers.length, group.creatorId);
    checkSubgroups(organization, group, addSubgroups, removeSubgroups);
    const events: DecidedEvent[] = [];
    if (addUsers.length > 0) events.push(newEvent('UserGroupMembersAdded', { groupId, userIds: addUsers }));
    if (removeUsers.length > 0)
      events.push(newEvent('UserGroupMembersRemoved', { groupId, userIds: removeUsers }));
    if (addSubgroups.length > 0)
      events.push(newEvent('UserGroupSubgroupsAdded', { groupId, subgroupIds: addSubgroups }));
    if (removeSubgroups.length > 0)
      events.push(newEvent('UserGroupSubgroupsRemoved', { groupId, subgroupIds: removeSubgroups }));
    return done(...events);
  },
});

type GroupRule = typeof canAddMembers;

/** Changing only one's own membership is joining or leaving. */
function requirePermission(
  organization: OrganizationState,
  context: DecisionContext,
  group: UserGroup,
  changes: Omit<ChangeMembersInput, 'groupId'>,
): void {
  const actor = requireCaller(context);
  const may = (
    users: readonly UserId[],
    groups: readonly UserGroupId[],
    oneself: GroupRule,
    others: GroupRule,
  ) => {
    if (users.length + groups.length === 0) return true;
    const isOnlyActor = groups.length === 0 && users.every((userId) => userId === actor);
    return (isOnlyActor ? oneself : others)(organization, actor, group);
  };
  requireThat(
    may(changes.addUsers, changes.addSubgroups, canJoinUserGroup, canAddMembers) &&
      may(changes.removeUsers, changes.removeSubgroups, canLeaveUserGroup, canRemoveMembers),
    'Insufficient permission',
  );
}

function checkUsers(
  { userGroups }: OrganizationState,
  groupId: UserGroupId,
  add: readonly UserId[],
  remove: readonly UserId[],
): void {
  const direct = userGroups.directMembers.get(groupId);
  const present = add.find((userId) => direct?.has(userId));
  requireThat(present === undefined, `User ${present} is already a member of this group`);
  const absent = remove.find((userId) => !direct?.has(userId));
  requireThat(absent === undefined, `There is no member '${absent}' in this user group`);
}

function checkSubgroups(
  organization: OrganizationState,
  { groupId, directSubgroups }: UserGroup,
  add: readonly UserGroupId[],
  remove: readonly UserGroupId[],
): void {
  const present = add.find((id) => directSubgroups.includes(id));
  requireThat(present === undefined, `User group ${present} is already a subgroup of this group.`);
  const above = groupsAbove(organization, groupId);
  requireThat(
    !add.some((id) => above.has(id)),
    `User group ${groupId} is already a subgroup of one of the passed subgroups.`,
  );
  const absent = remove.find((id) => !directSubgroups.includes(id));
  requireThat(absent === undefined, `User group ${absent} is not a subgroup of this group.`);
}
